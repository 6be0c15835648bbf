import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, onTestFinished, test } from 'vitest'
import type { Session } from '../session.ts'
import { aSession, aStorage, aTab } from '../testing/fake-session.ts'
import { createOwnDevice } from './own-device.ts'

const hour = 3_600_000
const day = 24 * hour
const lead = { fullName: 'Rosalind Franklin', mobile: '07400 123456', email: 'rosalind@example.com' }
const search = ['leads', 'list', { filter: { search: 'Rosalind' } }]
const ofManager = (token = 't'): Session => ({ ...aSession(token), user: { ...aSession(token).user, role: 2 } })

/** A browser in which Ada has signed in on her own device, with a lead and a list kept. */
async function anOwnDevice({ isOwn = true } = {}) {
  const clock = { now: Date.parse('2026-11-02T09:00:00Z') }
  const storage = aStorage()
  const events = new EventTarget()
  const sessions = aTab(storage, events)
  const databaseName = `test-${crypto.randomUUID()}`
  const dropped: string[] = []
  const dropFiles = async () => dropped.push('files')
  const restart = () => {
    const device = createOwnDevice({ sessions, storage: () => storage, dropFiles, databaseName, now: () => clock.now })
    onTestFinished(device.start())
    return device
  }
  sessions.set(ofManager())
  const device = restart()
  await device.store()
  sessions.clear('person')
  device.choose(ofManager().user, isOwn)
  sessions.set(ofManager())
  await device.keep('lead', ['leads', 'detail', '42'], lead)
  await device.keep('list', search, { nodes: [lead] })
  dropped.length = 0
  return { device, sessions, clock, databaseName, dropped, restart, storage }
}

/** Every byte that the database holds, as text; keys that cannot be read out appear as such. */
async function bytesOf(name: string): Promise<string> {
  const database = await openDB(name)
  const rows = await Promise.all(
    [...database.objectStoreNames].map(async (store) => [
      ...(await database.getAllKeys(store)),
      ...(await database.getAll(store)),
    ]),
  )
  database.close()
  return JSON.stringify(rows, (_name, value: unknown) =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value)
      ? Buffer.from(value as ArrayBuffer).toString('latin1')
      : value,
  )
}

const databases = async () => (await indexedDB.databases()).map(({ name }) => name)
const detail = ['leads', 'detail', '42']

type Device = Awaited<ReturnType<typeof anOwnDevice>>

async function expectNothingLeft({ device, databaseName, dropped }: Device) {
  await device.store()
  expect(await databases()).not.toContain(databaseName)
  expect(dropped).toContain('files')
  expect(await device.read('lead', detail)).toBeUndefined()
}

test('what is kept survives closing the app', async () => {
  const { restart, clock } = await anOwnDevice()
  expect(await restart().read('lead', detail)).toEqual({ value: lead, at: clock.now })
  expect(await restart().read('list', search)).toMatchObject({ value: { nodes: [lead] } })
})

test('without the tick at sign-in nothing is kept', async () => {
  const { device, databaseName } = await anOwnDevice({ isOwn: false })
  expect(await device.read('lead', detail)).toBeUndefined()
  expect(await databases()).not.toContain(databaseName)
})

test('neither names nor numbers, addresses and search terms stand in the database in clear', async () => {
  const { databaseName } = await anOwnDevice()
  const bytes = await bytesOf(databaseName)
  expect(bytes.length).toBeGreaterThan(500)
  for (const word of ['Rosalind', '07400', 'example.com', 'search', 'mobile']) expect(bytes).not.toContain(word)
})

test('the keys cannot be read out of the browser', async () => {
  const { databaseName } = await anOwnDevice()
  const database = await openDB(databaseName)
  const [{ encrypting, naming }] = await database.getAll('device')
  database.close()
  expect([encrypting.extractable, naming.extractable]).toEqual([false, false])
})

test('logging out deletes database, key and files', async () => {
  const own = await anOwnDevice()
  own.sessions.clear('person')
  await own.device.clear()
  await expectNothingLeft(own)
})

test('a 401 deletes database, key and files', async () => {
  const own = await anOwnDevice()
  own.sessions.clear('server')
  await expectNothingLeft(own)
})

test('another role of the same person deletes them, and ends the choice', async () => {
  const own = await anOwnDevice()
  own.sessions.set(aSession('renewed'))
  await expectNothingLeft(own)
  expect(own.device.isChosen()).toBe(false)
})

test('a renewed session of the same person and role leaves them', async () => {
  const { device, sessions } = await anOwnDevice()
  sessions.set(ofManager('renewed'))
  expect(await device.read('lead', detail)).toMatchObject({ value: lead })
})

test('another person at this device finds nothing', async () => {
  const own = await anOwnDevice()
  own.sessions.set({ token: 'x', user: { ...ofManager().user, id: 'u2' } })
  await expectNothingLeft(own)
})

test('a week without contact deletes them at the next start', async () => {
  const own = await anOwnDevice()
  own.clock.now += 7 * day
  const device = own.restart()
  await expectNothingLeft({ ...own, device })
})

test('a week without contact deletes them while the app is open', async () => {
  const own = await anOwnDevice()
  own.clock.now += 7 * day - hour
  await own.device.check()
  expect(own.dropped).toEqual([])
  own.clock.now += hour
  await own.device.check()
  await expectNothingLeft(own)
})

test('a clock set back by a day deletes them, one put right by an hour does not', async () => {
  const own = await anOwnDevice()
  own.clock.now += 3 * day
  await own.device.check()
  own.clock.now -= hour
  await own.device.check()
  expect(own.dropped).toEqual([])
  own.clock.now -= day
  await own.device.check()
  await expectNothingLeft(own)
})

test('after a week without contact the first answer is kept again', async () => {
  const own = await anOwnDevice()
  own.clock.now += 8 * day
  const device = own.restart()
  await device.keep('list', search, { nodes: [] })
  expect(await device.read('list', search)).toMatchObject({ value: { nodes: [] } })
  expect(await device.read('lead', detail)).toBeUndefined()
})

test('a lead goes seven days after it was opened, although the server was heard since', async () => {
  const { device, clock } = await anOwnDevice()
  clock.now += 6 * day
  await device.keep('lead', ['leads', 'detail', '43'], lead)
  clock.now += day
  expect(await device.read('lead', detail)).toBeUndefined()
  expect(await device.read('lead', ['leads', 'detail', '43'])).toBeDefined()
})

test('of lists the latest thirty are kept', async () => {
  const { device, clock } = await anOwnDevice()
  for (let page = 1; page <= 30; page++) {
    clock.now += 1
    await device.keep('list', ['leads', 'list', page], { page })
  }
  expect(await device.read('list', search)).toBeUndefined()
  expect(await device.read('list', ['leads', 'list', 1])).toMatchObject({ value: { page: 1 } })
})

test('a lead that is gone is no longer kept', async () => {
  const { device } = await anOwnDevice()
  await device.keep('lead', detail, null)
  expect(await device.read('lead', detail)).toBeUndefined()
})

test('a late answer after the log-out is not kept', async () => {
  const own = await anOwnDevice()
  const store = await own.device.store()
  own.sessions.clear('person')
  await own.device.clear()
  await store?.put('lead', detail, lead)
  expect(await databases()).not.toContain(own.databaseName)
})

test('the log-out leaves the quote queue and what an editor had not saved', async () => {
  const own = await anOwnDevice()
  const others = ['kerbside-outbox', 'kerbside-editor']
  for (const name of others) (await openDB(name, 1)).close()
  own.sessions.clear('person')
  await own.device.clear()
  expect(await databases()).toEqual(expect.arrayContaining(others))
})

const change = { kind: 'note', value: 'Rosalind wants a ramp' }
const changed = async (own: Device) => (await (await own.device.changes())?.all('change'))?.map(({ value }) => value)
const otherPerson = { token: 'x', user: { ...ofManager().user, id: 'u2' } }

test.each([
  ['a 401', async (own: Device) => own.sessions.clear('server')],
  [
    'another person, who finds nothing of it',
    async (own: Device) => {
      own.sessions.set(otherPerson)
      expect(await own.device.changes()).toBeNull()
    },
  ],
  ['another role', async (own: Device) => own.sessions.set(aSession('renewed'))],
  [
    'a week without contact',
    async (own: Device) => {
      own.clock.now += 8 * day
      await own.device.check()
    },
  ],
])(
  'what was changed and not sent outlives %s, encrypted, and is there when the person signs in again',
  async (_, end) => {
    const own = await anOwnDevice()
    await (await own.device.changes())?.put('change', '1', change)
    await end(own)
    await expectNothingLeft(own)
    const [name = ''] = (await databases()).filter((each) =>
      each?.startsWith(`${own.databaseName}-changes-${ofManager().user.id}`),
    )
    expect(await bytesOf(name)).not.toContain('Rosalind')
    // Without the tick too.
    own.device.choose(ofManager().user, false)
    own.sessions.set(ofManager('again'))
    expect(await changed(own)).toEqual([change])
  },
)

test('of changes that belong together all are stored or none', async () => {
  const own = await anOwnDevice()
  const changes = await own.device.changes()
  const broken = [
    { key: '1', value: change, at: 1 },
    { key: '2', value: 1n, at: 2 },
  ]
  await expect(changes?.putAll('change', broken)).rejects.toThrow(TypeError)
  expect(await changed(own)).toEqual([])
})

test('without a session nobody sees what was changed; logging out deletes it', async () => {
  const own = await anOwnDevice()
  await (await own.device.changes())?.put('change', '1', change)
  own.sessions.clear('server')
  expect(await own.device.changes()).toBeNull()
  own.sessions.set(ofManager('again'))
  await own.device.discardChanges()
  expect(
    (await databases()).filter((name) => name?.includes('-changes-') && name.startsWith(own.databaseName)),
  ).toEqual([])
})

test('without the tick, and with nothing left from before, there is no place for changes', async () => {
  const { device } = await anOwnDevice({ isOwn: false })
  expect(await device.changes()).toBeNull()
})
