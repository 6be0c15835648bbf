import { execa } from 'execa'
import { root } from './folders.ts'

export type ProgramResult = { code: number; output: string; milliseconds: number }
export type ProgramOptions = { cwd?: string; env?: NodeJS.ProcessEnv }

/** Runs a program to its end and collects what it printed. A failure is a result, not an exception. */
export async function run(command: string, args: string[], options: ProgramOptions = {}): Promise<ProgramResult> {
  const { cwd = root, env = process.env } = options
  const fixed = { extendEnv: false, stdin: 'ignore', all: true, reject: false } as const
  const result = await execa(command, args, { cwd, env, ...fixed })
  const output = result.exitCode === undefined ? `${result.all ?? ''}${result.originalMessage ?? ''}` : result.all
  return { code: result.exitCode ?? -1, output, milliseconds: result.durationMs }
}
