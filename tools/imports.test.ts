import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './cli/folders.ts'
import { circlesIn, readImportGraph, type ImportGraph } from './testing/import-graph.ts'

// Which folder may import which is written in docs/imports.md and nowhere else.

const text = readFileSync(path.join(root, 'docs/imports.md'), 'utf8')
type Row = { places: string[]; allowed: string[] }

/** The paths in backticks; `a/{b,c}` is two of them. */
const pathsIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => {
    const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? []
    return names === undefined ? [name] : names.split(',').map((each) => `${before}${each}${after}`)
  })

const table = text.slice(text.indexOf('| a file in'), text.indexOf('Inside `graphql-api/src` an'))
const rows: Row[] = table
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, files = '', others = ''] = line.split('|')
    return { places: pathsIn(files), allowed: pathsIn(others) }
  })

const [, block = ''] = /leads to a lower line only[^]*?```text\n([^]*?)```/.exec(text) ?? []
/** From the top down. */
const apiLayers = block
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`)

/** The row of a file with the folder that is its own. */
function ruleOf(file: string): { own: string; allowed: string[] } | null {
  for (const { places, allowed } of rows) {
    for (const place of places) {
      const [own] = new RegExp(`^${place.replaceAll('*', '[^/]+')}(?=/|$)`).exec(file) ?? []
      if (own !== undefined) return { own, allowed }
    }
  }
  return null
}

const api = 'graphql-api/src/'
const nameInApi = (file: string) => file.slice(api.length).split('/')[0] ?? ''
const layerOf = (file: string) => apiLayers.findIndex((layer) => layer.includes(nameInApi(file)))

function mayImport(file: string, imported: string): boolean {
  const rule = ruleOf(file)
  if (!rule || ![rule.own, ...rule.allowed].some((folder) => isIn(imported, folder))) return false
  const isInsideApi = file.startsWith(api) && imported.startsWith(api)
  return !isInsideApi || nameInApi(file) === nameInApi(imported) || layerOf(imported) > layerOf(file)
}

const isProduct = (file: string) =>
  /^(schema|graphql-api|worker|pwa)\/src\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file)

const forbidden = (graph: ImportGraph) =>
  [...graph].flatMap(([file, imports]) =>
    isProduct(file) ? imports.filter((each) => !mayImport(file, each)).map((each) => `${file} > ${each}`) : [],
  )

test('every import of the product is one that docs/imports.md allows', () => {
  const graph = readImportGraph({ types: true })
  const product = [...graph.keys()].filter(isProduct)
  expect(product.filter((file) => ruleOf(file) === null)).toEqual([])
  expect(product.filter((file) => file.startsWith(api) && layerOf(file) === -1)).toEqual([])
  expect(forbidden(graph)).toEqual([])
})

/** The folder of a feature, such as `pwa/src/staff/leads`. */
const folderOf = (file: string) => /^[\w-]+\/src\/(?:(?:site|staff)\/)?[\w-]+(?=\/)/.exec(file)?.[0]

function folderGraph(graph: ImportGraph): ImportGraph {
  const folders = new Map<string, string[]>()
  for (const [file, imports] of graph) {
    const folder = isProduct(file) ? folderOf(file) : undefined
    if (folder === undefined) continue
    const others = imports.filter(isProduct).flatMap((each) => folderOf(each) ?? [])
    folders.set(folder, [...(folders.get(folder) ?? []), ...others.filter((other) => other !== folder)])
  }
  return folders
}

test('no folders of features import each other, also not for a type or by way of others', () => {
  const folders = folderGraph(readImportGraph({ types: true }))
  for (const place of ['schema/src/leads', 'worker/src/offers', 'graphql-api/src/leads', 'pwa/src/staff/leads']) {
    expect([...folders.keys()]).toContain(place)
  }
  expect(circlesIn(folders)).toEqual([])
})

test('every folder that its table and its layers name exists', () => {
  const named = rows.flatMap(({ places, allowed }) => [...places, ...allowed])
  const layers = apiLayers.flat().map((name) => `${api}${name}`)
  expect(rows.length).toBeGreaterThan(10)
  expect([...named, ...layers].filter((name) => !existsSync(path.join(root, name.replace('/*', ''))))).toEqual([])
})

test.each([
  ['schema/src/leads/a.ts', 'graphql-api/src/app.ts'],
  ['schema/src/leads/a.model.ts', 'worker/src/worker.ts'],
  ['worker/src/leads/a.ts', 'graphql-api/src/leads/leads.service.ts'],
  ['worker/src/leads/b.ts', 'pwa/src/main.ts'],
  ['graphql-api/src/leads/a.service.ts', 'worker/src/worker.ts'],
  ['graphql-api/src/leads/b.service.ts', 'pwa/src/main.ts'],
  ['graphql-api/src/leads/c.service.ts', 'graphql-api/src/operation/metrics.ts'],
  ['graphql-api/src/http/a.ts', 'graphql-api/src/leads/leads.service.ts'],
  ['graphql-api/src/http/b.ts', 'graphql-api/src/graphql/builder.ts'],
  ['graphql-api/src/graphql/a.ts', 'graphql-api/src/leads/leads.graphql.ts'],
  ['graphql-api/src/events/a.ts', 'graphql-api/src/http/errors.ts'],
  ['graphql-api/src/pages/a.ts', 'graphql-api/src/quotes/form-post.ts'],
  ['pwa/src/main.ts', 'graphql-api/src/app.ts'],
  ['pwa/src/api/a.ts', 'pwa/src/staff/leads/leads.queries.ts'],
  ['pwa/src/offline/a.ts', 'pwa/src/site/quotes/draft.ts'],
  ['pwa/src/brand/a.tsx', 'pwa/src/site/ui/toasts.tsx'],
  ['pwa/src/site/app/a.tsx', 'pwa/src/staff/ui/toasts.tsx'],
  ['pwa/src/site/quotes/a.tsx', 'pwa/src/site/pages/sections.tsx'],
  ['pwa/src/site/quotes/b.tsx', 'pwa/src/site/app/navigation.ts'],
  ['pwa/src/site/pages/home/a.tsx', 'pwa/src/site/quotes/quote-form.tsx'],
  ['pwa/src/site/ui/a.tsx', 'pwa/src/site/quotes/draft.ts'],
  ['pwa/src/staff/app/a.tsx', 'pwa/src/site/ui/toasts.tsx'],
  ['pwa/src/staff/leads/list/a.tsx', 'pwa/src/staff/users/user-labels.tsx'],
  ['pwa/src/staff/leads/list/b.tsx', 'pwa/src/staff/app/staff-app.tsx'],
  ['pwa/src/staff/brand-new/a.tsx', 'pwa/src/staff/leads/leads.queries.ts'],
  ['pwa/src/staff/ui/a.tsx', 'pwa/src/staff/leads/lead-chips.tsx'],
  ['pwa/src/staff/dashboard/a.tsx', 'pwa/src/staff/page-editor/pages.queries.ts'],
  ['pwa/src/staff/images/a.tsx', 'pwa/src/staff/page-editor/pages.queries.ts'],
  ['pwa/src/staff/page-editor/tabs/home/a.tsx', 'pwa/src/staff/leads/lead-chips.tsx'],
  ['pwa/src/staff/page-editor/tabs/b.tsx', 'pwa/src/site/app/site.tsx'],
  ['pwa/src/staff/page-editor/preview/a.tsx', 'pwa/src/staff/leads/lead-chips.tsx'],
])('%s may not import %s', (file, imported) => {
  expect(forbidden(new Map([[file, [imported]]]))).toEqual([`${file} > ${imported}`])
})

test.each([
  ['schema/src/leads/a.ts', 'schema/src/quotes/quote.ts'],
  ['worker/src/leads/a.ts', 'schema/src/leads/lead.model.ts'],
  ['graphql-api/src/app.ts', 'graphql-api/src/leads/leads.graphql.ts'],
  ['graphql-api/src/quotes/a.ts', 'graphql-api/src/leads/leads.service.ts'],
  ['graphql-api/src/leads/a.test.ts', 'graphql-api/src/quotes/quotes.service.ts'],
  ['pwa/src/site/quotes/a.ts', 'pwa/src/offline/outbox/outbox.ts'],
  ['pwa/src/site/app/a.ts', 'pwa/src/site/pages/home/home-page.tsx'],
  ['pwa/src/staff/app/layout/a.ts', 'pwa/src/staff/leads/outages.tsx'],
  ['pwa/src/staff/leads/list/a.ts', 'pwa/src/staff/leads/leads.queries.ts'],
  ['pwa/src/staff/dashboard/a.ts', 'pwa/src/staff/leads/leads.queries.ts'],
  ['pwa/src/staff/page-editor/tabs/home/a.ts', 'pwa/src/staff/images/upload-button.tsx'],
  ['pwa/src/staff/page-editor/preview/a.ts', 'pwa/src/site/app/site.tsx'],
])('%s may import %s', (file, imported) => {
  expect(forbidden(new Map([[file, [imported]]]))).toEqual([])
})
