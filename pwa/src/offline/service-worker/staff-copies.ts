/**
 * The cache with the staff app's files and document. The page makes it when somebody signs in on a device of their own,
 * and deletes it with the session; while there is none, nothing of staff is cached. No answer of the API is ever in it.
 */
export const staffCopies = 'staff-copies'
/** The one document of all staff screens: the app in it shows what the path needs. */
export const staffDocument = '/login'

const networkMs = 3_000

/** Null while there is none. Writing to one that is deleted meanwhile does not bring it back. */
const opened = async () => ((await caches.has(staffCopies)) ? caches.open(staffCopies) : null)

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
  if (!copy) return loading
  const tooLate = new Promise<Response>((resolve) => setTimeout(() => resolve(copy), networkMs))
  return Promise.race([loading.catch(() => copy), tooLate])
}

/** A complete page of ours: no error, no redirect, no sign-in page of a café's Wi-Fi. */
export const isDocument = (response: Response) =>
  response.status === 200 && !response.redirected && /\bhtml\b/.test(response.headers.get('content-type') ?? '')
