// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { localStore, openChannel, Silent, tabStore, within } from './browser.ts'

const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
afterEach(() => {
  if (own) Object.defineProperty(globalThis, 'localStorage', own)
  localStore.clear()
})
const withhold = (descriptor: PropertyDescriptor) =>
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, ...descriptor })

test.each([
  [
    'throws',
    {
      get: () => {
        throw new DOMException('Blocked', 'SecurityError')
      },
    },
  ],
  ['is missing', { value: undefined }],
] as const)('storage that %s keeps what is stored as long as the page', (_how, descriptor) => {
  withhold(descriptor)
  localStore.setItem('a', '1')
  expect([localStore.getItem('a'), localStore.getItem('b')]).toEqual(['1', null])
  localStore.removeItem('a')
  expect(localStore.getItem('a')).toBeNull()
})

test('storage that is full keeps the rest in memory, and what fits again goes to the browser', () => {
  tabStore.setItem('a', '1')
  expect(tabStore.getItem('a')).toBe('1')
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  tabStore.setItem('a', '2')
  Storage.prototype.setItem = setItem
  expect(tabStore.getItem('a')).toBe('2')
  tabStore.setItem('a', '3')
  expect([tabStore.getItem('a'), sessionStorage.getItem('a')]).toEqual(['3', '3'])
})

test('an answer in time is given on, a failure too, and silence is an error', async () => {
  expect(await within(1_000, Promise.resolve(1))).toBe(1)
  await expect(within(1_000, Promise.reject(new Error('No')))).rejects.toThrow('No')
  await expect(within(10, new Promise(() => {}))).rejects.toThrow(Silent)
})

test('without channels nobody is told, and nothing fails', () => {
  const { BroadcastChannel: real } = globalThis
  Object.assign(globalThis, { BroadcastChannel: undefined })
  const channel = openChannel('a')
  channel.onMessage(() => {})
  expect(() => channel.post()).not.toThrow()
  Object.assign(globalThis, { BroadcastChannel: real })
})
