import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { dataFolder, freeMegabytes } from '../cli/folders.ts'
import { isAlive } from '../services/child-process.ts'

/** A folder below `parent` for this run alone. Those of runs that were killed are cleared away. */
export function throwAwayFolder(parent: string, name = 'test'): string {
  mkdirSync(parent, { recursive: true })
  for (const entry of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${name}-(\\d+)$`).exec(entry) ?? []
    if (pid && !isAlive(Number(pid))) rmSync(path.join(parent, entry), { recursive: true, force: true })
  }
  const folder = path.join(parent, `${name}-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  return folder
}

const memory = '/dev/shm'
/** What Linux's statfs says a file system in memory is. */
const tmpfs = 0x01021994

/** Where databases of a run that nobody keeps are quickest: in memory, if there is room. */
export function quickestFolder(): string {
  try {
    if (statfsSync(memory).type === tmpfs && freeMegabytes(memory) > 4000)
      return path.join(memory, `kerbside-${process.getuid?.() ?? 'user'}`)
  } catch {
    // Not Linux.
  }
  return dataFolder()
}
