/// <reference lib="webworker" />
import type { PushMessage } from '@kerbside/schema/push/push'
import { isStaffPath } from '@kerbside/schema/pages/site-paths'

// Notifications of staff (docs/specification.md, 9.11).

declare const self: ServiceWorkerGlobalScope
type BadgedNavigator = { setAppBadge?: (count: number) => Promise<void> }
type ChangeEvent = ExtendableEvent & { oldSubscription?: PushSubscription | null }

const badges: BadgedNavigator = self.navigator

/** Browsers take notifications away from whoever gets a push and shows nothing: whatever came, something is shown. */
const unreadable: PushMessage = {
  title: 'Kerbside',
  body: 'Something has happened. Open the app to see it.',
  url: '/login',
  tag: 'push',
}

self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = (event.notification.data ?? unreadable) as Pick<PushMessage, 'url'>
  event.waitUntil(open(url))
})
// The app tells the server of the new subscription when it is opened next: this worker is signed in nowhere.
self.addEventListener('pushsubscriptionchange', (event) => {
  const { options } = (event as ChangeEvent).oldSubscription ?? {}
  if (options) (event as ChangeEvent).waitUntil(self.registration.pushManager.subscribe(options))
})

function read(data: PushMessageData | null): PushMessage {
  try {
    const message = data?.json() as Partial<PushMessage> | undefined
    return { ...unreadable, ...message }
  } catch {
    // The message is of another release, or not ours.
    return unreadable
  }
}

async function show({ title, body, url, tag, badge }: PushMessage): Promise<void> {
  if (Notification.permission !== 'granted') return
  // Another warning counts other leads, so it is heard again. What else replaces a notification is silent.
  const renotify = tag === 'push-promise-warning'
  const icon = '/icons/icon-192.png'
  const options: NotificationOptions & { renotify: boolean } = { body, tag, icon, badge: icon, data: { url }, renotify }
  await self.registration.showNotification(title, options)
  // Zero clears it. A browser without badges shows the notification all the same.
  if (badge !== undefined) await badges.setAppBadge?.(badge).catch(() => {})
}

/** Shows a path of ours in a window of staff, as a link there would; without one in a new window. */
async function open(path: string): Promise<void> {
  const url = new URL(path, self.location.origin)
  if (url.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const staff = windows.find((each) => isStaffPath(new URL(each.url).pathname))
  if (!staff) return void (await self.clients.openWindow(url.href))
  staff.postMessage({ type: 'OPEN', path: url.pathname + url.search })
  await staff.focus()
}
