import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

const packages = ['schema', 'graphql-api', 'worker', 'pwa']
const drills = [...packages.map((name) => `${name}/src`), 'tools'].map((folder) => `${folder}/**/*.drill.test.ts`)
// A CommonJS and an ES copy of graphql would not recognise each other's errors.
const alias = [{ find: /^graphql$/, replacement: 'graphql/index.js' }]

function project(name: string, include: string[], options: object = {}): TestProjectConfiguration {
  return {
    resolve: { alias },
    test: {
      name,
      include,
      exclude: drills,
      environment: 'node',
      // Files that follow each other in a process share its modules: importing them anew took a third of the time.
      isolate: false,
      setupFiles: ['tools/testing/no-console-errors.ts', 'schema/src/testing/drill.ts'],
      // Far above what any test needs: a busy machine is slow, and that is no fault of the code.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 60_000, interval: 20 } },
      ...options,
    },
  }
}

const setupOfPwa = ['no-console-errors', 'screen-timeout'].map((name) => `tools/testing/${name}.ts`)
const settings: Record<string, object> = { pwa: { setupFiles: setupOfPwa } }

/** What takes long begins early, so that no process is left alone with it at the end. */
const longFiles =
  /quality|offline|schedules|service-worker|matrix|backup\.test|deployment|contractor-dialog|tabs\.test|model\.drill|killed|busy|outage/

/** Projects one after the other, so that files share processes, and the long ones of each first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project: { name }, moduleId }: TestSpecification) => [
      name,
      longFiles.test(moduleId) ? 0 : 1,
      moduleId,
    ]
    return files.toSorted((a, b) => (String(place(a)) < String(place(b)) ? -1 : 1))
  }
}

/** `npm test` starts the databases and passes their addresses on; see tools/test.ts. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      ...packages.map((name) => project(name, [`${name}/src/**/*.test.{ts,tsx}`], settings[name])),
      project('tools', ['tools/**/*.test.ts']),
      // They wait for processes and clocks more than they work.
      project('drills', drills, { exclude: [], maxWorkers: 4, sequence: { groupOrder: 1 } }),
      // Whole journeys in a real browser. Each process has a system of its own: tools/testing/e2e-system.ts.
      project('e2e', ['pwa/e2e/**/*.e2e.ts'], {
        setupFiles: ['schema/src/testing/drill.ts'],
        globalSetup: ['tools/testing/e2e-system.ts'],
        testTimeout: 180_000,
        hookTimeout: 240_000,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
})
