import { expect, test } from 'vitest'
import { createChangeLog } from './change-log.ts'

test('the leads that changed since a count are told once each, and none before it', () => {
  const log = createChangeLog()
  log.begin()
  log.add(1)
  const count = log.count()
  expect(log.since(count)).toEqual([])
  for (const id of [2, 1, 2]) log.add(id)
  expect(log.since(count)?.toSorted()).toEqual([1, 2])
})

test('what is not known is not told: before the watch, while it is broken and after it, a change of any lead, too many', () => {
  const log = createChangeLog(2)
  const early = log.count()
  log.add(1)
  expect(log.since(early)).toBeNull()
  log.begin()
  expect(log.since(early)).toBeNull()

  const watched = log.count()
  log.end()
  expect(log.since(watched)).toBeNull()
  log.begin()
  expect(log.since(watched)).toBeNull()

  const again = log.count()
  log.add(undefined)
  expect(log.since(again)).toBeNull()

  const known = log.count()
  for (const id of [1, 2]) log.add(id)
  expect(log.since(known)).toEqual([1, 2])
  log.add(3)
  expect(log.since(known)).toBeNull()
  expect(log.since(known + 1)).toEqual([2, 3])
})
