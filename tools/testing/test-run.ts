import { rmSync } from 'node:fs'
import path from 'node:path'
import { CliError, errorText, runCommand, type Print } from '../cli/command.ts'
import { stopRequested } from '../cli/stop-request.ts'
import { startMongo } from '../services/mongo/mongo.ts'
import { anyFreePort } from '../services/ports.ts'
import { startRedis } from '../services/redis.ts'
import { runVitest, type VitestChoice } from './run-vitest.ts'
import { isGood, lastLine, nothing, type Tally } from './tally.ts'
import { clearForTests } from './test-environment.ts'
import { quickestFolder, throwAwayFolder } from './throw-away-folder.ts'

export const print: Print = (line) => console.log(line)

/** What to stop and clear away at the end, last first. */
const cleanUps: (() => unknown)[] = []

/**
 * Runs a command that tests: without what the shell says of a real Kerbside, and with all that it started stopped at the
 * end. Its last line is "N passed, N failed"; it exits with 1 when anything failed.
 */
export async function runTestCommand(main: (args: string[]) => Promise<Tally>): Promise<void> {
  await runCommand(async () => {
    clearForTests(process.env)
    const interrupted = stopRequested().asked.then(() => Promise.reject(new CliError('The tests were interrupted.')))
    try {
      const tally = await Promise.race([main(process.argv.slice(2)), interrupted])
      await cleanUp()
      print(lastLine(tally))
      return isGood(tally) ? 0 : 1
    } finally {
      await cleanUp()
    }
  })
}

/** Runs this at the end, also after Ctrl-C; what came last is first. */
export const atEnd = (work: () => unknown): void => void cleanUps.push(work)

export async function cleanUp(): Promise<void> {
  for (const clean of cleanUps.splice(0).reverse()) await clean()
}

/** Without it there is nothing to test: so its failure is a failed test, and success is not worth counting. */
export async function step<T>(work: () => Promise<T>): Promise<{ result?: T; tally: Tally }> {
  try {
    return { result: await work(), tally: nothing }
  } catch (error) {
    print(errorText(error))
    return { tally: { passed: 0, failed: 1 } }
  }
}

export type Services = { MONGODB_URI: string; REDIS_URL: string }

/** Databases of this run alone, in memory where there is room, whatever the environment names. */
export async function startServices(): Promise<Services> {
  const folder = throwAwayFolder(quickestFolder())
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  const options = { print, isThrowAway: true }
  const redis = await startRedis({ ...options, dataDir: path.join(folder, 'redis'), port: await anyFreePort() })
  cleanUps.push(redis.stop)
  const mongo = await startMongo({ ...options, dataDir: path.join(folder, 'mongo'), port: await anyFreePort() })
  cleanUps.push(mongo.stop)
  return { MONGODB_URI: mongo.url, REDIS_URL: redis.url }
}

/** Runs test files on these services. `env` is beside the environment of this process. */
export async function runTests(choice: VitestChoice, services: object, env: object = {}): Promise<Tally> {
  const onStart = (stop: () => Promise<unknown>) => cleanUps.push(stop)
  return runVitest({ ...choice, env: { ...process.env, ...services, ...env }, onStart })
}
