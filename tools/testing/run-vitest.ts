import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../cli/folders.ts'
import { startChildProcess } from '../services/child-process.ts'
import { tallyOf, type Tally } from './tally.ts'

export type VitestChoice = {
  projects: readonly string[]
  /** Parts of file names; empty means every file. */
  filters?: readonly string[]
}

export type VitestRun = VitestChoice & {
  env: NodeJS.ProcessEnv
  /** Registers what stops the run early. */
  onStart: (stop: () => Promise<unknown>) => void
}

const program = path.join(root, 'node_modules/vitest/vitest.mjs')
const reporter = path.join(import.meta.dirname, 'progress-reporter.ts')

export async function runVitest({ projects, filters = [], env, ...rest }: VitestRun): Promise<Tally> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kerbside-report-'))
  const reportFile = path.join(folder, 'report.json')
  const reporters = [`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${reportFile}`]
  const chosen = projects.map((name) => `--project=${name}`)
  // A file name usually belongs to one part only; that no part knew it shows in the sum.
  const mayFindNothing = filters.length > 0 ? ['--passWithNoTests'] : []
  const onTerminal = { FORCE_COLOR: '1', KERBSIDE_TERMINAL_WIDTH: String(process.stdout.columns) }
  const vitest = startChildProcess({
    command: process.execPath,
    args: [program, 'run', ...filters, ...chosen, ...reporters, ...mayFindNothing],
    cwd: root,
    env: { ...env, ...(process.stdout.isTTY ? onTerminal : { NO_COLOR: '1' }) },
    stopSignal: 'SIGTERM',
    onOutput: (text) => process.stdout.write(text),
  })
  rest.onStart(vitest.stop)
  const { code } = await vitest.exited
  endGroup(vitest.pid)
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : undefined
  rmSync(folder, { recursive: true })
  return tallyOf(report, code ?? 1)
}

/** A worker in the middle of a test outlives the vitest that was stopped, and with it its browser. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left.
  }
}

/** Far above what these tests take. One that waits for what will not happen is as good as a failed one. */
const longestRun = 300_000

/** The files of a quiet run that failed, could not be loaded or did not end, from the root of the repository. */
export async function findRedFiles(filter: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kerbside-report-'))
  const reportFile = path.join(folder, 'report.json')
  try {
    const projects = filter.includes('e2e') ? ['e2e', 'e2e-drills'] : ['servers', 'pwa', 'drills']
    const chosen = projects.map((name) => `--project=${name}`)
    const reporters = ['--reporter=json', `--outputFile.json=${reportFile}`]
    const args = [program, 'run', filter, ...chosen, '--bail=1', ...reporters, '--passWithNoTests']
    const vitest = startChildProcess({ command: process.execPath, args, cwd: root, env, stopSignal: 'SIGKILL' })
    // With its workers, which are of its group.
    const timer = setTimeout(() => process.kill(-vitest.pid, 'SIGKILL'), longestRun)
    const { code, signal } = await vitest.exited
    clearTimeout(timer)
    if (signal) return [`${filter} (it did not end)`]
    if (!existsSync(reportFile)) throw new Error(`${filter}: no test ran.\n${vitest.output()}`)
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as { testResults: { name: string; status: string }[] }
    const red = report.testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => path.relative(root, name))
    return red.length === 0 && code !== 0 ? [filter] : red
  } finally {
    rmSync(folder, { recursive: true })
  }
}
