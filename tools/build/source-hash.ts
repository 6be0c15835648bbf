import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const notSources = new Set(['node_modules', 'dist', 'e2e', 'coverage'])
const isTest = (name: string) => /\.(test|e2e)\.tsx?$/.test(name)

/** Changes whenever a file that a build reads changes; tests and build results do not count. */
export function sourceHash(root: string, places: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const place of places) {
    for (const file of filesBelow(path.join(root, place))) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function filesBelow(place: string): string[] {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [place]
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => !notSources.has(name) && !isTest(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesBelow(path.join(place, entry.name)))
}
