import { isStaffPath } from '@kerbside/schema/pages/site-paths'

type OpenMessage = { type?: unknown; path?: unknown } | null

/** A press on a notification opens its path in this window, as a link would. */
export function openFromNotifications(open: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<OpenMessage>) => {
    if (data?.type !== 'OPEN' || typeof data.path !== 'string') return
    if (isStaffPath(new URL(data.path, location.origin).pathname)) open(data.path)
  })
  // A message that came before this waits for it.
  navigator.serviceWorker.startMessages()
}
