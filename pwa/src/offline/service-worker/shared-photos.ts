import { isSharePath, shareResult } from '@kerbside/schema/pages/site-paths'

// Photos on their way from the phone's gallery to a lead (docs/specification.md, 12.2): the service worker stores what is
// shared to the staff app, the page adds what is chosen there on an own device, and removes what the server has.

/** They lie on this phone in its gallery too, so they are stored as they are. */
const cacheName = 'shared-photos'
/** At one time on one device. */
export const sharedLimits = { files: 10, bytes: 20 * 1024 * 1024, ms: 24 * 3_600_000 } as const

/** `id`: a UUID made here, under which the server stores the photo once. */
export type SharedPhoto = { id: string; file: File; at: number }

const prefix = '/shared-photos/'
const headers = { name: 'x-name', at: 'x-at' } as const

/** The answer to what the phone's share sheet posts: the screen that sends it, without the photos in its history. */
export async function takeShared(request: Request): Promise<Response> {
  const { origin, pathname } = new URL(request.url)
  const to = (result: string) => Response.redirect(`${origin}${pathname}${result}`, 303)
  try {
    const form = await request.formData()
    const { leftOut } = await keepShared([...form.values()].filter((value) => value instanceof File))
    return to(leftOut > 0 ? `?${shareResult.leftOut}=${leftOut}` : '')
  } catch {
    // No room, or cut off: the screen says that they have to be chosen again.
    return to(`?${shareResult.notKept}`)
  }
}

/** Whether the share sheet posts to this address. */
export const isShare = ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }) =>
  sameOrigin && isSharePath(url.pathname)

/** Stores photos beside those that wait. `leftOut`: those that are no pictures, too large or too many. */
export async function keepShared(files: readonly File[], now = Date.now()) {
  const waiting = await sharedPhotos(now)
  const taken = files
    .filter(({ type, size }) => type.startsWith('image/') && size > 0 && size <= sharedLimits.bytes)
    .slice(0, Math.max(0, sharedLimits.files - waiting.length))
  const cache = await caches.open(cacheName)
  const photos = taken.map((file, index): SharedPhoto => ({ id: crypto.randomUUID(), file, at: now + index }))
  for (const { id, file, at } of photos) {
    const about = { 'content-type': file.type, [headers.name]: encodeURIComponent(file.name), [headers.at]: String(at) }
    await cache.put(prefix + id, new Response(file, { headers: about }))
  }
  return { photos, leftOut: files.length - taken.length }
}

/** What waits, in the order in which it came. What has waited for a day is deleted. */
export async function sharedPhotos(now = Date.now()): Promise<SharedPhoto[]> {
  if (!(await caches.has(cacheName))) return []
  const cache = await caches.open(cacheName)
  const photos: SharedPhoto[] = []
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    const at = Number(response?.headers.get(headers.at))
    if (!response || !(Math.abs(now - at) < sharedLimits.ms)) {
      await cache.delete(request)
      continue
    }
    const name = decodeURIComponent(response.headers.get(headers.name) ?? '')
    const blob = await response.blob()
    const id = new URL(request.url).pathname.slice(prefix.length)
    photos.push({ id, file: new File([blob], name, { type: blob.type }), at })
  }
  return photos.toSorted((a, b) => a.at - b.at)
}

export async function removeShared(id: string): Promise<void> {
  if (await caches.has(cacheName)) await (await caches.open(cacheName)).delete(prefix + id)
}

/** With the session of whoever shared them. */
export const clearShared = async (): Promise<unknown> => caches.delete(cacheName)
