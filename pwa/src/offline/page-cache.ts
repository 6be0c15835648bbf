import { siteArea } from '@kerbside/schema/pages/site-paths'

/** Cached pages belong to one build: their scripts are in that build's precache and nowhere else. */
const prefix = 'pages-'

export const pageCacheName = (build: string) => `${prefix}${build}`

/** Whether a visited page may be cached to be opened offline: no staff screens and no page with personal data. */
export function mayCache(url: URL, origin: string): boolean {
  const isPrivate = ['staff', 'endpoint', 'signed'].includes(siteArea(url.pathname) ?? '')
  return url.origin === origin && !isPrivate && !url.searchParams.has('preview')
}

/** One entry per page, whatever campaign brought the visitor. */
export const pageKey = (url: URL) => url.origin + url.pathname

/** Fetches `/` and every page that older builds cached, so that they open offline with this build's scripts. */
export async function fillPageCache(cacheName: string, origin: string, cacheStorage: CacheStorage): Promise<void> {
  const cache = await cacheStorage.open(cacheName)
  const urls = new Set([`${origin}/`])
  for (const name of (await cacheStorage.keys()).filter((key) => key.startsWith(prefix) && key !== cacheName)) {
    const old = await cacheStorage.open(name)
    for (const request of await old.keys()) urls.add(request.url)
  }
  await Promise.all([...urls].map((url) => cachePage(cache, url)))
}

async function cachePage(cache: Cache, url: string): Promise<void> {
  try {
    const response = await fetch(url, { credentials: 'omit', headers: { accept: 'text/html' } })
    if (isCacheable(response)) await cache.put(url, response)
  } catch {
    // Without a network there is nothing to cache; the next visit of the page does it.
  }
}

/** A complete page of ours: no error, no redirect, no sign-in page of a café's Wi-Fi. */
export const isCacheable = (response: Response) =>
  response.status === 200 && !response.redirected && /\bhtml\b/.test(response.headers.get('content-type') ?? '')

export async function dropOtherPageCaches(cacheName: string, cacheStorage: CacheStorage): Promise<void> {
  const others = (await cacheStorage.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(others.map((name) => cacheStorage.delete(name)))
}
