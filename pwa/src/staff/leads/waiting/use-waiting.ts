import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { ownDevice } from '../../../api/own-device/own-device.ts'
import { underLock } from '@kerbside/schema/operation/one-at-a-time'
import { createWatched } from '../../../offline/watched.ts'
import { leadKeys } from '../leads.queries.ts'
import { createWaitingChanges, type WaitingChange } from './waiting-changes.ts'

const name = 'kerbside-staff-changes'
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
const sendEveryMs = 15_000

export const waitingChanges = createWaitingChanges({
  table: ownDevice.changes,
  mayAdd: ownDevice.isChosen,
  inTurn: underLock(name, globalThis.navigator?.locks),
  now: () => Date.now(),
  newId: uuidv4,
  changed() {
    channel?.postMessage('changed')
    void read()
  },
})

const none: readonly WaitingChange[] = []
const shown = createWatched({ changes: none })

async function read(): Promise<void> {
  const changes = await waitingChanges.all().catch(() => none)
  shown.change({ changes: changes.length === 0 ? none : changes })
}
if (channel) channel.onmessage = () => void read()
ownDevice.subscribe(() => void read())

/** What staff changed on this device and the server does not have yet, oldest first. */
export const useWaitingChanges = () => useSyncExternalStore(shown.subscribe, () => shown.get().changes)

/**
 * While the staff area is open: at its start, when the server answers something else, when the browser is online or looked
 * at again, and every 15 seconds.
 */
export function useSendWaiting(): void {
  const client = useQueryClient()
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const send = async () => {
      const waiting = async () => (await waitingChanges.all()).filter(({ state }) => state.kind === 'waiting').length
      const before = await waiting()
      if (before === 0) return
      await waitingChanges.flush()
      if ((await waiting()) < before) void client.invalidateQueries({ queryKey: leadKeys.all })
    }
    const sendNow = () => void send().catch(() => {}) // It stays stored, and the next turn sends it.
    const whenSeen = () => document.visibilityState === 'visible' && sendNow()
    sendNow()
    const timer = setInterval(sendNow, sendEveryMs)
    const stopWatching = [ownDevice.subscribe(sendNow), ownDevice.onAnswer(sendNow)]
    addEventListener('online', sendNow, { signal })
    document.addEventListener('visibilitychange', whenSeen, { signal })
    return () => {
      leaving.abort()
      stopWatching.forEach((stop) => stop())
      clearInterval(timer)
    }
  }, [client])
}
