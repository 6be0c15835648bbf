import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../cli/folders.ts'
import { readImportGraph } from './import-graph.ts'

const product = [...readImportGraph({ types: false }).keys()].filter(
  (file) => /^(schema|graphql-api|worker)\/src\//.test(file) && !/\.test\.ts$|\/testing\/|\/migrations\//.test(file),
)

const filesWith = (pattern: RegExp) =>
  product.filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8')))

test('one module writes the offers of leads', () => {
  expect(filesWith(/['"`]offers\.\$|\boffers: \{ \$each|\$push: \{ offers\b/)).toEqual([
    'schema/src/leads/write-offers.model.ts',
  ])
})
