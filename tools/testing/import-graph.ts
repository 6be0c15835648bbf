import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { root } from '../cli/folders.ts'

/** The files that each source file imports; all paths are from the root of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Of all tracked and new sources. What is imported for its types alone counts with `types` only. */
export function readImportGraph({ types }: { types: boolean }): ImportGraph {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const known = new Set(files.filter((file) => existsSync(path.join(root, file))))
  const importsOf = (file: string) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const read = types ? text : text.replaceAll(/^(?:import|export) type [^'"]*['"][^'"]*['"]/gm, '')
    const names = ts.preProcessFile(read, true, true).importedFiles.map(({ fileName }) => placeOf(fileName, file))
    return [...new Set(names.flatMap((name) => [name, `${name}.ts`].find((place) => known.has(place)) ?? []))]
  }
  return new Map([...known].map((file) => [file, importsOf(file)]))
}

const placeOf = (name: string, from: string) =>
  name.startsWith('.')
    ? path.posix.join(path.posix.dirname(from), name)
    : name.replace(/^@kerbside\/schema\//, 'schema/src/')

/** Groups of files that import each other, directly or by way of others of the group (Tarjan's algorithm). */
export function circlesIn(graph: ImportGraph): string[][] {
  const circles: string[][] = []
  const order = new Map<string, number>()
  const open: string[] = []
  /** The earliest open file that can be reached from this one. */
  const visit = (file: string): number => {
    const own = order.size
    order.set(file, own)
    open.push(file)
    let earliest = own
    for (const imported of graph.get(file) ?? []) {
      if (!order.has(imported)) earliest = Math.min(earliest, visit(imported))
      else if (open.includes(imported)) earliest = Math.min(earliest, order.get(imported) ?? own)
    }
    if (earliest === own) {
      const group = open.splice(open.indexOf(file))
      if (group.length > 1) circles.push(group)
    }
    return earliest
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return circles
}

/**
 * They put a whole server, all models, the staff area or the fixtures of tests together: what is imported there belongs to
 * every feature and to none.
 */
const isCompositionRoot = (file: string) =>
  /\/testing\/|^graphql-api\/src\/(app|create-deps)\.ts$|^worker\/src\/(worker|start)\.ts$/.test(file) ||
  /migrations\/indexes\.model\.ts$|staff\/app\/staff-routes\.tsx$|^tools\/seed\//.test(file)

/** What so much depends on that nothing but the whole graph tells what can break. */
const isFoundation = (file: string) => /\.model\.ts$|config\.ts$|\.json$/.test(file)

const isTest = (file: string) => /\.test\.tsx?$/.test(file) && !file.includes('.drill.')

/** The folder that a feature has in each package, such as `leads` of pwa/src/staff/leads/list.tsx. */
const featureOf = (file: string): string | undefined =>
  /^(?:schema|graphql-api|worker|pwa)\/src\/(?:site\/|staff\/)?([\w-]+)\//.exec(file)?.[1]

/**
 * The tests that a change can break: those that import a changed file, however far away but not through a composition
 * root, and those of the same feature in all packages. A changed model, configuration or root
 * leads through the roots as well.
 */
export function relatedTests(changed: readonly string[], graph: ImportGraph): string[] {
  const importers = new Map<string, string[]>()
  for (const [file, imports] of graph)
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), file])
  const isWide = changed.some((file) => isFoundation(file) || isCompositionRoot(file))
  const reached = new Set(changed)
  // A set goes on with what is added to it meanwhile.
  for (const file of reached) {
    if (!isWide && isCompositionRoot(file)) continue
    for (const importer of importers.get(file) ?? []) reached.add(importer)
  }
  const features = new Set(changed.map(featureOf))
  features.delete(undefined)
  features.delete('testing')
  return [...graph.keys()].filter((file) => isTest(file) && (reached.has(file) || features.has(featureOf(file))))
}
