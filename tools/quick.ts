// npm run quick [-- <commit>]: the checks and the unit and integration tests of what changed since the last commit, or the
// one that is named. What imports a changed file counts as changed, so a model brings many tests with it.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildAll } from './build/build-all.ts'
import { runChecks } from './check/checks.ts'
import { root } from './cli/folders.ts'
import { add, type Tally } from './testing/tally.ts'
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
  const results = await runChecks(print, changed)
  const passed = results.filter((result) => result.passed).length
  const tally = { passed, failed: results.length - passed }
  if (!changed.some((name) => /\.(ts|tsx|css|json|md|yml)$/.test(name))) return tally
  // Tests of what is built, such as the image, ask for it.
  if (changed.some((name) => name.startsWith('tools/'))) await buildAll(print)
  const { result: services, tally: failure } = await step(startServices)
  if (!services) return add(tally, failure)
  const projects = ['servers', 'pwa']
  const args = [`--changed=${commit}`, '--exclude=**/*.drill.test.ts']
  return add(tally, await runTests({ projects, args, mayFindNothing: true }, services))
}

await runTestCommand(main)
