import { deleteDB } from 'idb'
import { localStore } from '../../offline/browser.ts'
import { deleteStaffCopies } from '../../offline/service-worker/staff-copies.ts'
import { createListeners } from '../../offline/watched.ts'
import { session, type SessionStore, type SessionUser } from '../session.ts'

/** Who ticked 'This is my own device' at sign-in, and in which role. A 401 clears all of local storage, this too. */
const choiceKey = 'own_device'

/** The database with the answers that are kept. */
export const keptDatabase = 'kerbside-staff'

export type OwnDeviceWorld = {
  sessions: Pick<SessionStore, 'get' | 'subscribe'>
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Deletes all that is kept. */
  erase: () => Promise<unknown>
}

/**
 * Whether staff may keep copies on this device, to work without a connection. Whatever ends the session, and another
 * person or role, delete them.
 */
export function createOwnDevice({ sessions, storage, erase }: OwnDeviceWorld) {
  const changed = createListeners()

  function signedIn(): string | null {
    const user = sessions.get()?.user
    return user ? personOf(user) : null
  }

  const isChosen = () => {
    const current = signedIn()
    return current !== null && storage().getItem(choiceKey) === current
  }

  /** Deletes everything that is kept, and the choice. A browser that stores nothing has nothing to delete. */
  async function clear(): Promise<void> {
    storage().removeItem(choiceKey)
    await erase().catch(() => {})
    changed.call()
  }

  return {
    isChosen,
    clear,
    /** What somebody answered at sign-in, just before the session is stored. */
    choose: (user: SessionUser, isOwn: boolean) =>
      isOwn ? storage().setItem(choiceKey, personOf(user)) : storage().removeItem(choiceKey),
    /** Deletes what this session may not see. Returns what stops watching the session. */
    start(): () => void {
      let person = signedIn()
      const check = () => void (isChosen() ? changed.call() : clear())
      check()
      return sessions.subscribe(() => {
        const before = person
        person = signedIn()
        if (before !== person) check()
      })
    },
    /** Called when somebody may keep copies from now on, and when they were deleted. */
    subscribe: changed.subscribe,
  }
}

const personOf = ({ id, role }: SessionUser) => `${id} ${role}`

export const ownDevice = createOwnDevice({
  sessions: session,
  storage: () => localStore,
  erase: async () => Promise.all([deleteStaffCopies(), deleteDB(keptDatabase)]),
})
