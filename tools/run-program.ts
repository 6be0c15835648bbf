import { spawn } from 'node:child_process'
import { root } from './folders.ts'

export type ProgramResult = { code: number; output: string; milliseconds: number }
export type ProgramOptions = {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Also show what it prints, as it comes. */
  show?: boolean
}

/** Runs a program to its end and collects what it printed. A failure is a result, not an exception. */
export function run(command: string, args: string[], options: ProgramOptions = {}): Promise<ProgramResult> {
  const { cwd = root, env = process.env, show = false } = options
  const started = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (target: NodeJS.WriteStream) => (data: Buffer) => {
      output += data.toString()
      if (show) target.write(data)
    }
    child.stdout.on('data', collect(process.stdout))
    child.stderr.on('data', collect(process.stderr))
    const end = (code: number | null) => resolve({ code: code ?? 1, output, milliseconds: Date.now() - started })
    child.on('error', (error) => {
      output += error.message
      end(-1)
    })
    child.on('close', end)
  })
}
