import { registration } from '../browser.ts'

/** The outbox's database, lock, channel and sync tag: pages and the service worker share them by this name. */
export const outboxName = 'kerbside-outbox'

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

export function askForBackgroundSync(): void {
  void (async () => {
    const installed = (await registration()) as WithSync | undefined
    // Missing in Safari and Firefox, and rejected where a person turned it off: the page's own triggers send then.
    await installed?.sync?.register(outboxName).catch(() => {})
  })()
}
