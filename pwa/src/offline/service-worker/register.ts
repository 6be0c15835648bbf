/** `onUpdateReady` gets what the Update button does. */
export type UpdateReady = (update: () => void) => void

const anHour = 3_600_000

/**
 * Installs the service worker once the page is at rest. A newer one waits: nothing changes under a page in use until
 * the person presses Update.
 */
export function registerServiceWorker(onUpdateReady: UpdateReady): void {
  if (!('serviceWorker' in navigator)) return
  // Without it the site works all the same, only not offline.
  const register = () => void watchRegistration(navigator.serviceWorker, onUpdateReady).catch(() => {})
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}

async function watchRegistration(container: ServiceWorkerContainer, onUpdateReady: UpdateReady): Promise<void> {
  const registration = await container.register('/service-worker.js')

  function update(): void {
    // Another tab may have let the new one take over already: then only this page is still of the old version.
    if (!registration.waiting) return location.reload()
    container.addEventListener('controllerchange', () => location.reload(), { once: true })
    registration.waiting.postMessage({ type: 'SKIP_WAITING' })
  }
  function watchInstalling(): void {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      // Beside an active one it has to wait; the very first takes over by itself.
      if (worker.state === 'installed' && registration.active) onUpdateReady(update)
    })
  }
  if (registration.waiting) onUpdateReady(update)
  watchInstalling()
  registration.addEventListener('updatefound', watchInstalling)
  lookAgain(registration)
}

/** Browsers look for a newer one when a document is loaded; a page left open for days would never hear of it. */
function lookAgain(registration: ServiceWorkerRegistration): void {
  let looked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - looked < anHour) return
    looked = Date.now()
    // Without a network, or with the worker removed meanwhile, there is nothing newer to find.
    registration.update().catch(() => {})
  })
}
