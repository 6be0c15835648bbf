import { ApiError } from '../../api/api-error.ts'
import {
  askForNotifications,
  hasNotifications,
  notificationPermission,
  registration,
  serviceWorkers,
  within,
} from '../../offline/browser.ts'
import { isStaffPath } from '@kerbside/schema/pages/site-paths'

/** `needs-installing`: on an iPhone or iPad only an app of the Home Screen can be notified. */
export type PushSupport = 'supported' | 'needs-installing' | 'unsupported'

type Scope = {
  navigator: Pick<Navigator, 'userAgent' | 'platform' | 'maxTouchPoints'>
  serviceWorkers?: unknown
  PushManager?: unknown
  Notification?: unknown
}

const thisBrowser = (): Scope => ({
  navigator,
  serviceWorkers: serviceWorkers(),
  PushManager: 'PushManager' in globalThis,
  Notification: hasNotifications(),
})

/** Whether this browser can be notified at all. */
export function pushSupport(scope: Scope = thisBrowser()): PushSupport {
  const { navigator } = scope
  if (scope.serviceWorkers && scope.PushManager && scope.Notification) return 'supported'
  // An iPad says that it is a Mac; no Mac has a touch screen.
  const isApple =
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)
  return isApple ? 'needs-installing' : 'unsupported'
}

export const isBlocked = () => notificationPermission() === 'denied'

/** What the server needs to reach this browser. */
export type BrowserSubscription = { endpoint: string; p256dh: string; auth: string }

/** The subscription that there is; null without one. */
export async function findSubscription(): Promise<PushSubscription | null> {
  if (pushSupport() !== 'supported' || notificationPermission() !== 'granted') return null
  return (await (await registration())?.pushManager.getSubscription()) ?? null
}

/** Asks for permission if it has to, so it is called upon a click alone. */
export async function subscribeBrowser(vapidKey: string): Promise<BrowserSubscription> {
  const permission = await askForNotifications()
  if (permission !== 'granted') {
    throw new ApiError('FORBIDDEN', 'Your browser was not allowed to show notifications.')
  }
  return renewSubscription(vapidKey)
}

/** The subscription with this key. One of another key is ended: nothing reaches it any more. */
export async function renewSubscription(vapidKey: string): Promise<BrowserSubscription> {
  const { pushManager } = await activeWorker()
  const old = await pushManager.getSubscription()
  const isCurrent = old !== null && toBase64Url(old.options.applicationServerKey) === vapidKey
  if (old && !isCurrent) await old.unsubscribe()
  const made = isCurrent ? old : await pushManager.subscribe(optionsOf(vapidKey)).catch(serviceAway)
  const { endpoint, keys = {} } = made.toJSON()
  const { p256dh, auth } = keys
  if (!endpoint || !p256dh || !auth) return serviceAway()
  return { endpoint, p256dh, auth }
}

const optionsOf = (vapidKey: string) => ({
  userVisibleOnly: true,
  applicationServerKey: Uint8Array.from(atob(vapidKey.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
    char.charCodeAt(0),
  ),
})

function serviceAway(): never {
  throw new ApiError('UNAVAILABLE', 'The browser could not reach its push service. Try again later.')
}

/** For how long a service worker that has just been installed may take, in milliseconds. */
const workerWaitMs = 15_000

async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const ready = serviceWorkers()?.ready
  const active = ready && (await within(workerWaitMs, ready).catch(() => null))
  if (active) return active
  throw new ApiError('UNAVAILABLE', 'The app is not installed in this browser yet. Reload the page and try again.')
}

function toBase64Url(key: ArrayBuffer | null): string | null {
  if (key === null) return null
  const text = String.fromCharCode(...new Uint8Array(key))
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

/** This browser gets nothing any more, whatever a server still sends. */
export async function unsubscribe(): Promise<void> {
  await (await findSubscription())?.unsubscribe()
}

export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

type OpenMessage = { type?: unknown; path?: unknown } | null

/** A press on a notification opens its path in this window, as a link would. */
export function openFromNotifications(open: (path: string) => void): void {
  const workers = serviceWorkers()
  workers?.addEventListener('message', ({ data }: MessageEvent<OpenMessage>) => {
    if (data?.type !== 'OPEN' || typeof data.path !== 'string') return
    if (isStaffPath(new URL(data.path, location.origin).pathname)) open(data.path)
  })
  // A message that came before this waits for it.
  workers?.startMessages()
}
