import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, test } from 'vitest'
import { aStorage } from '../../api/testing/fake-session.ts'
import { createDrafts } from './draft.ts'

const day = 24 * 3600 * 1000
const aDraft = (firstName: string) => ({ submissionId: 'a', shownMs: 1, answers: { first_name: firstName } })

/** Browsers over one database are tabs, or the same browser later. */
function aBrowser(name = `test-${crypto.randomUUID()}`, session = aStorage()) {
  const clock = { now: 100 * day }
  const open = () => createDrafts({ name, session, now: () => clock.now })
  const stored = async () => (await openDB(name)).getAllKeys('drafts')
  return { name, clock, open, stored }
}

test('a draft outlives the page', async () => {
  const { open } = aBrowser()
  await open().write('/', aDraft('Aoife'))
  expect(await open().read('/')).toMatchObject(aDraft('Aoife'))
  expect(await open().read('/about')).toBeNull()
})

test('calls take effect in the order in which they were made, without waiting for each other', async () => {
  const drafts = aBrowser().open()
  void drafts.write('/', aDraft('A'))
  void drafts.write('/', aDraft('Ao'))
  expect((await drafts.read('/'))?.answers).toEqual({ first_name: 'Ao' })
  void drafts.erase('/')
  expect(await drafts.read('/')).toBeNull()
})

test('on a shared device nothing is kept from then on, and what was goes; a quote that is edited comes back', async () => {
  const { open } = aBrowser()
  await open().write('/', aDraft('Aoife'))
  await open().keepNone('/')
  expect(await open().read('/')).toBeNull()
  await open().write('/', aDraft('Aoife'))
  expect([await open().read('/'), open().areKept()]).toEqual([null, false])
  await open().write('/', { ...aDraft('Aoife'), editing: { message: null, errors: {} } })
  expect(await open().read('/')).toMatchObject(aDraft('Aoife'))
})

test('two tabs see each other’s draft, and one that erases it erases it for both', async () => {
  const { open } = aBrowser()
  const [one, two] = [open(), open()]
  await one.write('/', aDraft('Aoife'))
  expect((await two.read('/'))?.answers).toEqual({ first_name: 'Aoife' })
  await two.erase('/')
  expect(await one.read('/')).toBeNull()
})

test('a form counts as begun from the first letter, here or in another tab, until it is sent', async () => {
  const { open } = aBrowser()
  const [one, two] = [open(), open()]
  expect(await one.isBegun('/')).toBe(false)
  const asked = one.isBegun('/')
  void one.write('/', aDraft('A'))
  expect(await asked).toBe(true)
  expect(await two.isBegun('/')).toBe(true)
  await one.erase('/')
  expect([await one.isBegun('/'), await two.isBegun('/')]).toEqual([false, false])
})

test('after seven days a draft is deleted, not only hidden: by whoever reads it, or by any page that is opened', async () => {
  const { open, clock, stored } = aBrowser()
  const left = open()
  await left.write('/', aDraft('Aoife'))
  await left.write('/about', aDraft('Ben'))
  clock.now += 7 * day - 1
  expect(await left.read('/')).not.toBeNull()
  clock.now += 1
  expect(await left.read('/')).toBeNull()
  expect(await stored()).toEqual(['/about'])
  await open().tidy()
  expect(await stored()).toEqual([])
})

test('an acknowledged request takes its draft along, but not what was typed since, nor another request', async () => {
  const { open, clock, stored } = aBrowser()
  const drafts = open()
  const acknowledgedAt = clock.now
  await drafts.write('/sent', aDraft('Aoife'))
  await drafts.write('/edited', { ...aDraft('Aoife'), editing: { message: null, errors: {} } })
  await drafts.write('/other', { ...aDraft('Aoife'), submissionId: 'b' })
  clock.now += 1
  await drafts.write('/since', aDraft('Ben'))
  await drafts.eraseSent({ id: 'a', acknowledgedAt })
  expect(await stored()).toEqual(['/edited', '/other', '/since'])
})

test('where the database is withheld, the draft is kept with the tab', async () => {
  const { open } = aBrowser()
  const { open: real } = IDBFactory.prototype
  IDBFactory.prototype.open = () => {
    throw new DOMException('Not allowed here', 'SecurityError')
  }
  try {
    const drafts = open()
    await drafts.write('/', aDraft('Aoife'))
    expect(await open().read('/')).toMatchObject(aDraft('Aoife'))
    expect(await drafts.canKeep()).toBe(false)
    await drafts.erase('/')
    expect(await open().read('/')).toBeNull()
  } finally {
    IDBFactory.prototype.open = real
  }
})

test('a newer version of the app in another tab is not held up', async () => {
  const { open, name } = aBrowser()
  await open().write('/', aDraft('Aoife'))
  const newer = await openDB(name, 2)
  expect(await newer.count('drafts')).toBe(1)
})
