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
      setupFiles: ['tools/testing/no-console-errors.ts'],
      // Far above what any test needs: a busy machine is slow, and that is no fault of the code.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 60_000 } },
      ...options,
    },
  }
}

const packages = ['schema', 'graphql-api', 'worker', 'pwa']
const settings: Record<string, object> = {
  pwa: { setupFiles: ['tools/testing/no-console-errors.ts', 'tools/testing/screen-timeout.ts'] },
}

/** `npm test` starts the databases and passes their addresses on; see tools/test.ts. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      ...packages.map((name) => project(name, [`${name}/src/**/*.test.{ts,tsx}`], settings[name])),
      project('tools', ['tools/**/*.test.ts']),
      // Whole journeys in a real browser, one after the other: they share the machine with the servers they use.
      project('e2e', ['pwa/e2e/**/*.e2e.ts'], {
        fileParallelism: false,
        isolate: true,
        setupFiles: [],
        globalSetup: ['tools/testing/e2e-system.ts'],
        testTimeout: 180_000,
        hookTimeout: 240_000,
      }),
    ],
  },
})
