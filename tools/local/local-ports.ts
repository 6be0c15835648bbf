import { choosePort, type PortWish } from '../services/ports.ts'
import type { Say } from '../services/service.ts'

const wishes = {
  app: { name: 'the app', variable: 'PORT', fallback: 4000 },
  // Not the usual ports of MongoDB and Redis: a developer's own may be there.
  mongo: { name: 'MongoDB', variable: 'MONGO_PORT', fallback: 27117 },
  redis: { name: 'Redis', variable: 'REDIS_PORT', fallback: 6479 },
  smtp: { name: 'the mail inbox', variable: 'SMTP_PORT', fallback: 1025 },
  inbox: { name: "the mail inbox's web page", variable: 'INBOX_PORT', fallback: 1080 },
  worker: { name: "the worker's health check", variable: 'WORKER_PORT', fallback: 4090 },
} as const satisfies Record<string, PortWish>

export type LocalPorts = Record<keyof typeof wishes, number>

/** One free port for each service. What the environment asks for is kept or refused; the rest makes way. */
export async function chooseLocalPorts(env: NodeJS.ProcessEnv, say: Say): Promise<LocalPorts> {
  const taken = new Set<number>()
  const ports: Partial<LocalPorts> = {}
  for (const [key, wish] of Object.entries(wishes) as [keyof LocalPorts, PortWish][]) {
    const port = await choosePort(wish, env, taken)
    if (!env[wish.variable] && port !== wish.fallback) {
      say(`Port ${wish.fallback} is in use by another program, so ${wish.name} uses ${port}.`)
    }
    taken.add(port)
    ports[key] = port
  }
  return ports as LocalPorts
}
