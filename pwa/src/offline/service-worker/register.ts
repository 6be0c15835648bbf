/** `onUpdateReady` gets what the Update button does. */
export type UpdateReady = (update: () => void) => void

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
}

/** Asks that the browser keep our storage when space runs short. Once something of value is in it. */
export async function askToPersist(): Promise<void> {
  try {
    if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.()
  } catch {
    // Refused or unknown here: the queue still works, the browser may only clear it sooner.
  }
}
