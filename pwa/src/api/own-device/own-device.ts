import { deleteStaffCopies } from '../../offline/service-worker/staff-copies.ts'
import { createListeners } from '../../offline/watched.ts'
import { session, type SessionStore, type SessionUser } from '../session.ts'
import { createEncryptedStore, type Copy, type EncryptedStore, type Kind } from './encrypted-store.ts'

/** Who ticked 'This is my own device' at sign-in, and in which role. A 401 clears all of local storage, this too. */
const choiceKey = 'own_device'
const checkEveryMs = 60_000

export type OwnDeviceWorld = {
  sessions: Pick<SessionStore, 'get' | 'subscribe'>
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The cache with the staff app's files. */
  dropFiles: () => Promise<unknown>
  databaseName: string
  now: () => number
}

/**
 * What staff may keep on a device of their own to work without a connection. Whatever ends the session, another person or
 * role, and a week without the server's answer delete the copies with their key. What somebody changed and the server does
 * not have yet is in a database of its own, under another key, until it is sent or the person discards it or logs out.
 */
export function createOwnDevice({ sessions, storage, dropFiles, databaseName, now }: OwnDeviceWorld) {
  const database = createEncryptedStore(databaseName, now)
  const opened = createListeners()
  let kept: Promise<EncryptedStore | null> = Promise.resolve(null)
  let person: string | null = null

  function signedIn(): string | null {
    const user = sessions.get()?.user
    return user ? personOf(user) : null
  }

  const isChosen = () => {
    const current = signedIn()
    return current !== null && storage().getItem(choiceKey) === current
  }

  async function openStore(): Promise<EncryptedStore | null> {
    const user = sessions.get()?.user
    if (!user || !isChosen()) return null
    const store = await database.open({ userId: user.id, role: user.role })
    if (!(await store.isOutdated())) return store
    await erase()
    return null
  }

  /** After what was under way, so that a late answer of the last session cannot come after its end. */
  function reopen(erasing: boolean): Promise<void> {
    kept = kept
      .then(() => (erasing ? erase() : undefined))
      .then(openStore)
      .catch(() => null) // A browser that stores nothing keeps nothing.
    return kept.then(() => opened.call())
  }

  async function erase(): Promise<void> {
    copies.forgetShown()
    await Promise.all([database.erase(), dropFiles()])
  }

  /** Deletes everything that is kept, and the choice. */
  async function clear(): Promise<void> {
    storage().removeItem(choiceKey)
    await reopen(true)
  }

  async function check(): Promise<void> {
    const store = await kept
    if (store && (await store.isOutdated().catch(() => true))) await reopen(false)
  }

  const copies = createCopyScreens({ store: () => kept, isChosen, reopen: () => reopen(false) })
  const { changes, discardChanges } = createChangesStore({ sessions, databaseName, now, isChosen })

  return {
    isChosen,
    clear,
    check,
    changes,
    discardChanges,
    /** What somebody answered at sign-in, just before the session is stored. */
    choose: (user: SessionUser, isOwn: boolean) =>
      isOwn ? storage().setItem(choiceKey, personOf(user)) : storage().removeItem(choiceKey),
    /** Opens what is kept, or deletes it when this session may not see it. Returns what stops watching the session. */
    start(): () => void {
      const isOther = () => {
        const before = person
        person = signedIn()
        return before !== person
      }
      person = signedIn()
      void reopen(!isChosen())
      const unsubscribe = sessions.subscribe(() => {
        if (!isOther()) return
        if (person !== null && isChosen()) void reopen(false)
        else void clear()
      })
      const timer = setInterval(() => void check(), checkEveryMs)
      return () => {
        unsubscribe()
        clearInterval(timer)
      }
    },
    /** Null where nothing is kept. */
    store: () => kept,
    /** Called when the store was opened or deleted. */
    subscribe: opened.subscribe,
    ...copies.screens,
  }
}

type CopyDeps = { store: () => Promise<EncryptedStore | null>; isChosen: () => boolean; reopen: () => Promise<void> }

/** What screens read of the copies, and keep as copies of what the server answered. */
function createCopyScreens({ store, isChosen, reopen }: CopyDeps) {
  /** When the copies were made that are on screen in place of an answer. Milliseconds since 1970. */
  const shownCopies = new Set<number>()
  const answered = createListeners()
  const screens = {
    /** Called whenever the server has answered with something to keep. */
    onAnswer: answered.subscribe,
    async read(kind: Kind, key: unknown): Promise<Copy | undefined> {
      // A copy that cannot be read counts as none.
      const copy = await (await store())?.get(kind, key).catch(() => undefined)
      if (copy) shownCopies.add(copy.at)
      return copy
    },
    /** Null is an answer too: that there is no such thing any more. */
    async keep(kind: Kind, key: unknown, value: unknown): Promise<void> {
      if (!isChosen()) return
      // After a week without contact the first answer begins anew.
      if ((await store()) === null) await reopen()
      const kept = await store()
      // What cannot be kept, for want of room perhaps, is not there without a connection; the answer itself is shown.
      await (value === null ? kept?.remove(kind, key) : kept?.put(kind, key, value))?.catch(() => {})
      await kept?.heard().catch(() => {})
      answered.call()
    },
    /** Whether what was loaded at this moment stands in for an answer that has not come. */
    isCopy: (loadedAt: number) => shownCopies.has(loadedAt),
  }
  return { screens, forgetShown: () => shownCopies.clear() }
}

type ChangesDeps = Pick<OwnDeviceWorld, 'sessions' | 'databaseName' | 'now'> & { isChosen: () => boolean }

/** What somebody changed and the server does not have yet. */
function createChangesStore({ sessions, databaseName, now, isChosen }: ChangesDeps) {
  let changesOf: { userId: string; store: Promise<EncryptedStore> } | null = null
  const changesName = (userId: string) => `${databaseName}-changes-${userId}`

  /** Null while nobody is signed in, or where nothing may be kept and nothing is left from before. */
  async function changes(): Promise<EncryptedStore | null> {
    const userId = sessions.get()?.user.id
    if (!userId) return null
    if (changesOf?.userId === userId) return changesOf.store
    if (!isChosen() && !(await isDatabase(changesName(userId)))) return null
    const opened = { userId, store: createEncryptedStore(changesName(userId), now).open({ userId, role: anyRole }) }
    opened.store.catch(() => {
      if (changesOf === opened) changesOf = null
    })
    changesOf = opened
    return opened.store
  }

  /** What the person who logs out has changed and not sent. */
  async function discardChanges(): Promise<void> {
    const userId = sessions.get()?.user.id
    changesOf = null
    if (userId) await createEncryptedStore(changesName(userId), now).erase()
  }

  return { changes, discardChanges }
}

/** What somebody changed stays theirs in another role. */
const anyRole = 0

/** False in a browser that cannot list its databases. */
async function isDatabase(wanted: string): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === wanted)
  } catch {
    return false
  }
}

const personOf = ({ id, role }: SessionUser) => `${id} ${role}`

export const ownDevice = createOwnDevice({
  sessions: session,
  storage: () => localStorage,
  dropFiles: deleteStaffCopies,
  databaseName: 'kerbside-staff',
  now: () => Date.now(),
})
