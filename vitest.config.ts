import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

// A CommonJS and an ES copy of graphql would not recognise each other's errors.
const alias = [{ find: /^graphql$/, replacement: 'graphql/index.js' }]

function project(name: string, include: string[], options: object = {}): TestProjectConfiguration {
  return {
    resolve: { alias },
    test: {
      name,
      include,
      environment: 'node',
      // Files that follow each other in a process share its modules: importing them anew took a third of the time.
      isolate: false,
      setupFiles: ['tools/testing/no-console-errors.ts', 'schema/src/testing/drill.ts'],
      // A test that needs longer says so, and why.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // Below that of the test, so that a failure says what did not come.
      expect: { poll: { timeout: 45_000, interval: 40 } },
      ...options,
    },
  }
}

/** Kills, floods and random orders take minutes where other tests take seconds. */
const longer = { testTimeout: 600_000, hookTimeout: 120_000 }

/** Whole journeys in a real browser. Each process has a system of its own: tools/testing/e2e-system.ts. */
const inBrowsers = {
  setupFiles: ['schema/src/testing/drill.ts'],
  globalSetup: ['tools/testing/e2e-system.ts'],
  // Each look costs the browser work that the page is waiting for.
  expect: { poll: { timeout: 45_000, interval: 50 } },
  // One that hangs fails at that step, after 45 seconds. All steps together take minutes where the machine is busy.
  testTimeout: 240_000,
  // Each is a browser, an api and a worker.
  maxWorkers: Math.min(availableParallelism(), 8),
  sequence: { groupOrder: 1 },
}

// Node has a localStorage of its own since version 25, without a file to store in. It would hide that of jsdom.
const noStorage = '--no-experimental-webstorage'
const execArgv = process.allowedNodeEnvironmentFlags.has(noStorage) ? [noStorage] : []
const setupOfPwa = ['no-console-errors', 'quick-screens'].map((name) => `tools/testing/${name}.ts`)
const onServers = (ending: string) =>
  ['schema/src', 'graphql-api/src', 'worker/src', 'tools'].map((folder) => `${folder}/**/${ending}`)
const drills = '**/*.drill.*'

const isInJsdom = (file: string) => readFileSync(file, 'utf8').startsWith('// @vitest-environment jsdom')

/** Files that can share a process follow each other: those of a project with the same environment. */
class SameEnvironmentTogether extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project: { name }, moduleId }: TestSpecification) =>
      [name, isInJsdom(moduleId) ? 0 : 1, moduleId].join(' ')
    return files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
  }
}

/** `npm test` runs the first three projects, `npm run drills` the others, both on databases of their own. */
export default defineConfig({
  test: {
    // One more than the processors, for many tests wait for databases and processes.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SameEnvironmentTogether },
    projects: [
      // One project, so that its files share the processes with the database and the modules of all.
      project('servers', onServers('*.test.ts'), { exclude: [drills] }),
      project('pwa', ['pwa/src/**/*.test.{ts,tsx}'], { setupFiles: setupOfPwa, execArgv }),
      project('e2e', ['pwa/e2e/**/*.e2e.ts'], { ...inBrowsers, exclude: [drills] }),
      project('drills', onServers('*.drill.test.ts'), longer),
      project('e2e-drills', ['pwa/e2e/**/*.drill.e2e.ts'], { ...inBrowsers, ...longer }),
    ],
  },
})
