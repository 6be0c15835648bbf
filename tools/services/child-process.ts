import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type OwnProcess = {
  pid: number
  exited: Promise<Exit>
  /** Undefined while it runs. */
  exit(): Exit | undefined
  /** The last few kilobytes it printed. */
  output(): string
  stop(): Promise<Exit>
}

export type OwnProcessOptions = {
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** What asks it to finish cleanly; after `patience` milliseconds it is killed. */
  stopSignal: NodeJS.Signals
  patience?: number
  /** Remembers the process, so that the next start can stop one that was left over. */
  pidFile?: string
  onOutput?: (text: string) => void
}

// Stops the process when we are killed and cannot do it ourselves. A shell, because it costs 1 MB where Node costs 40.
// A dead process that nobody has collected yet ("Z") still has a number, and counts as dead.
const watchdog = `
alive() { kill -0 "$1" 2>/dev/null || return 1; [ -r "/proc/$1/stat" ] || return 0; read -r _ _ state _ <"/proc/$1/stat"; [ "$state" != Z ]; }
while alive "$1"; do alive "$2" || exit 0; sleep 1; done
kill -"$3" "$2" 2>/dev/null`

/** Starts a program in a session of its own: Ctrl-C in the terminal reaches us, and we stop it in the right order. */
export function startOwnProcess(options: OwnProcessOptions): OwnProcess {
  const { command, args, env = process.env, cwd, stopSignal, patience = 15_000, pidFile } = options
  const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const pid = child.pid ?? -1
  let output = ''
  let exit: Exit | undefined
  const keep = (data: Buffer) => {
    output = (output + data.toString()).slice(-8000)
    options.onOutput?.(data.toString())
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const exited = new Promise<Exit>((resolve) => {
    const end = (result: Exit) => {
      exit = result
      if (pidFile) rmSync(pidFile, { force: true })
      resolve(result)
    }
    child.once('error', (error) => {
      output += error.message
      end({ code: -1, signal: null })
    })
    child.once('exit', (code, signal) => {
      end({ code, signal })
      // A grandchild may hold the pipes for seconds (Wine's server does); what matters has arrived by then.
      setTimeout(() => [child.stdout, child.stderr].forEach((pipe) => pipe.destroy()), 100)
    })
  })
  if (child.pid) {
    if (pidFile) writeFileSync(pidFile, JSON.stringify(identify(child.pid)))
    guard(child.pid, stopSignal)
  }
  return { pid, exited, exit: () => exit, output: () => output, stop: () => stop(child, exited, stopSignal, patience) }
}

function guard(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') return // no sh there; the next start finds what was left over
  const args = ['-c', watchdog, 'watchdog', String(process.pid), String(pid), signal.replace('SIG', '')]
  spawn('/bin/sh', args, { detached: true, stdio: 'ignore' }).unref()
}

async function stop(child: ChildProcess, exited: Promise<Exit>, signal: NodeJS.Signals, patience: number) {
  child.kill(signal)
  const impatience = setTimeout(() => child.kill('SIGKILL'), patience)
  const exit = await exited
  clearTimeout(impatience)
  return exit
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // it lives, but belongs to somebody else
  }
}

/** One process, told apart from a later one that the system gave the same number. */
export type ProcessIdentity = { pid: number; startedAt: string }

/** `startedAt` is empty where the system does not tell (anything but Linux). */
export function identify(pid: number): ProcessIdentity {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may contain anything: the state, and as the 20th field when it started, in clock ticks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const isDead = fields[0] === 'Z' // only nobody has collected it yet
    return { pid, startedAt: isDead ? '' : (fields[19] ?? '') }
  } catch {
    return { pid, startedAt: '' } // not Linux, or the process is gone
  }
}

export function isSameProcess({ pid, startedAt }: ProcessIdentity): boolean {
  return isAlive(pid) && identify(pid).startedAt === startedAt
}

/** Stops the server that an earlier, killed start left behind: two servers on one data folder would destroy it. */
export async function stopLeftOver(pidFile: string, signal: NodeJS.Signals): Promise<void> {
  if (!existsSync(pidFile)) return
  const left = readIdentity(pidFile)
  const isLeft = () => left !== undefined && left.startedAt !== '' && isSameProcess(left)
  // Our watchdog is probably stopping it just now.
  for (let tries = 0; tries < 20 && isLeft(); tries++) await sleep(100)
  if (left && isLeft()) process.kill(left.pid, signal)
  for (let tries = 0; tries < 150 && isLeft(); tries++) await sleep(100)
  if (left && isLeft()) process.kill(left.pid, 'SIGKILL')
  rmSync(pidFile, { force: true })
}

export function readIdentity(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined // absent, or half written by a process that was killed
  }
}
