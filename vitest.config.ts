import { readFileSync } from 'node:fs'
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
      // Far above what any test needs: a busy machine is slow, and that is no fault of the code.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 60_000, interval: 40 } },
      ...options,
    },
  }
}

// Node has a localStorage of its own since version 25, without a file to store in. It would hide that of jsdom.
const noStorage = '--no-experimental-webstorage'
const execArgv = process.allowedNodeEnvironmentFlags.has(noStorage) ? [noStorage] : []
const setupOfPwa = ['no-console-errors', 'quick-screens'].map((name) => `tools/testing/${name}.ts`)
const onServers = ['schema/src', 'graphql-api/src', 'worker/src', 'tools']

/** What takes long begins early, so that no process is left alone with it at the end. */
const longFiles =
  /quality|offline|schedules|service-worker|drill|matrix|backup\.test|deployment|contractor-dialog|tabs\.test|outage/

const inBrowser = (file: string) => readFileSync(file, 'utf8').startsWith('// @vitest-environment jsdom')

/** Files that can share a process follow each other: those of a project with the same environment. The long ones go first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project: { name }, moduleId }: TestSpecification) =>
      [name, inBrowser(moduleId) ? 0 : 1, longFiles.test(moduleId) ? 0 : 1, moduleId].join(' ')
    return files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
  }
}

/** `npm test` starts the databases and passes their addresses on; see tools/test.ts. */
export default defineConfig({
  test: {
    // One more than the processors of a small machine: many tests wait for databases, processes and clocks.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      // One project, so that its files share the processes with the database and the modules of all.
      project(
        'servers',
        onServers.map((folder) => `${folder}/**/*.test.ts`),
      ),
      project('pwa', ['pwa/src/**/*.test.{ts,tsx}'], { setupFiles: setupOfPwa, execArgv }),
      // Whole journeys in a real browser. Each process has a system of its own: tools/testing/e2e-system.ts.
      project('e2e', ['pwa/e2e/**/*.e2e.ts'], {
        setupFiles: ['schema/src/testing/drill.ts'],
        globalSetup: ['tools/testing/e2e-system.ts'],
        // Each look costs the browser work that the page is waiting for.
        expect: { poll: { timeout: 120_000, interval: 50 } },
        maxWorkers: 2,
        // A browser on a busy machine misses a moment now and then. The run prints what failed the first time.
        retry: 1,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
})
