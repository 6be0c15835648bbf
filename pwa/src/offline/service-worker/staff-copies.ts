import { brand } from '@kerbside/schema/brand'
import { underLock } from '@kerbside/schema/operation/one-at-a-time'
import { browserLocks } from '../browser.ts'

/**
 * The cache with the staff app's files and document. The page makes it when somebody signs in on a device of their own,
 * and deletes it with the session; while there is none, nothing of staff is cached. No answer of the API is ever in it.
 */
export const staffCopies = 'staff-copies'
/** The one document of all staff screens: the app in it shows what the path needs. */
export const staffDocument = '/login'

const networkMs = 3_000

/** Pages and service worker open and delete it one after the other, for opening one that is just gone makes it anew. */
const inTurn = underLock(staffCopies, browserLocks())

/** Null while there is none. Writing to one that is deleted meanwhile does not bring it back. */
const opened = () => inTurn(async () => ((await caches.has(staffCopies)) ? caches.open(staffCopies) : null))

export const makeStaffCopies = () => inTurn(() => caches.open(staffCopies))

/** Some browsers have no caches. */
export const deleteStaffCopies = () => inTurn(async () => void (await globalThis.caches?.delete(staffCopies)))

/** A file of the staff app; its name carries a hash of its content. */
export async function staffFile(request: Request): Promise<Response> {
  const cache = await opened()
  const copy = await cache?.match(request)
  if (copy) return copy
  const response = await fetch(request)
  if (cache && response.status === 200) await cache.put(request, response.clone())
  return response
}

/** A staff screen's document: the server's, which `load` gets, or the stored one when none comes in time. */
export async function staffPage(load: () => Promise<Response>): Promise<Response> {
  const cache = await opened()
  const copy = await cache?.match(staffDocument)
  const loading = load().then(async (response) => {
    if (cache && isDocument(response)) await cache.put(staffDocument, response.clone())
    return response
  })
  if (!copy) return loading.catch(noConnection)
  const tooLate = new Promise<Response>((resolve) => setTimeout(() => resolve(copy), networkMs))
  return Promise.race([loading.catch(() => copy), tooLate])
}

/** In place of the browser's own error, where nothing is kept: what is wrong and what to do. It needs no file and no script. */
function noConnection(): Response {
  const page = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>No connection · Kerbside</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body{font:16px/1.55 system-ui,sans-serif;max-width:32rem;margin:0 auto;padding:3rem 1.25rem}h1{font-size:1.5rem;
line-height:1.2}a{display:inline-block;padding:.75rem 1.25rem;border-radius:8px;background:${brand.greenDeep};color:#fff;
font-weight:600;text-decoration:none}</style></head><body><main><h1>This page needs a connection</h1>
<p>You are not connected to the internet, or Kerbside cannot be reached, and nothing of the staff area is kept on this
device.</p><p><a href="">Try again</a></p><p>On a device of your own, tick <b>This is my own device</b> when you sign in:
then your lists and the leads you opened work without a connection.</p></main></body></html>`
  return new Response(page, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** A complete page of ours: no error, no redirect, no sign-in page of a café's Wi-Fi. */
export const isDocument = (response: Response) =>
  response.status === 200 && !response.redirected && /\bhtml\b/.test(response.headers.get('content-type') ?? '')
