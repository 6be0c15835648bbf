// npm test [-- check|unit|e2e] [part of a file name …]: the checks, the unit and integration tests (*.test.ts) and the main
// browser journeys (*.e2e.ts), on services of its own. Each check counts as a test, and a step that cannot be done as a
// failed one. What takes long is a drill: a file *.drill.test.ts or *.drill.e2e.ts, which npm run drills runs.
import { buildAll } from './build/build-all.ts'
import { runChecks } from './check/checks.ts'
import { add, nothing, type Tally } from './testing/tally.ts'
import { print, runTestCommand, runTests, startServices, step } from './testing/test-run.ts'

const projectsOf = { unit: ['servers', 'pwa'], e2e: ['e2e'] }
const parts = ['check', 'unit', 'e2e'] as const
type Part = (typeof parts)[number]

async function main(args: string[]): Promise<Tally> {
  const named = parts.filter((part) => args.includes(part))
  const filters = args.filter((arg) => !parts.some((part) => part === arg))
  // A file name narrows the run to tests.
  const wanted: readonly Part[] = named.length > 0 ? named : filters.length > 0 ? parts.slice(1) : parts
  let tally = nothing
  for (const part of wanted) {
    const startedAt = Date.now()
    tally = add(tally, part === 'check' ? await checks() : await tests(part, filters))
    print(`${part}: ${((Date.now() - startedAt) / 1_000).toFixed(0)} s`)
  }
  return tally
}

async function checks(): Promise<Tally> {
  const results = await runChecks(print)
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed }
}

let services: ReturnType<typeof prepare> | undefined

async function prepare() {
  await buildAll(print)
  return startServices()
}

async function tests(part: keyof typeof projectsOf, filters: string[]): Promise<Tally> {
  const { result, tally } = await step(() => (services ??= prepare()))
  return result ? runTests({ projects: projectsOf[part], filters }, result) : tally
}

await runTestCommand(main)
