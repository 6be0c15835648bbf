import { underLock } from '@kerbside/schema/operation/one-at-a-time'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { ownDevice } from '../../../api/own-device/own-device.ts'
import { session } from '../../../api/session.ts'
import { browserLocks, openChannel } from '../../../offline/browser.ts'
import { openTables } from '../../../offline/open-database.ts'
import { createWatched } from '../../../offline/watched.ts'
import { leadKeys } from '../leads.queries.ts'
import { createWaitingChanges, type WaitingChange } from './waiting-changes.ts'

const name = 'kerbside-staff-changes'
const channel = openChannel(name)

export const waitingChanges = createWaitingChanges({
  table: openTables<{ changes: WaitingChange }>(name, ['changes']).changes,
  person: () => session.get()?.user.id ?? null,
  mayAdd: ownDevice.isChosen,
  inTurn: underLock(name, browserLocks()),
  now: () => Date.now(),
  newId: uuidv4,
  changed() {
    channel.post()
    void read()
  },
})

const none: readonly WaitingChange[] = []
const shown = createWatched({ changes: none })

async function read(): Promise<void> {
  const changes = await waitingChanges.all().catch(() => none)
  shown.change({ changes: changes.length === 0 ? none : changes })
}
channel.onMessage(() => void read())
ownDevice.subscribe(() => void read())

/** What staff changed on this device and the server does not have yet, oldest first. */
export const useWaitingChanges = () => useSyncExternalStore(shown.subscribe, () => shown.get().changes)

/** While the staff area is open. Also when the server answers something else, for then it can be reached. */
export function useSendWaiting(): void {
  const client = useQueryClient()
  const unsent = useWaitingChanges().filter(({ state }) => state.kind === 'waiting').length
  const before = useRef(unsent)
  useEffect(() => {
    // What was sent has changed the leads on screen.
    if (unsent < before.current) void client.invalidateQueries({ queryKey: leadKeys.all })
    before.current = unsent
  }, [client, unsent])
  const isWaiting = unsent > 0
  useEffect(() => {
    void read().then(() => waitingChanges.start({ window, document }))
  }, [])
  useEffect(() => {
    if (!isWaiting) return
    return client.getQueryCache().subscribe((event) => {
      const isAnswer = event.type === 'updated' && event.action.type === 'success' && !event.action.manual
      if (isAnswer) void waitingChanges.flush().catch(() => {}) // It stays stored, and the next try sends it.
    })
  }, [client, isWaiting])
}
