import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLogFile, surfaceErrors } from './log-file.ts'

function surfaced(...texts: string[]): string[] {
  const lines: string[] = []
  const surface = surfaceErrors('api', (line) => lines.push(line), { now: () => 0 })
  texts.forEach((text) => surface(text))
  return lines
}

test('errors of a server reach the terminal in one line, the rest only the file', () => {
  const log = [
    JSON.stringify({ level: 30, msg: 'request' }),
    JSON.stringify({ level: 50, msg: 'MongoDB is away', err: { message: 'connect ECONNREFUSED', stack: 'at …' } }),
    'not a log entry',
  ]
  expect(surfaced(`${log.join('\n')}\n`)).toEqual(['api: MongoDB is away: connect ECONNREFUSED'])
})

test('an entry that arrives in two pieces is put together', () => {
  expect(surfaced('{"level":60,"ms', 'g":"gone"}\n')).toEqual(['api: gone'])
})

test('the same error again is not said again at once', () => {
  const line = '{"level":50,"msg":"again"}\n'
  expect(surfaced(line, line, line)).toEqual(['api: again'])
})

test('a log file begins anew at each start', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kerbside-log-'))
  const file = path.join(folder, 'logs/api.log')
  for (const text of ['first\n', 'second\n']) {
    const log = openLogFile(file)
    log.write(text)
    log.close()
  }
  expect(readFileSync(file, 'utf8')).toBe('second\n')
  rmSync(folder, { recursive: true })
})
