import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { ApiError } from '../../../api/api-error.ts'
import { ownDevice } from '../../../api/own-device/own-device.ts'
import { useToast } from '../../ui/toasts.tsx'
import { callOutcomes, leadTitle, nameOf, type CallOutcomeName } from '../lead-labels.ts'
import { leadDetail } from '../lead.queries.ts'
import { leadKeys, type WorkedLead } from '../leads.queries.ts'
import { leadChanges, type ChangedLead, type ChangeKind, type LeadChangeKind } from '../waiting/lead-changes.ts'
import { sendChange } from '../waiting/send-change.ts'
import { waitingChanges } from '../waiting/use-waiting.ts'
import type { NewChange } from '../waiting/waiting-changes.ts'

export type LoggedCall = {
  outcome: CallOutcomeName
  note: string
  /** Undefined leaves the follow-up as it is. */
  followUpAt?: string | null
  isContacted: boolean
}

/** Stores a call with what follows from it: each a change of its own, which waits for a connection on an own device. */
export function useLogCall(lead: WorkedLead, onLogged: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  // Made once, so that trying again after a lost answer stores nothing twice.
  const [changeIds] = useState(() => new Map<ChangeKind, string>())
  return useMutation({
    mutationFn: async (call: LoggedCall) => {
      const changes = changesOf(lead, call)
      return (await storeHere(changes)) ?? sendAll(changes, changeIds)
    },
    onSuccess: (isSent, { outcome }) => {
      const text = `Call to ${nameOf(lead)} logged: ${callOutcomes[outcome].toLowerCase()}`
      toast.success(isSent ? text : 'Saved on this device. Waiting to be sent.')
      onLogged()
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: leadDetail(lead.id).queryKey })
      void client.invalidateQueries({ queryKey: leadKeys.all })
    },
  })
}

/** In the order in which they are sent. */
function changesOf(lead: WorkedLead, { outcome, note, followUpAt, isContacted }: LoggedCall): NewChange[] {
  const about = { lead, leadTitle: leadTitle(lead) }
  return [
    { ...about, kind: 'call', value: { outcome, note } },
    ...(isContacted ? [{ ...about, kind: 'status' as const, value: { to: 'CONTACTED' as const, note: null } }] : []),
    ...(followUpAt === undefined ? [] : [{ ...about, kind: 'follow-up' as const, value: { at: followUpAt } }]),
  ]
}

/** On an own device: whether they were sent at once. Null elsewhere. */
async function storeHere(changes: readonly NewChange[]): Promise<boolean | null> {
  if (!ownDevice.isChosen()) return null
  const ids: string[] = []
  for (const change of changes) {
    const stored = await waitingChanges.add(change)
    if (stored) ids.push(stored.id)
  }
  if (ids.length < changes.length) return null
  // What a colleague changed first stands in the list of waiting changes, to be decided.
  await waitingChanges.flush()
  const waiting = await waitingChanges.all()
  return !waiting.some(({ id, state }) => ids.includes(id) && state.kind === 'waiting')
}

async function sendAll(changes: readonly NewChange[], ids: Map<ChangeKind, string>): Promise<true> {
  let latest: ChangedLead | null = null
  for (const { kind, value, lead } of changes) {
    const { send, partOf, by, what } = leadChanges[kind] as LeadChangeKind<unknown>
    const changeId = ids.get(kind) ?? uuidv4()
    ids.set(kind, changeId)
    const { id, version } = latest ?? lead
    const outcome = await sendChange(
      { send: (seen) => send(value, { id, version: seen, changeId }), partOf },
      { id, version, part: partOf(lead) },
    )
    if (outcome.kind === 'conflict') {
      const person = by(outcome.latest)
      throw new ApiError(
        'CONFLICT',
        `The call is logged. ${what} was changed meanwhile${person ? ` by ${person}` : ''}.`,
      )
    }
    latest = outcome.lead
  }
  return true
}
