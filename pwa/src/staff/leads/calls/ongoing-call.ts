import { useSyncExternalStore } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { session } from '../../../api/session.ts'
import { tabStore } from '../../../offline/browser.ts'
import { createWatched } from '../../../offline/watched.ts'
import type { WorkedLead } from '../leads.queries.ts'

/** A call that somebody began here and has not logged. */
export type OngoingCall = {
  leadId: string
  by: string | undefined
  /** Of the changes that logging it makes: made with the call, so that logging it again changes nothing. */
  ids: { call: string; status: string; 'follow-up': string }
  /** As it was called; null once the page was loaded anew. */
  lead: WorkedLead | null
  /** How it went is asked now. */
  isAsked: boolean
}

/** A phone may throw the page away during a call, so a reload finds it again. Of the lead it has the number only. */
const key = 'ongoing_call'

const shown = createWatched<{ call: OngoingCall | null }>({ call: restored() })

function change(call: OngoingCall | null): void {
  if (call) tabStore.setItem(key, JSON.stringify({ ...call, lead: null }))
  else tabStore.removeItem(key)
  shown.change({ call })
}

/** Whoever opens the page is back from the call, and asked at once. */
function restored(): OngoingCall | null {
  const call = JSON.parse(tabStore.getItem(key) ?? 'null') as OngoingCall | null
  return call?.by === session.get()?.user.id ? call && { ...call, isAsked: true } : null
}

/** Begun by the link to the phone, which takes the person out of the app. */
export function beginCall(lead: WorkedLead): void {
  const ids = { call: uuidv4(), status: uuidv4(), 'follow-up': uuidv4() }
  change({ leadId: lead.id, by: session.get()?.user.id, ids, lead, isAsked: false })
}
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
