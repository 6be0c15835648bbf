import type { Workbox } from 'workbox-window'
import { serviceWorkers } from '../browser.ts'

/** `onUpdateReady` gets what the Update button does. */
export type UpdateReady = (update: () => void) => void

const anHour = 3_600_000

const file = '/service-worker.js'

/**
 * Installs the service worker once the page is at rest. A newer one waits: nothing changes under a page in use until
 * the person presses Update.
 */
export function registerServiceWorker(onUpdateReady: UpdateReady): void {
  const serviceWorker = serviceWorkers()
  if (!serviceWorker) return
  // Without it the site works all the same, only not offline.
  const watch = () => void watchForUpdates(onUpdateReady).catch(() => {})
  const register = () => {
    if (serviceWorker.controller) return watch()
    // The very first takes over by itself; there is nothing newer before, and a first visit loads no more than it needs.
    serviceWorker.addEventListener('controllerchange', watch, { once: true })
    void serviceWorker.register(file).catch(() => {})
  }
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}

async function watchForUpdates(onUpdateReady: UpdateReady): Promise<void> {
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(file)
  workbox.addEventListener('waiting', () => onUpdateReady(update))
  const registration = await workbox.register()

  function update(): void {
    // Another tab may have let the new one take over already: then only this page is still of the old version.
    if (!registration?.waiting) return location.reload()
    workbox.addEventListener('controlling', () => location.reload())
    workbox.messageSkipWaiting()
  }
  lookAgain(workbox)
}

/** Browsers look for a newer one when a document is loaded; a page left open for days would never hear of it. */
function lookAgain(workbox: Workbox): void {
  let looked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - looked < anHour) return
    looked = Date.now()
    // Without a network, or with the worker removed meanwhile, there is nothing newer to find.
    workbox.update().catch(() => {})
  })
}
