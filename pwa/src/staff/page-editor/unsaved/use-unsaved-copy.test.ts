import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { copyKey, createUnsavedCopies, type UnsavedCopy } from './use-unsaved-copy.ts'

const aName = () => `test-${crypto.randomUUID()}`
const aCopy = (key: string, at = '2026-11-21T10:05:00.000Z'): UnsavedCopy => ({
  key,
  content: { bannerText: 'Sale', hero: { bullets: ['a'] } },
  version: 3,
  at,
})
const on = (day: string) => () => new Date(`${day}T12:00:00Z`)

test('a copy survives the page that wrote it', async () => {
  const name = aName()
  await createUnsavedCopies(name, on('2026-11-21')).write(aCopy('a'))
  expect(await createUnsavedCopies(name, on('2026-11-21')).read('a')).toEqual(aCopy('a'))
})

test('a later copy replaces the earlier one, and an erased one is gone', async () => {
  const copies = createUnsavedCopies(aName(), on('2026-11-21'))
  await copies.write(aCopy('a'))
  await copies.write({ ...aCopy('a'), version: 4 })
  expect((await copies.read('a'))?.version).toBe(4)
  await copies.erase('a')
  expect(await copies.read('a')).toBeNull()
})

test('copies of 30 days ago are cleared, younger ones stay', async () => {
  const name = aName()
  const before = createUnsavedCopies(name, on('2026-11-21'))
  await before.write(aCopy('old', '2026-10-20T10:00:00.000Z'))
  await before.write(aCopy('young', '2026-11-01T10:00:00.000Z'))
  const after = createUnsavedCopies(name, on('2026-11-22'))
  expect(await after.read('old')).toBeNull()
  expect(await after.read('young')).not.toBeNull()
})

test('each person has copies of their own', () =>
  expect(copyKey('u1', 'about', '/about')).not.toBe(copyKey('u2', 'about', '/about')))
