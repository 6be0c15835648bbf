import { Workbox } from 'workbox-window'

/** `onUpdateReady` gets what the Update button does. */
export type UpdateReady = (update: () => void) => void

/**
 * Installs the service worker once the page is at rest. A newer one waits: nothing changes under a page in use until
 * the person presses Update.
 */
export function registerServiceWorker(onUpdateReady: UpdateReady): void {
  if (!('serviceWorker' in navigator)) return
  const workbox = new Workbox('/service-worker.js')
  let asked = false
  workbox.addEventListener('waiting', () =>
    onUpdateReady(() => {
      asked = true
      workbox.messageSkipWaiting()
    }),
  )
  workbox.addEventListener('controlling', () => asked && location.reload())
  // Without it the site works all the same, only not offline.
  void workbox.register().catch(() => {})
}

/** Asks that the browser keep our storage when space runs short. Once something of value is in it. */
export async function askToPersist(): Promise<void> {
  try {
    if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.()
  } catch {
    // Refused or unknown here: the queue still works, the browser may only clear it sooner.
  }
}
