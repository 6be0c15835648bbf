import { useSyncExternalStore } from 'react'
import { session } from '../../../api/session.ts'
import { createWatched } from '../../../offline/watched.ts'
import type { WorkedLead } from '../leads.queries.ts'

/** A call that somebody began here and has not logged. `isAsked`: how it went is asked now. */
type OngoingCall = { lead: WorkedLead; by: string | undefined; isAsked: boolean }

const shown = createWatched<{ call: OngoingCall | null }>({ call: null })
const change = (call: OngoingCall | null) => shown.change({ call })

/** Begun by the link to the phone, which takes the person out of the app. */
export const beginCall = (lead: WorkedLead) => change({ lead, by: session.get()?.user.id, isAsked: false })
export const endCall = () => change(null)

/** Whether to ask how it went: now, or when the person says so. */
export function askAboutCall(isAsked: boolean): void {
  const { call } = shown.get()
  if (call && call.isAsked !== isAsked) change({ ...call, isAsked })
}

export const useOngoingCall = () => useSyncExternalStore(shown.subscribe, () => shown.get().call)

/** The moment in which somebody comes back to the app from the phone. Returns what stops watching. */
export function onReturn(returned: () => void): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const whenSeen = () => document.visibilityState === 'visible' && returned()
  document.addEventListener('visibilitychange', whenSeen, { signal })
  addEventListener('pageshow', returned, { signal })
  addEventListener('focus', returned, { signal })
  return () => leaving.abort()
}

// What one person began is not asked of the next one.
session.subscribe(() => {
  const { call } = shown.get()
  if (call && call.by !== session.get()?.user.id) endCall()
})
