import { closeSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { Print } from '../cli/command.ts'

const largest = 20_000_000

export type LogFile = { write(text: string): void; close(): void }

/** Begins anew at each start and keeps one full file before it (`….log.1`), so that a long run cannot fill the disk. */
export function openLogFile(file: string): LogFile {
  mkdirSync(path.dirname(file), { recursive: true })
  let descriptor = openSync(file, 'w')
  let size = 0
  return {
    write(text) {
      if (size > largest) {
        closeSync(descriptor)
        renameSync(file, `${file}.1`)
        descriptor = openSync(file, 'w')
        size = 0
      }
      size += writeSync(descriptor, text)
    },
    close: () => closeSync(descriptor),
  }
}

const errorLevel = 50 // pino's

export type SurfaceOptions = {
  /** Also what is no log entry: under `npm run dev` that is what the compiler says. */
  plainLines?: boolean
  now?: () => number
}

/** Passes on what a server logs as an error, in one short line; the same one at most every half minute. */
export function surfaceErrors(name: string, print: Print, options: SurfaceOptions = {}): (text: string) => void {
  const { plainLines = false, now = Date.now } = options
  const lastSaid = new Map<string, number>()
  let rest = ''
  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = line.startsWith('{') ? errorIn(line) : plainLines && line.trim()
      if (!message || now() - (lastSaid.get(message) ?? -Infinity) < 30_000) continue
      if (lastSaid.size > 1000) lastSaid.clear()
      lastSaid.set(message, now())
      print(`${name}: ${message}`)
    }
  }
}

function errorIn(line: string): string | undefined {
  try {
    const entry = JSON.parse(line)
    if (!(entry.level >= errorLevel)) return undefined
    const reason = entry.err?.message ?? entry.error?.message ?? entry.error
    return [entry.msg, typeof reason === 'string' ? reason : undefined].filter(Boolean).join(': ') || line
  } catch {
    return undefined // not a log entry; it is in the file anyway
  }
}
