// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from '../api-error.ts'
import { session } from '../session.ts'
import { aSession } from '../testing/fake-session.ts'
import { keepOnOwnDevice } from './kept-queries.ts'
import { ownDevice } from './own-device.ts'

const away = () => Promise.reject(new ApiError('OFFLINE', 'No answer'))
const queryKey = ['leads', 'detail', '42']

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
  await ownDevice.keep('lead', queryKey, 'from before')
}

/** A screen that has just been opened, and what it has been shown. */
function openScreen(queryFn: () => Promise<string>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, persister: keepOnOwnDevice } } })
  const screen = new QueryObserver(client, { queryKey, queryFn, meta: { keep: 'lead' } })
  const seen: unknown[] = []
  const stop = screen.subscribe(({ data }) => data !== undefined && data !== seen.at(-1) && seen.push(data))
  onTestFinished(() => {
    stop()
    client.clear()
  })
  return { screen, seen }
}

test('where the server cannot be reached the copy is shown, known as one and as old as it is', async () => {
  await signedIn()
  const { screen, seen } = openScreen(away)
  await expect.poll(() => screen.getCurrentResult().isRefetchError).toBe(true)
  expect(seen).toEqual(['from before'])
  const { dataUpdatedAt } = screen.getCurrentResult()
  expect(ownDevice.isCopy(dataUpdatedAt)).toBe(true)
  expect(dataUpdatedAt).toBe((await ownDevice.read('lead', queryKey))?.at)
})

test('an answer in time is shown alone, and kept', async () => {
  await signedIn()
  const { screen, seen } = openScreen(async () => 'from the server')
  await expect.poll(() => seen).toEqual(['from the server'])
  expect(ownDevice.isCopy(screen.getCurrentResult().dataUpdatedAt)).toBe(false)
  await expect.poll(async () => (await ownDevice.read('lead', queryKey))?.value).toBe('from the server')
})

test('while an answer is late the copy is shown, and the answer takes its place', async () => {
  await signedIn()
  let answer: (text: string) => void = () => {}
  const late = new Promise<string>((resolve) => (answer = resolve))
  const { screen, seen } = openScreen(() => late)
  await expect.poll(() => seen).toEqual(['from before'])
  answer('from the server')
  await expect.poll(() => seen).toEqual(['from before', 'from the server'])
  expect(ownDevice.isCopy(screen.getCurrentResult().dataUpdatedAt)).toBe(false)
})

test('an answer that the person may not see is no reason for a copy', async () => {
  await signedIn()
  const { screen, seen } = openScreen(() => Promise.reject(new ApiError('FORBIDDEN', 'Not yours')))
  await expect.poll(() => screen.getCurrentResult().error?.message).toBe('Not yours')
  expect(seen).toEqual([])
})

test('without an own device there is no copy', async () => {
  await signedIn({ isOwn: false })
  const { screen, seen } = openScreen(away)
  await expect.poll(() => screen.getCurrentResult().error?.message).toBe('No answer')
  expect(seen).toEqual([])
})
