// What a browser may withhold: because a person has blocked site data, in a private window, where a policy forbids it, or
// because it never answers. Everything else asks for these here (lint), so that none of them can end a page.

/** The browser did not answer in time. */
export class Silent extends Error {
  override name = 'Silent'
}

/** The answer of the browser, or `Silent` after so many milliseconds. */
export function within<T>(milliseconds: number, work: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Silent(`No answer within ${milliseconds} ms`)), milliseconds)
    void work.then(resolve, reject).then(() => clearTimeout(timer))
  })
}

export type SimpleStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

/** Storage of the browser, and memory for what it does not take: then it is lost with the page. */
function storageOf(open: () => Storage | null | undefined): SimpleStorage {
  const memory = new Map<string, string>()
  const attempt = <T>(work: (storage: Storage) => T): { value: T } | null => {
    try {
      const storage = open()
      return storage ? { value: work(storage) } : null
    } catch {
      return null // Blocked, or full.
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key))?.value ?? null,
    setItem(key, text) {
      memory.delete(key)
      if (!attempt((storage) => storage.setItem(key, text))) memory.set(key, text)
    },
    removeItem(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    clear() {
      memory.clear()
      attempt((storage) => storage.clear())
    },
  }
}

/* The only place for these names. */
/* oxlint-disable no-restricted-globals, no-restricted-properties */

export const localStore = storageOf(() => globalThis.localStorage)
/** Until the tab is closed. */
export const tabStore = storageOf(() => globalThis.sessionStorage)

export const browserLocks = (): LockManager | undefined => tryOr(() => globalThis.navigator?.locks, undefined)

type Channel = { post: () => void; onMessage: (listener: () => void) => void }

/** Tells the other tabs of this name that something changed; nobody, where the browser cannot. */
export function openChannel(name: string): Channel {
  const channel = tryOr(() => new BroadcastChannel(name), null)
  return {
    post: () => tryOr(() => channel?.postMessage('changed'), undefined),
    onMessage(listener) {
      if (channel) channel.onmessage = listener
    },
  }
}

/** Undefined where there are none: without HTTPS, in some private windows, and where site data is blocked. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined =>
  tryOr(() => globalThis.navigator?.serviceWorker, undefined)

/** The worker that is installed. Undefined without one, and where the browser does not say. */
export async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await within(patience, Promise.resolve(serviceWorkers()?.getRegistration()))
  } catch {
    return undefined
  }
}

export const hasNotifications = (): boolean => tryOr(() => Boolean(globalThis.Notification), false)

/** `denied` where there are no notifications. */
export const notificationPermission = (): NotificationPermission =>
  tryOr(() => globalThis.Notification.permission, 'denied')

export async function askForNotifications(): Promise<NotificationPermission> {
  try {
    return await globalThis.Notification.requestPermission()
  } catch {
    return 'denied'
  }
}

/** Asks that what is stored be kept when space runs short. Rejected or unknown, it may only be cleared sooner. */
export async function askToPersist(): Promise<void> {
  try {
    const { storage } = navigator
    if (!(await within(patience, storage.persisted()))) await within(patience, storage.persist())
  } catch {
    // As it was.
  }
}

/** Milliseconds that a browser gets for an answer. */
const patience = 2_000

function tryOr<T, Other>(read: () => T, otherwise: Other): T | Other {
  try {
    return read()
  } catch {
    return otherwise
  }
}
