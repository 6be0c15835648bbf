import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../../api/api-error.ts'
import { findLead, leadDetail, useLeadCache, type LeadDetail } from '../../lead.queries.ts'

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
    mentions: [],
    assignedTo: null,
    followUpAt: null,
    quote: null,
    ...entry,
  }
  return { ...lead, activity: [...lead.activity, stored] }
}

type LeadChange<Value> = {
  send: (value: Value, version: number) => Promise<LeadDetail>
  /** The lead as it will be, shown until the answer comes. */
  expected?: (lead: LeadDetail, value: Value) => LeadDetail
  /** The part of the lead that the change replaces. */
  replaces?: (lead: LeadDetail) => unknown
  onSuccess?: (lead: LeadDetail) => void
  onError?: (error: Error) => void
}

type Wanted<Value> = { value: Value; seen: LeadDetail }

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'CONFLICT'

/**
 * Changes the lead as it is on screen. When a colleague has changed the same part meanwhile, the change is not made and
 * `conflict` has it; a colleague's change of another part stays, and this one is made beside it.
 */
export function useLeadChange<Value>(lead: LeadDetail, change: LeadChange<Value>) {
  const { send, expected, replaces, onSuccess, onError } = change
  const client = useQueryClient()
  const { show, refresh } = useLeadCache(lead.id)

  async function sendAgain({ value, seen }: Wanted<Value>, version: number, attempts: number): Promise<LeadDetail> {
    try {
      return await send(value, version)
    } catch (error) {
      const latest = isConflict(error) ? await findLead(seen.id) : null
      if (latest === null) throw error
      if (attempts > 1 && replaces?.(latest) === replaces?.(seen)) {
        return sendAgain({ value, seen }, latest.version, attempts - 1)
      }
      show(latest)
      throw error
    }
  }

  const mutation = useMutation({
    mutationFn: (wanted: Wanted<Value>) => sendAgain(wanted, wanted.seen.version, 3),
    onMutate: async ({ value, seen }) => {
      if (!expected) return
      await client.cancelQueries({ queryKey: leadDetail(lead.id).queryKey })
      show(expected(seen, value))
    },
    onSuccess: (changed) => {
      show(changed)
      onSuccess?.(changed)
    },
    onError: (error, { seen }) => {
      // After a conflict the latest lead is shown already.
      if (expected && !isConflict(error)) show(seen)
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
