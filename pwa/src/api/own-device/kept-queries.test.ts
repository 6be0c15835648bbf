// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { openDB } from 'idb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../api-error.ts'
import { session } from '../session.ts'
import { aSession } from '../testing/fake-session.ts'
import { keepOnOwnDevice, keptAnswers } from './kept-queries.ts'
import { keptDatabase, ownDevice } from './own-device.ts'

const away = () => Promise.reject(new ApiError('OFFLINE', 'No answer'))
const queryKey = ['leads', 'detail', '42']
const answer = (text: string) => async () => text

/** Somebody signed in, whose answer 'from before' is kept if the device is their own. */
async function signedIn({ isOwn = true } = {}) {
  onTestFinished(ownDevice.start())
  onTestFinished(async () => {
    session.clear('person')
    await ownDevice.clear()
  })
  const { token, user } = aSession('t')
  ownDevice.choose(user, isOwn)
  session.set({ token, user })
  await shown(answer('from before'))
  await expect.poll(() => keptAnswers(queryKey)).toEqual(isOwn ? ['from before'] : [])
}

/** A screen that has just been opened, and what it has been shown. */
function openScreen(queryFn: () => Promise<string>, meta: { keep?: true } = { keep: true }) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, persister: keepOnOwnDevice } } })
  const screen = new QueryObserver(client, { queryKey, queryFn, meta })
  const seen: unknown[] = []
  const stop = screen.subscribe(({ data }) => data !== undefined && data !== seen.at(-1) && seen.push(data))
  onTestFinished(() => {
    stop()
    client.clear()
  })
  return { screen, seen }
}

/** What a screen shows in the end. */
async function shown(queryFn: () => Promise<string>): Promise<unknown[]> {
  const { screen, seen } = openScreen(queryFn)
  await expect.poll(() => screen.getCurrentResult().fetchStatus).toBe('idle')
  return seen
}

const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

test('where the server cannot be reached the kept answer is shown, with its age', async () => {
  const before = Date.now()
  await signedIn()
  const { screen, seen } = openScreen(away)
  await expect.poll(() => screen.getCurrentResult().isRefetchError).toBe(true)
  expect(seen).toEqual(['from before'])
  const { dataUpdatedAt } = screen.getCurrentResult()
  expect(dataUpdatedAt).toBeGreaterThanOrEqual(before)
  expect(dataUpdatedAt).toBe(JSON.parse((await stored())[0]?.text ?? '{}').state.dataUpdatedAt)
})

/** What stands in the database. */
async function stored(): Promise<{ id: string; text: string }[]> {
  const database = await openDB(keptDatabase)
  const rows = await database.getAll('answers')
  database.close()
  return rows
}

test('the answer of the server takes the place of the kept one, and is kept', async () => {
  await signedIn()
  const { seen } = openScreen(answer('from the server'))
  await expect.poll(() => seen).toEqual(['from before', 'from the server'])
  await expect.poll(() => keptAnswers(['leads'])).toEqual(['from the server'])
})

test('what is not to be kept is not', async () => {
  await signedIn()
  const { seen } = openScreen(answer('from the server'), {})
  await expect.poll(() => seen).toEqual(['from the server'])
  expect(await keptAnswers([])).toEqual(['from before'])
})

test('without an own device there is no copy', async () => {
  await signedIn({ isOwn: false })
  const { screen, seen } = openScreen(away)
  await expect.poll(() => screen.getCurrentResult().error?.message).toBe('No answer')
  expect(seen).toEqual([])
  expect(await databases()).not.toContain(keptDatabase)
})

test('the end of the session deletes the database, and a late answer is not kept', async () => {
  await signedIn()
  let late: (text: string) => void = () => {}
  const { seen } = openScreen(() => new Promise((resolve) => (late = resolve)))
  await expect.poll(() => seen).toEqual(['from before'])
  session.clear('server')
  await expect.poll(databases).not.toContain(keptDatabase)
  late('from the server')
  await expect.poll(() => seen).toEqual(['from before', 'from the server'])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await databases()).not.toContain(keptDatabase)
})

test('an answer goes a week after it was loaded', async () => {
  await signedIn()
  vi.useFakeTimers({ now: Date.now() + 7 * 24 * 3_600_000 - 60_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await keptAnswers(queryKey)).toEqual(['from before'])
  vi.setSystemTime(Date.now() + 120_000)
  expect(await keptAnswers(queryKey)).toEqual([])
  expect(await stored()).toEqual([])
})
