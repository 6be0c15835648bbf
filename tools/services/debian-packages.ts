import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Downloads Debian packages into `folder` without installing anything and without root; apt checks their signatures.
 * Returns the .deb files. Throws where there is no apt, no network or no such package.
 */
export function downloadDebianPackages(folder: string, names: readonly string[]): string[] {
  mkdirSync(folder, { recursive: true })
  const apt = (args: string[]) => execFileSync('apt-get', ['-q', ...args], { cwd: folder, stdio: 'ignore' })
  try {
    apt(['download', ...names])
  } catch {
    // The system's package lists are missing or stale, and only root may renew them: so with lists of our own.
    const lists = path.join(folder, 'lists')
    const cache = path.join(folder, 'cache')
    mkdirSync(path.join(lists, 'partial'), { recursive: true })
    mkdirSync(path.join(cache, 'archives', 'partial'), { recursive: true })
    const own = ['-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${cache}`]
    apt([...own, 'update'])
    apt([...own, 'download', ...names])
  }
  return readdirSync(folder)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => path.join(folder, name))
}

export function unpackDebianPackage(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('dpkg-deb', ['-x', file, folder], { stdio: 'ignore' })
}

/** False where the system is not Debian or one of its kin. */
export const hasDebianTools = () =>
  ['dpkg-deb', 'apt-get'].every((tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0)

/** What Debian calls this machine in the paths of its libraries. */
export const libraryFolder = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
