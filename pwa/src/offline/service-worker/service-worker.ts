/// <reference lib="webworker" />
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { isStaffPath, siteArea } from '@kerbside/schema/pages/site-paths'
import { openOutbox } from '../outbox/browser-queue.ts'
import { outboxName } from '../outbox/background-sync.ts'
import { underLock } from '@kerbside/schema/operation/one-at-a-time'
import { hashOf } from '../outbox/queued-quote.ts'
import { submitQuote } from '../outbox/submit-quote.ts'
import { createPhotoOutbox } from '../photos/photo-outbox.ts'
import { photoLock } from '../photos/queued-photo.ts'
import { fetchPhoto } from '../photos/send-photo.ts'
import './push-events.ts'
import { isShare, sharedPhotos, takeShared } from './shared-photos.ts'
import { isDocument, staffFile, staffPage } from './staff-copies.ts'

type SyncEvent = ExtendableEvent & { tag: string }
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

const entries = self.__WB_MANIFEST
// Changes with every file of the build, so it names the build.
const build = entries.map((entry) => (typeof entry === 'string' ? entry : `${entry.url}${entry.revision}`)).join()
/** As the documents of this build tell it in `meta[name=version]`. */
const version = /assets\/index-([\w-]{8})\.js/.exec(build)?.[1]
/** Cached pages belong to one build: their scripts are in that build's precache and nowhere else. */
const prefix = 'pages-'
const pages = prefix + hashOf(build)
const origin = self.location.origin
const pagesKept = 30
const seconds = { network: 3, month: 30 * 24 * 3600 }

precacheAndRoute(entries)
cleanupOutdatedCaches()

// A new worker waits until the homeowner presses Update: a page half filled in keeps the scripts it started with.
self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: string }
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'VERSION') event.ports[0]?.postMessage(version)
})
self.addEventListener('install', (event) => event.waitUntil(fillPageCache()))
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOtherPageCaches(), self.registration.navigationPreload?.enable()]))
  // Only the very first worker finds pages without one; from then on a new one takes over by Update.
  event.waitUntil(self.clients.claim())
  // Reading them deletes those of another day.
  event.waitUntil(sharedPhotos().catch(() => []))
})

const network = new NetworkFirst({
  cacheName: pages,
  networkTimeoutSeconds: seconds.network,
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ request }) => pageKey(new URL(request.url)),
      cacheWillUpdate: async ({ response }) => (isDocument(response) ? response : null),
    },
    new ExpirationPlugin({ maxEntries: pagesKept }),
  ],
})
registerRoute(
  new NavigationRoute(async (options) => {
    const url = new URL(options.request.url)
    if (isStaffPath(url.pathname)) return staffPage(() => navigate(options))
    if (!mayCache(url)) return navigate(options)
    try {
      return await network.handle(options)
    } catch {
      // Never visited and no network: the home page's document opens, and the app in it shows what this path needs.
      return (await caches.match(`${origin}/`, { cacheName: pages })) ?? Response.error()
    }
  }),
)
registerRoute(isShare, ({ request }) => takeShared(request), 'POST')
// Contents of the public pages, for moving between them without a network. No other answer of the API is cached.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/api\/(index|about|how-it-works)\//.test(url.pathname) && url.search === '',
  new NetworkFirst({
    cacheName: 'contents',
    networkTimeoutSeconds: seconds.network,
    plugins: [only(/json/), new ExpirationPlugin({ maxEntries: 60 })],
  }),
)
// Files of another build, which a page loaded meanwhile may ask for, and pictures of the pages seen.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/assets\/(?!staff\/)/.test(url.pathname),
  new CacheFirst({
    cacheName: 'other-builds',
    plugins: [
      only(/javascript|css|font|image/),
      new ExpirationPlugin({ maxEntries: 40, maxAgeSeconds: seconds.month }),
    ],
  }),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/staff/'),
  ({ request }) => staffFile(request),
)
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && (url.pathname.startsWith('/images/') || /^\/api\/images\/[^/]+\/stream$/.test(url.pathname)),
  new StaleWhileRevalidate({
    cacheName: 'pictures',
    plugins: [only(/image/), new ExpirationPlugin({ maxEntries: 80, purgeOnQuotaError: true })],
  }),
)

const changes = new BroadcastChannel(outboxName)
const outbox = openOutbox(() => changes.postMessage('changed'))
const flushOnce = underLock(outboxName, self.navigator.locks)
const photos = createPhotoOutbox({
  outbox,
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  changed: () => changes.postMessage('changed'),
})
const flushPhotosOnce = underLock(photoLock, self.navigator.locks)

// A browser with Background Sync wakes this worker when the network is back, even with no page open.
self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === outboxName) sync.waitUntil(flushWaiting())
})

async function flushWaiting(): Promise<void> {
  await flushOnce(() => outbox.flush(submitQuote, { evenEarly: true }))
  await flushPhotosOnce(() => photos.flush(fetchPhoto, { evenEarly: true }))
  // A rejected sync is what makes the browser try again later.
  if ((await outbox.nextTryAt()) !== null) throw new Error('Quotes are still waiting')
  if ((await photos.nextTryAt()) !== null) throw new Error('Photos are still waiting')
}

/** The server's answer, which the browser may have begun to load before this worker ran: it is asked for once. */
async function navigate({ event, request }: { event: Event; request: Request }): Promise<Response> {
  const preloaded = (await (event as FetchEvent).preloadResponse) as Response | undefined
  return preloaded ?? fetch(request)
}

/** Whether a visited page may be cached to be opened offline: no staff screens and no page with personal data. */
function mayCache(url: URL): boolean {
  const isPrivate = ['staff', 'endpoint', 'signed'].includes(siteArea(url.pathname) ?? '')
  return url.origin === origin && !isPrivate && !url.searchParams.has('preview')
}

/** Caches what has this type only: the sign-in page of a café's network answers 200 in the place of every file. */
function only(type: RegExp) {
  const isOurs = ({ status, headers }: Response) => status === 200 && type.test(headers.get('content-type') ?? '')
  return { cacheWillUpdate: async ({ response }: { response: Response }) => (isOurs(response) ? response : null) }
}

/** One entry per page, whatever campaign brought the visitor. */
const pageKey = (url: URL) => url.origin + url.pathname

/** Fetches `/` and the latest pages that older builds cached, so that they open offline with this build's scripts. */
async function fillPageCache(): Promise<void> {
  const cache = await caches.open(pages)
  const urls = new Set<string>()
  for (const name of (await caches.keys()).filter((key) => key.startsWith(prefix) && key !== pages)) {
    const old = await caches.open(name)
    for (const request of await old.keys()) urls.add(request.url)
  }
  const latest = new Set([`${origin}/`, ...[...urls].slice(-pagesKept)])
  await Promise.all([...latest].map((url) => cachePage(cache, url)))
}

async function cachePage(cache: Cache, url: string): Promise<void> {
  try {
    const response = await fetch(url, { credentials: 'omit', headers: { accept: 'text/html' } })
    if (isDocument(response)) await cache.put(url, response)
  } catch {
    // Without a network there is nothing to cache; the next visit of the page does it.
  }
}

async function dropOtherPageCaches(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== pages)
  await Promise.all(others.map((name) => caches.delete(name)))
}
