import { expect, onTestFinished, test } from 'vitest'
import { deleteStaffCopies, makeStaffCopies, staffCopies, staffFile, staffPage } from './staff-copies.ts'

/** The browser's caches by name: each answers a moment later, and what was opened outlives its deletion for itself alone. */
function useCaches() {
  const named = new Map<string, Map<string, Response>>()
  const aMoment = () => new Promise((resolve) => setTimeout(resolve, 1))
  const opened = (entries: Map<string, Response>) => ({
    match: async (key: string | Request) => entries.get(pathOf(key))?.clone(),
    put: async (key: string | Request, response: Response) => void entries.set(pathOf(key), response),
  })
  const fake = {
    async has(name: string) {
      const isThere = named.has(name)
      await aMoment()
      return isThere
    },
    async open(name: string) {
      const entries = named.get(name) ?? new Map<string, Response>()
      named.set(name, entries)
      await aMoment()
      return opened(entries)
    },
    delete: async (name: string) => named.delete(name),
  }
  const before = { caches: globalThis.caches, fetch: globalThis.fetch }
  Object.assign(globalThis, { caches: fake, fetch: async () => aPage() })
  onTestFinished(() => void Object.assign(globalThis, before))
  return { kept: () => [...(named.get(staffCopies)?.keys() ?? [])], isThere: () => named.has(staffCopies) }
}

const pathOf = (key: string | Request) => (typeof key === 'string' ? key : new URL(key.url).pathname)
const aPage = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
const file = new Request('https://kerbside.example/assets/staff/leads-1234.js')

test('on an own device the app’s document and files are kept', async () => {
  const { kept } = useCaches()
  await makeStaffCopies()
  await staffPage(async () => aPage())
  await staffFile(file)
  expect(kept()).toEqual(['/login', '/assets/staff/leads-1234.js'])
})

test('where nothing is kept, loading a page or a file keeps nothing', async () => {
  const { isThere } = useCaches()
  await staffPage(async () => aPage())
  await staffFile(file)
  expect(isThere()).toBe(false)
})

test('what is loaded while the session ends does not bring back what is being deleted', async () => {
  const { isThere } = useCaches()
  await makeStaffCopies()
  const loading = [staffPage(async () => aPage()), staffFile(file)]
  await deleteStaffCopies()
  await Promise.all(loading)
  expect(isThere()).toBe(false)
})
