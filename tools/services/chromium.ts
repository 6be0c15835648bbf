import { execFileSync, spawnSync } from 'node:child_process'
import { CliError, type Print } from '../cli/command.ts'
import { hasDebianTools } from './debian-packages.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** The browser for the journeys: CHROMIUM, one on PATH, or as root on Debian an installed one. */
export function findChromium(print: Print): string {
  const wished = process.env.CHROMIUM ? [process.env.CHROMIUM] : []
  const found = [...wished, ...names, ...places].map(locate).find((command) => command !== undefined)
  if (found) return found
  const installed = install('chromium', print)
  if (installed) return installed
  throw new CliError(
    'No Chromium for the browser tests. Install Chromium or Google Chrome (Debian: apt-get install chromium), or set CHROMIUM to its path.',
  )
}

/** The form of the browser without a window, if there is one: pages open in half the time. */
export function findQuickChromium(print: Print): string {
  const name = 'chromium-headless-shell'
  const found = process.env.CHROMIUM ? undefined : (locate(name) ?? install(name, print))
  return found ?? findChromium(print)
}

/** The full path of a command that is there and runs. */
function locate(command: string): string | undefined {
  const { status } = spawnSync(command, ['--version'], { stdio: 'ignore', timeout: 20_000 })
  if (status !== 0) return undefined
  if (command.includes('/')) return command
  return execFileSync('sh', ['-c', 'command -v "$1"', 'sh', command], { encoding: 'utf8' }).trim()
}

/** Installs a Debian package and returns the program of its name. Undefined where that cannot be done. */
function install(name: string, print: Print): string | undefined {
  if (process.getuid?.() !== 0 || !hasDebianTools()) return undefined
  print(`Installing ${name} for the browser tests (apt-get install ${name}) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (args: string[]) => spawnSync('apt-get', ['-q', '-y', ...args], { env, stdio: 'ignore' }).status === 0
  const wanted = ['install', '--no-install-recommends', name]
  return apt(wanted) || (apt(['update']) && apt(wanted)) ? locate(name) : undefined
}
