import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError, type Print } from '../cli/command.ts'
import { startChildProcess, type ChildProcess } from '../services/child-process.ts'
import type { Part } from './keep-running.ts'
import { openLogFile, surfaceErrors } from './log-file.ts'

export type ServerOptions = {
  /** As in "The worker ended": also the name of the log file. */
  name: string
  args: string[]
  cwd?: string
  env: NodeJS.ProcessEnv
  /** Answers 200 once it can do its work. */
  readyUrl: string
  logs: string
  print: Print
  /** Show more than errors; see surfaceErrors. */
  plainLines?: boolean
}

/** In the folder of its logs, for as long as it runs. */
export const pidFileOf = (logs: string, name: string) => path.join(logs, `${name.replaceAll(' ', '-')}.pid`)

/** A Node server of ours: logs to a file, errors to the terminal, SIGTERM and 15 s to finish. */
export function serverPart({ name, readyUrl, logs, print, plainLines, ...program }: ServerOptions): Part<ChildProcess> {
  const file = path.join(logs, `${name.replaceAll(' ', '-')}.log`)
  const log = openLogFile(file)
  const surface = surfaceErrors(name, print, { plainLines })
  const onOutput = (text: string) => {
    log.write(text)
    surface(text)
  }
  const pidFile = pidFileOf(logs, name)
  const start = async () =>
    startChildProcess({ ...program, command: process.execPath, stopSignal: 'SIGTERM', pidFile, onOutput })
  const ready = async (server: ChildProcess) => {
    const deadline = Date.now() + 60_000
    const where = `See ${path.relative(process.cwd(), file)}.`
    while (!(await answersOk(readyUrl))) {
      if (server.exit()) throw new CliError(`The ${name} could not start. ${where}\n${lastLines(server.output())}`)
      if (Date.now() > deadline) throw new CliError(`The ${name} was not ready within a minute. ${where}`)
      await sleep(50)
    }
  }
  return { name, start, ready }
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
