import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { keptAssetsFolder } from '../config.ts'
import type { Deps } from '../deps.ts'

/** A build as `builds/<hash of its file names>.json` tells of it. */
type BuildRecord = { servedAt: string; files: string[] }

const hour = 3_600_000
const keptFor = 7 * 24 * hour
/** How often a running api says that its build is still served, and deletes what nobody has served for long. */
const notedEvery = hour

/**
 * Keeps the assets of each build for seven days after an api last served it: a page that was opened before a release asks
 * for its parts later. Several apis, of different releases too, may share the folder.
 */
export function startKeepingAssets(deps: Pick<Deps, 'config' | 'now' | 'log'>) {
  const keep = () =>
    keepAssets(deps).catch((error: unknown) => {
      // Without it pages from before a release offer to load themselves anew when a part is missing.
      deps.log.warn({ err: error }, 'the web app’s files could not be kept for pages that are open: check DATA_DIR')
    })
  let running = keep()
  const timer = setInterval(() => {
    running = keep()
  }, notedEvery).unref()
  return {
    async close(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}

export async function keepAssets({ config, now }: Pick<Deps, 'config' | 'now'>): Promise<void> {
  const current = join(config.PWA_DIST, 'client/assets')
  const kept = join(keptAssetsFolder(config), 'assets')
  const builds = join(keptAssetsFolder(config), 'builds')
  const files = await filesBelow(current)
  if (files.length > 0) {
    // The record is first: another api that deletes what no build has must not take what is being copied.
    const record: BuildRecord = { servedAt: now().toISOString(), files }
    const name = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16)
    await replace(join(builds, `${name}.json`), (path) => writeFile(path, JSON.stringify(record)))
    for (const file of files) await copyMissing(join(current, file), join(kept, file))
  }
  await deleteOld(kept, builds, now())
}

async function deleteOld(kept: string, builds: string, now: Date): Promise<void> {
  // Listed before the records are read, so that each file of a build that has just come has its record by then.
  const present = await filesBelow(kept)
  const served = new Set<string>()
  for (const name of await filesBelow(builds)) {
    const record = await readRecord(join(builds, name))
    if (record === null) continue
    if (now.getTime() - Date.parse(record.servedAt) > keptFor) await rm(join(builds, name), { force: true })
    else for (const file of record.files) served.add(file)
  }
  for (const file of present.filter((each) => !served.has(each))) await rm(join(kept, file), { force: true })
}

/** Null when another api has just deleted it. */
async function readRecord(path: string): Promise<BuildRecord | null> {
  const text = await readFile(path, 'utf8').catch(orIfMissing(null))
  return text === null ? null : (JSON.parse(text) as BuildRecord)
}

/** A name says what is in a file, so one that is there needs no second look. */
async function copyMissing(from: string, to: string): Promise<void> {
  if ((await stat(to).catch(orIfMissing(null))) === null) await replace(to, (path) => copyFile(from, path))
}

/** Puts a file in its place when it is complete. */
async function replace(path: string, write: (path: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.${randomUUID()}.part`
  await write(unfinished)
  await rename(unfinished, path)
}

/** Paths below the folder, in a fixed order; none when it does not exist. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(orIfMissing([]))
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort()
}

const orIfMissing =
  <Otherwise>(otherwise: Otherwise) =>
  (error: NodeJS.ErrnoException): Otherwise => {
    if (error.code === 'ENOENT') return otherwise
    throw error
  }
