import type { Print } from '../cli/command.ts'
import { choosePort } from '../services/ports.ts'

const wishes = {
  app: { name: 'the app', variable: 'PORT', fallback: 4000 },
  // Not the usual ports of MongoDB and Redis: a developer's own may be there.
  mongo: { name: 'MongoDB', variable: 'MONGO_PORT', fallback: 27117 },
  redis: { name: 'Redis', variable: 'REDIS_PORT', fallback: 6479 },
  smtp: { name: 'the mail inbox', variable: 'SMTP_PORT', fallback: 1025 },
  inbox: { name: "the mail inbox's web page", variable: 'INBOX_PORT', fallback: 1080 },
  worker: { name: "the worker's health check", variable: 'WORKER_PORT', fallback: 4090 },
} as const

export type LocalPorts = Record<keyof typeof wishes, number>

/** One free port for each service. What the environment asks for is taken or rejected; the rest makes way. */
export async function chooseLocalPorts(env: NodeJS.ProcessEnv, print: Print): Promise<LocalPorts> {
  const ports: Partial<LocalPorts> = {}
  for (const [key, wish] of Object.entries(wishes)) {
    const port = await choosePort(wish, env, new Set(Object.values(ports)))
    if (!env[wish.variable] && port !== wish.fallback) {
      print(`Port ${wish.fallback} is in use by another program, so ${wish.name} uses ${port}.`)
    }
    ports[key as keyof LocalPorts] = port
  }
  return ports as LocalPorts
}
