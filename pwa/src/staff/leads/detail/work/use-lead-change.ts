import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ownDevice } from '../../../../api/own-device/own-device.ts'
import { useToast } from '../../../ui/toasts.tsx'
import { leadTitle } from '../../lead-labels.ts'
import { leadDetail, useLeadCache, type LeadDetail } from '../../lead.queries.ts'
import { leadChanges, type ChangedLead, type ChangeKind, type ChangeValues } from '../../waiting/lead-changes.ts'
import { isConflict, sendChange } from '../../waiting/send-change.ts'
import { waitingChanges } from '../../waiting/use-waiting.ts'
import type { NewChange, Outcome } from '../../waiting/waiting-changes.ts'

type Activity = LeadDetail['activity'][number]

/** The lead with an entry of this person, as it will be stored. */
export function withActivity(
  lead: LeadDetail,
  author: { id: string; name: string } | undefined,
  entry: Pick<Activity, 'kind'> & Partial<Activity>,
): LeadDetail {
  const by = { id: author?.id ?? '', name: author?.name ?? '' }
  const stored = {
    at: new Date().toISOString(),
    by,
    text: null,
    outcome: null,
    mentions: [],
    assignedTo: null,
    followUpAt: null,
    quote: null,
    ...entry,
  }
  return { ...lead, activity: [...lead.activity, stored] }
}

/** As much of a lead as a change needs that can wait for a connection: a row of a list has it too. */
export type SeenLead = ChangedLead & Parameters<typeof leadTitle>[0]

type LeadChange<Value, Seen> = {
  send: (value: Value, version: number, seen: Seen) => Promise<LeadDetail>
  /** On a device of their own it is stored before it is sent, and waits there for a connection. */
  store?: (value: Value, lead: Seen) => NewChange
  /** The lead as it will be: its page shows that until the answer comes. */
  expected?: (lead: LeadDetail, value: Value) => LeadDetail
  /** The part of the lead that the change replaces. */
  replaces?: (lead: Seen | LeadDetail) => unknown
  onSuccess?: (lead: LeadDetail) => void
  /** It is stored on this device, and will be sent. */
  onWaiting?: () => void
  onError?: (error: Error) => void
}

type Wanted<Value, Seen> = { value: Value; seen: Seen }

/**
 * Changes the lead as it is on screen. When a colleague has changed the same part meanwhile, the change is not made and
 * `conflict` has it; a colleague's change of another part stays, and this one is made beside it.
 */
export function useLeadChange<Value, Seen extends SeenLead = LeadDetail>(lead: Seen, change: LeadChange<Value, Seen>) {
  const { send, store, expected, replaces, onSuccess, onWaiting, onError } = change
  const client = useQueryClient()
  const toast = useToast()
  const { show, refresh } = useLeadCache(lead.id)

  async function outcomeOf({ value, seen }: Wanted<Value, Seen>): Promise<Outcome> {
    const stored = store && ownDevice.isChosen() ? await waitingChanges.add([store(value, seen)]) : null
    if (stored) return waitingChanges.flush(stored[0]?.id)
    const { id, version } = seen
    return sendChange(
      { send: (latest) => send(value, latest, seen), partOf: replaces },
      { id, version, part: replaces?.(seen) },
    )
  }

  const mutation = useMutation({
    /** Null of a change that waits. */
    mutationFn: async (wanted: Wanted<Value, Seen>) => {
      const outcome = await outcomeOf(wanted)
      if (outcome.kind === 'made') return outcome.lead
      if (outcome.kind === 'waits') return null
      if (outcome.kind === 'conflict') show(outcome.latest)
      throw outcome.error
    },
    onMutate: async ({ value }) => {
      const { queryKey } = leadDetail(lead.id)
      const before = client.getQueryData(queryKey)
      if (!expected || !before) return null
      await client.cancelQueries({ queryKey })
      show(expected(before, value))
      return before
    },
    onSuccess: (changed, _wanted, before) => {
      if (changed) {
        show(changed)
        return onSuccess?.(changed)
      }
      if (before) show(before)
      toast.success('Saved on this device. Waiting to be sent.')
      onWaiting?.()
    },
    onError: (error, _wanted, before) => {
      // After a conflict the latest lead is shown already.
      if (before && !isConflict(error)) show(before)
      onError?.(error)
    },
    onSettled: () => void refresh(),
  })
  const { error, variables } = mutation
  return {
    change: (value: Value) => mutation.mutate({ value, seen: lead }),
    /** What is being sent. */
    pending: mutation.isPending ? (variables?.value ?? null) : null,
    error: isConflict(error) ? null : error,
    /** Any failure, a conflict too, for a screen that shows the server's own words. */
    failure: error,
    /** The change that was not made, because a colleague's came first. */
    conflict: isConflict(error) ? (variables?.value ?? null) : null,
    forget: mutation.reset,
  }
}

/** What the hook needs of a change that can wait for a connection. */
export function waitingKind<Kind extends ChangeKind>(kind: Kind) {
  const { send, partOf } = leadChanges[kind]
  return {
    send: (value: ChangeValues[Kind], version: number, { id }: SeenLead) => send(value, { id, version }),
    store: (value: ChangeValues[Kind], lead: SeenLead) =>
      ({ kind, value, lead, leadTitle: leadTitle(lead) }) as NewChange,
    replaces: partOf,
  }
}
