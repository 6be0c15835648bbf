import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
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
