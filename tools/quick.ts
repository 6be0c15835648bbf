// npm run quick [-- <commit>]: the checks and the unit and integration tests of what changed since the last commit, or the
// one that is named, side by side. Which tests these are: `relatedTests`.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildAll } from './build/build-all.ts'
import { runChecks } from './check/checks.ts'
import { root } from './cli/folders.ts'
import { readImportGraph, relatedTests } from './testing/import-graph.ts'
import { add, nothing, type Tally } from './testing/tally.ts'
import { print, runTestCommand, runTests, startServices, step } from './testing/test-run.ts'

function changedSince(commit: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const names = [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(names)].filter((name) => name !== '' && existsSync(path.join(root, name)))
}

async function main([commit = 'HEAD']: string[]): Promise<Tally> {
  const changed = changedSince(commit)
  print(`${changed.length} files changed since ${commit}.`)
  if (changed.length === 0) return { passed: 1, failed: 0 }
  const [checked, tested] = await Promise.all([check(changed), testWhatChanged(changed)])
  return add(checked, tested)
}

async function check(changed: string[]): Promise<Tally> {
  const results = await runChecks(print, changed)
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed }
}

async function testWhatChanged(changed: string[]): Promise<Tally> {
  const related = relatedTests(changed, readImportGraph({ types: false }))
  // Any change of a source can add an import that must not be.
  const filters = changed.some((name) => /\.(tsx?|mjs)$/.test(name)) ? [...related, 'tools/imports.test.ts'] : related
  if (filters.length === 0) return nothing
  print(`${filters.length} test files can be concerned.`)
  // Tests of what is built, such as the image, ask for it.
  if (related.some((name) => name.startsWith('tools/'))) await buildAll(print)
  const { result: services, tally } = await step(startServices)
  return services ? runTests({ projects: ['servers', 'pwa'], filters }, services) : tally
}

await runTestCommand(main)
