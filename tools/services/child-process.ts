import { execa } from 'execa'
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type ChildProcess = {
  pid: number
  exited: Promise<Exit>
  /** Undefined while it runs. */
  exit(): Exit | undefined
  /** The last few kilobytes it printed. */
  output(): string
  stop(): Promise<Exit>
}

export type ChildProcessOptions = {
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Asks it to finish cleanly; after `timeout` milliseconds it is killed. */
  stopSignal: NodeJS.Signals
  timeout?: number
  /** Remembers the process, so that the next start can stop one that was left over. */
  pidFile?: string
  onOutput?: (text: string) => void
}

/** A running database: ours, with a process to watch and stop, or somebody else's that we only use. */
export type Service = { url: string; exited: Promise<Exit>; stop(): Promise<void> }

/** A service that the environment names: used as it is, never known to end, and left alone when we stop. */
export const externalService = (url: string): Service => ({ url, exited: new Promise(() => {}), stop: async () => {} })

/** Starts a program in a session of its own: Ctrl-C in the terminal reaches us, and we stop it in the right order. */
export function startChildProcess(options: ChildProcessOptions): ChildProcess {
  const { command, args, env = process.env, cwd, stopSignal, timeout = 15_000, pidFile } = options
  const child = execa(command, args, {
    env,
    extendEnv: false,
    cwd,
    detached: true,
    stdin: 'ignore',
    buffer: false,
    reject: false,
    killSignal: stopSignal,
    forceKillAfterDelay: timeout,
  })
  let output = ''
  let exit: Exit | undefined
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.on('data', (data: Buffer) => {
      output = (output + data.toString()).slice(-8000)
      options.onOutput?.(data.toString())
    })
  }
  const exited = new Promise<Exit>((resolve) => {
    const end = (result: Exit) => {
      exit = result
      if (pidFile) rmSync(pidFile, { force: true })
      // A process that it leaves behind may hold the pipes open; what matters has arrived by then.
      setTimeout(() => [child.stdout, child.stderr].forEach((pipe) => pipe.destroy()), 100)
      resolve(result)
    }
    child.once('exit', (code, signal) => end({ code, signal }))
    child.once('error', (error) => {
      output += error.message
      end({ code: -1, signal: null })
    })
  })
  if (child.pid && pidFile) writeFileSync(pidFile, JSON.stringify(identify(child.pid)))
  if (child.pid) watchFor(child.pid, stopSignal)
  const stop = () => {
    if (!exit) child.kill()
    return exited
  }
  return { pid: child.pid ?? -1, exited, exit: () => exit, output: () => output, stop }
}

// Stops the process when we are killed and cannot do it ourselves. A shell, because it costs 1 MB where Node costs 40.
// A process that has ended and is not collected yet ("Z") still has a number, and counts as dead.
const watchdog = `
alive() { kill -0 "$1" 2>/dev/null || return 1; [ -r "/proc/$1/stat" ] || return 0; read -r _ _ state _ <"/proc/$1/stat"; [ "$state" != Z ]; }
while alive "$1"; do alive "$2" || exit 0; sleep 1; done
kill -"$3" "$2" 2>/dev/null`

function watchFor(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') return // no sh there; the next start finds what was left over
  const args = ['-c', watchdog, 'watchdog', String(process.pid), String(pid), signal.replace('SIG', '')]
  spawn('/bin/sh', args, { detached: true, stdio: 'ignore' }).unref()
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // it lives, but belongs to somebody else
  }
}

/** One process, which a later one with the same number is not. */
export type ProcessIdentity = { pid: number; startedAt: string }

/** `startedAt` is empty where the system does not tell (anything but Linux). */
export function identify(pid: number): ProcessIdentity {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may contain anything: the state, and as the 20th field when it started, in clock ticks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const hasEnded = fields[0] === 'Z' // and is not collected yet
    return { pid, startedAt: hasEnded ? '' : (fields[19] ?? '') }
  } catch {
    return { pid, startedAt: '' } // not Linux, or the process is gone
  }
}

export function isSameProcess({ pid, startedAt }: ProcessIdentity): boolean {
  return isAlive(pid) && identify(pid).startedAt === startedAt
}

export function readIdentity(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined // absent, or half written by a process that was killed
  }
}

/** Stops the server that an earlier, killed start left behind: two servers on one data folder would destroy it. */
export async function stopLeftOver(pidFile: string, signal: NodeJS.Signals): Promise<void> {
  const left = readIdentity(pidFile)
  const isLeft = () => left !== undefined && left.startedAt !== '' && isSameProcess(left)
  const wait = async (tries: number) => {
    for (; tries > 0 && isLeft(); tries--) await sleep(100)
  }
  await wait(20) // our watchdog is probably stopping it just now
  if (left && isLeft()) process.kill(left.pid, signal)
  await wait(150)
  if (left && isLeft()) process.kill(left.pid, 'SIGKILL')
  rmSync(pidFile, { force: true })
}
