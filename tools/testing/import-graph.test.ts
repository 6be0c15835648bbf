import { expect, test } from 'vitest'
import { circlesIn, readImportGraph, relatedTests } from './import-graph.ts'

const graph = new Map([
  ['schema/src/promise/promise.ts', []],
  ['schema/src/leads/lead.model.ts', []],
  ['worker/src/promise/alerts.ts', ['schema/src/promise/promise.ts', 'schema/src/leads/lead.model.ts']],
  ['worker/src/worker.ts', ['worker/src/promise/alerts.ts']],
  ['worker/src/testing/test-worker.ts', ['worker/src/worker.ts']],
  ['worker/src/promise/alerts.test.ts', ['worker/src/testing/test-worker.ts', 'worker/src/promise/alerts.ts']],
  ['worker/src/offers/offer.test.ts', ['worker/src/testing/test-worker.ts']],
  ['worker/src/offers/offers.drill.test.ts', ['worker/src/promise/alerts.ts']],
  ['graphql-api/src/promise/page.test.ts', []],
])

test('a change brings the tests that import it and those of its feature, but not all that start the whole worker', () => {
  const near = ['worker/src/promise/alerts.test.ts', 'graphql-api/src/promise/page.test.ts']
  expect(relatedTests(['schema/src/promise/promise.ts'], graph)).toEqual(near)
  expect(relatedTests(['worker/src/promise/alerts.ts'], graph)).toEqual(near)
})

test('a changed model, configuration or composition root brings all that start the worker', () => {
  const all = ['worker/src/promise/alerts.test.ts', 'worker/src/offers/offer.test.ts']
  expect(relatedTests(['schema/src/leads/lead.model.ts'], graph)).toEqual(all)
  expect(relatedTests(['worker/src/worker.ts'], graph)).toEqual(all)
})

test('the graph has what is imported by a relative path and by the name of a package, types only when asked for', () => {
  const importsOf = (types: boolean) => readImportGraph({ types }).get('worker/src/promise/measure-promise.ts')
  const values = ['schema/src/leads/lead.model.ts', 'schema/src/promise/measured-figures.ts']
  expect(importsOf(false)).toEqual(expect.arrayContaining(values))
  expect(importsOf(false)).not.toContain('worker/src/deps.ts')
  expect(importsOf(true)).toEqual(expect.arrayContaining([...values, 'worker/src/deps.ts']))
})

test('no file imports itself by way of others, also for types alone', () => {
  const circle = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ])
  expect(circlesIn(circle)).toEqual([['a', 'b', 'c']])
  expect(circlesIn(readImportGraph({ types: true }))).toEqual([])
})
