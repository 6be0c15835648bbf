// What must work before any package is installed: Node's version, and whether node_modules is that of package-lock.json.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export const oldestNode = '20.19.0'

/** Compares by major, then minor: patch releases never matter here. */
export function nodeIsTooOld(version, oldest = oldestNode) {
  const [major, minor] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number)
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
}

const lockFile = (root) => path.join(root, 'package-lock.json')
const markerFile = (root) => path.join(root, 'node_modules', '.kerbside-lock')

export function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(lockFile(root)))
    .digest('hex')
}

/** True when node_modules was filled from exactly this lock file, by us or by a developer's own `npm install`. */
export function packagesAreCurrent(root) {
  const marker = markerFile(root)
  const hash = lockHash(root)
  if (existsSync(marker) && readFileSync(marker, 'utf8').trim() === hash) return true
  if (!installedByNpm(root)) return false
  writeFileSync(marker, `${hash}\n`)
  return true
}

/** npm notes what it installed in a hidden lock file, written last: a broken install has none. */
function installedByNpm(root) {
  const hidden = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(hidden)) return false
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(lockFile(root), 'utf8')).packages
  // A package for another platform is wanted by the lock and rightly not installed.
  return Object.entries(wanted).every(([name, { version, link, optional, peer }]) => {
    if (name === '' || link) return true
    return installed[name] ? installed[name].version === version : Boolean(optional || peer)
  })
}

/**
 * The environment npm and our own programs run in. Containers sometimes have no home folder, or one that cannot be
 * written; then npm's cache and everybody's home go below .cache/ in the repository.
 */
export function environmentForNpm(root, env) {
  const home = env.HOME || (process.platform === 'win32' ? os.homedir() : '')
  const result = { ...env }
  if (!home || !canWrite(home)) {
    result.HOME = path.join(root, '.cache', 'home')
    mkdirSync(result.HOME, { recursive: true })
    const settings = path.join(home || '/', '.npmrc')
    if (home && existsSync(settings)) result.npm_config_userconfig = settings
  }
  // Without a home npm passes on "~/.npm" as it stands, which would make a folder of that name.
  const npmCache = env.npm_config_cache || path.join(result.HOME || home, '.npm')
  if (!path.isAbsolute(npmCache) || !canWrite(npmCache)) {
    result.npm_config_cache = path.join(root, '.cache', 'npm')
  }
  return result
}

function canWrite(folder) {
  const probe = path.join(folder, `.kerbside-${process.pid}`)
  try {
    if (path.resolve(folder) !== path.resolve('/')) mkdirSync(folder, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
    return true
  } catch {
    return false // the answer itself: this folder cannot be written
  }
}

export async function installPackages(root, env) {
  const started = Date.now()
  console.log('Installing packages (about a minute the first time) …')
  const { code, output } = await npmCi(root, env)
  if (code !== 0) throw new Error(explainFailure(output))
  writeFileSync(markerFile(root), `${lockHash(root)}\n`)
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`)
}

function npmCi(root, env) {
  // --include=dev: the tools are development packages, whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error']
  // Started by npm we know npm's own program; started by hand we look on PATH.
  const npm = env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, env.npm_execpath] : ['npm']
  return new Promise((resolve) => {
    const child = spawn(npm[0], [...npm.slice(1), ...args], {
      cwd: root,
      env,
      shell: npm[0] === 'npm' && process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (data) => (output = (output + data).slice(-20_000))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

export function explainFailure(output) {
  if (/ENOSPC/.test(output)) return 'The disk is full: packages could not be installed. Free about 1 GB and try again.'
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED/.test(output)) {
    return 'Packages could not be downloaded: the npm registry cannot be reached from here.'
  }
  const lines = output.split('\n').filter((line) => line.trim() && !/complete log|_logs/.test(line))
  return `Packages could not be installed (npm ci failed):\n${lines.slice(-12).join('\n')}`
}
