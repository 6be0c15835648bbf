import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { ownDevice } from '../../../api/own-device/own-device.ts'
import { useToast } from '../../ui/toasts.tsx'
import { callOutcomes, leadTitle, nameOf, type CallOutcomeName } from '../lead-labels.ts'
import { leadDetail } from '../lead.queries.ts'
import { leadKeys, type WorkedLead } from '../leads.queries.ts'
import { leadChanges, type ChangedLead, type ChangeValues, type LeadChangeKind } from '../waiting/lead-changes.ts'
import { sendChange } from '../waiting/send-change.ts'
import { waitingChanges } from '../waiting/use-waiting.ts'
import type { NewChange } from '../waiting/waiting-changes.ts'
import type { OngoingCall } from './ongoing-call.ts'

export type LoggedCall = {
  outcome: CallOutcomeName
  note: string
  /** Undefined leaves the follow-up as it is. */
  followUpAt?: string | null
  isContacted: boolean
}

/** Stores a call with what follows from it: each a change of its own, which waits for a connection on an own device. */
export function useLogCall(lead: WorkedLead, ids: OngoingCall['ids'], onLogged: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async (call: LoggedCall) => {
      const changes = changesOf(lead, call, ids)
      return (await storeHere(changes)) ?? sendAll(changes)
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

type Change = NewChange & { id: string }

/** In the order in which they are sent. */
function changesOf(
  lead: WorkedLead,
  { outcome, note, followUpAt, isContacted }: LoggedCall,
  ids: OngoingCall['ids'],
): Change[] {
  const made = <Kind extends keyof typeof ids>(kind: Kind, value: ChangeValues[Kind]): Change => ({
    id: ids[kind],
    kind,
    value,
    lead,
    leadTitle: leadTitle(lead),
  })
  return [
    made('call', { outcome, note }),
    ...(isContacted ? [made('status', { to: 'CONTACTED', note: null })] : []),
    ...(followUpAt === undefined ? [] : [made('follow-up', { at: followUpAt })]),
  ]
}

/** On an own device: whether they were sent at once. Null elsewhere. */
async function storeHere(changes: readonly Change[]): Promise<boolean | null> {
  const stored = ownDevice.isChosen() ? await waitingChanges.add(changes) : null
  if (!stored) return null
  // What a colleague changed first stands in the list of waiting changes, to be decided.
  await waitingChanges.flush()
  const ids = new Set(stored.map(({ id }) => id))
  return !(await waitingChanges.all()).some(({ id, state }) => ids.has(id) && state.kind === 'waiting')
}

async function sendAll(changes: readonly Change[]): Promise<true> {
  let latest: ChangedLead | null = null
  for (const { id: changeId, kind, value, lead } of changes) {
    const { send, partOf, by, what } = leadChanges[kind] as LeadChangeKind<unknown>
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
