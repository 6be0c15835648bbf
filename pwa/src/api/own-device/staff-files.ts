import { isDocument, makeStaffCopies, staffDocument } from '../../offline/service-worker/staff-copies.ts'

/** Far more than one build has; of older builds the first go. */
const maximumFiles = 200

/** What the staff app needs to open without a network: its document, and every file of it that this page has loaded. */
export async function keepStaffFiles(): Promise<void> {
  // Where a browser has no caches, or no room, the screens need a connection.
  await fillCache().catch(() => {})
}

async function fillCache(): Promise<void> {
  const cache = await makeStaffCopies()
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => new URL(name).pathname.startsWith('/assets/staff/'))
  const missing = await Promise.all(files.map(async (file) => ((await cache.match(file)) ? [] : [file])))
  const [document] = await Promise.all([
    fetch(staffDocument, { credentials: 'omit', headers: { accept: 'text/html' } }),
    cache.addAll([...new Set(missing.flat())]),
  ])
  if (isDocument(document)) await cache.put(staffDocument, document)
  const stored = await cache.keys()
  const others = stored.filter(({ url }) => new URL(url).pathname !== staffDocument)
  await Promise.all(others.slice(0, -maximumFiles).map((request) => cache.delete(request)))
}
