import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../cli/folders.ts'
import { startChildProcess } from '../services/child-process.ts'
import { tallyOf, type Tally } from './tally.ts'

export type VitestRun = {
  projects: readonly string[]
  /** Parts of file names; empty means every file. */
  filters: readonly string[]
  env: NodeJS.ProcessEnv
  reportFile: string
  /** Registers what stops the run early. */
  onStart: (stop: () => Promise<unknown>) => void
}

export async function runVitest({ projects, filters, env, reportFile, onStart }: VitestRun): Promise<Tally> {
  const program = path.join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const chosen = projects.map((name) => `--project=${name}`)
  // A file name usually belongs to one part only; that no part knew it shows in the sum.
  const mayFindNothing = filters.length > 0 ? ['--passWithNoTests'] : []
  const vitest = startChildProcess({
    command: process.execPath,
    args: [program, 'run', ...filters, ...chosen, ...reporters, ...mayFindNothing],
    cwd: root,
    env: { ...env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
    stopSignal: 'SIGTERM',
    onOutput: (text) => process.stdout.write(text),
  })
  onStart(vitest.stop)
  const { code } = await vitest.exited
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : undefined
  return tallyOf(report, code ?? 1)
}
