// npm test [-- unit|e2e|check] [part of a file name …]: everything that must hold, on services of its own. The last
// line is always "N passed, N failed"; each check counts as a test, and a step that cannot be done as a failed one.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { buildAll } from './build/build-all.ts'
import { runChecks } from './check/checks.ts'
import { CliError, errorText, runCommand } from './cli/command.ts'
import { dataFolder } from './cli/folders.ts'
import { ensureMongo } from './services/mongo/mongo.ts'
import { anyFreePort } from './services/ports.ts'
import { ensureRedis } from './services/redis.ts'
import { stopRequested } from './cli/stop-request.ts'
import { runVitest } from './testing/run-vitest.ts'
import { add, isGood, lastLine, nothing, type Tally } from './testing/tally.ts'
import { clearForTests } from './testing/test-environment.ts'
import { throwAwayFolder } from './testing/throw-away-folder.ts'

const print = (line: string) => console.log(line)
const unitProjects = ['schema', 'graphql-api', 'worker', 'pwa', 'tools']
const parts = ['check', 'unit', 'e2e'] as const
type Part = (typeof parts)[number]

/** What to stop and clear away at the end, last first. */
const cleanUps: (() => unknown)[] = []

async function main(args: string[]): Promise<Tally> {
  const named = parts.filter((part) => args.includes(part))
  const filters = args.filter((arg) => !parts.some((part) => part === arg))
  // A file name narrows the run to tests.
  const wanted: readonly Part[] = named.length > 0 ? named : filters.length > 0 ? ['unit', 'e2e'] : parts
  let tally = nothing
  if (wanted.includes('check')) tally = add(tally, await checks())
  if (wanted.includes('unit') || wanted.includes('e2e')) tally = add(tally, await tests(wanted, filters))
  return tally
}

async function checks(): Promise<Tally> {
  const results = await runChecks(print)
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed }
}

async function tests(wanted: readonly Part[], filters: string[]): Promise<Tally> {
  const built = await step(() => buildAll(print))
  const folder = throwAwayFolder(dataFolder())
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  const services = await step(() => startServices(folder))
  if (!services.result) return add(built.tally, services.tally)
  const env = { ...process.env, ...services.result }
  let tally = built.tally
  for (const part of wanted.filter((each) => each !== 'check')) {
    const projects = part === 'unit' ? unitProjects : ['e2e']
    const reportFile = path.join(folder, `${part}.json`)
    const onStart = (stop: () => Promise<unknown>) => cleanUps.push(stop)
    tally = add(tally, await runVitest({ projects, filters, env, reportFile, onStart }))
  }
  return tally
}

async function startServices(folder: string): Promise<{ MONGODB_URI: string; REDIS_URL: string }> {
  const redis = await ensureRedis({ dataDir: path.join(folder, 'redis'), port: await anyFreePort(), print })
  cleanUps.push(redis.stop)
  const mongo = await ensureMongo({
    dataDir: path.join(folder, 'mongo'),
    port: await anyFreePort(),
    print,
    isThrowAway: true,
  })
  cleanUps.push(mongo.stop)
  return { MONGODB_URI: mongo.url, REDIS_URL: redis.url }
}

/** Without it there is nothing to test: so its failure is a failed test, and success is not worth counting. */
async function step<T>(work: () => Promise<T>): Promise<{ result?: T; tally: Tally }> {
  try {
    return { result: await work(), tally: nothing }
  } catch (error) {
    print(errorText(error))
    return { tally: { passed: 0, failed: 1 } }
  }
}

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

async function cleanUp(): Promise<void> {
  for (const clean of cleanUps.splice(0).reverse()) await clean()
}
