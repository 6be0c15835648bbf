import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { externalService, type Exit } from '../services/child-process.ts'
import { keepRunning, waitAfter, type Runnable } from './keep-running.ts'

/** A part whose runs the test ends by hand. */
function aPart() {
  const runs: { end(exit: Exit): void; stopped: boolean }[] = []
  const start = async (): Promise<Runnable> => {
    let end: (exit: Exit) => void = () => {}
    const exited = new Promise<Exit>((resolve) => (end = resolve))
    const run = { end, stopped: false }
    runs.push(run)
    const stop = async () => {
      run.stopped = true
      end({ code: 0, signal: null })
    }
    return { exited, stop }
  }
  return { runs, start }
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition() && tries < 1_500; tries++) await sleep(20)
  expect(condition()).toBe(true)
}

test('a part that dies is started again, with a line that says so', async () => {
  const lines: string[] = []
  const { runs, start } = aPart()
  const watched = await keepRunning({ name: 'worker', start }, (line) => lines.push(line))
  runs[0]?.end({ code: null, signal: 'SIGKILL' })
  await until(() => runs.length === 2)
  await until(() => lines.length === 1)
  expect(lines).toEqual(['The worker ended (signal SIGKILL) and was started again.'])
  await watched.stop()
})

test('a part that we stop stays stopped', async () => {
  const { runs, start } = aPart()
  const watched = await keepRunning({ name: 'api', start }, () => {})
  await watched.stop()
  await sleep(700)
  expect(runs).toHaveLength(1)
  expect(runs[0]?.stopped).toBe(true)
})

test('somebody else’s part, which never ends, does not hold up the stop', async () => {
  const watched = await keepRunning({ name: 'MongoDB server', start: async () => externalService('a') }, () => {})
  await expect(watched.stop()).resolves.toBeUndefined()
})

test('stopping while it waits for the next try ends the waiting', async () => {
  const lines: string[] = []
  const { runs, start } = aPart()
  // Longer than a test may take: a stop that waited for it would never come back.
  const anHour = () => 3_600_000
  const watched = await keepRunning({ name: 'api', start, waitAfter: anHour }, (line) => lines.push(line))
  runs[0]?.end({ code: 1, signal: null })
  await until(() => lines.length === 1)
  expect(lines).toEqual(['The api keeps ending (exit code 1). Next start in 3600 s.'])
  await watched.stop()
  expect(runs).toHaveLength(1)
})

test('a first start that fails is the caller’s failure, and is stopped', async () => {
  const { runs, start } = aPart()
  const ready = () => Promise.reject(new Error('no port'))
  await expect(keepRunning({ name: 'api', start, ready }, () => {})).rejects.toThrow('no port')
  expect(runs[0]?.stopped).toBe(true)
})

test('the waits between starts double up to half a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 20].map(waitAfter)).toEqual([
    500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
})
