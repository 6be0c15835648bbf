import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExplainedError } from '../cli-error.ts'
import { startOwnProcess, type OwnProcess } from '../services/child-process.ts'
import type { Say } from '../services/service.ts'
import { openLogFile, surfaceErrors } from './log-file.ts'
import type { Part } from './keep-running.ts'

export type ServerSpec = {
  /** As in "The worker ended": also the name of the log file. */
  name: string
  args: string[]
  cwd?: string
  env: NodeJS.ProcessEnv
  /** Answers 200 once it can do its work. */
  readyUrl: string
  logs: string
  say: Say
  /** Show more than errors; see surfaceErrors. */
  plainLines?: boolean
}

/** A Node server of ours: logs to a file, errors to the terminal, SIGTERM and 15 s to finish. */
export function serverPart(spec: ServerSpec): Part<OwnProcess> {
  const { name, args, cwd, env, readyUrl, logs, say, plainLines } = spec
  const file = path.join(logs, `${name.replaceAll(' ', '-')}.log`)
  const log = openLogFile(file)
  const surface = surfaceErrors(name, say, { plainLines })
  const onOutput = (text: string) => {
    log.write(text)
    surface(text)
  }
  return {
    name,
    start: async () => startOwnProcess({ command: process.execPath, args, cwd, env, stopSignal: 'SIGTERM', onOutput }),
    ready: (server) => waitUntilReady(name, server, readyUrl, file),
  }
}

async function waitUntilReady(name: string, server: OwnProcess, url: string, file: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await answersOk(url))) {
    const where = `See ${path.relative(process.cwd(), file)}.`
    if (server.exit()) throw new ExplainedError(`The ${name} could not start. ${where}\n${lastLines(server.output())}`)
    if (Date.now() > deadline) throw new ExplainedError(`The ${name} was not ready within a minute. ${where}`)
    await sleep(50)
  }
}

export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false // it does not listen yet
  }
}

const lastLines = (output: string) => output.trim().split('\n').slice(-12).join('\n')
