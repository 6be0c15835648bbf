import { type BulkReport, maximumSelected } from '@kerbside/schema/bulk-changes/bulk-change'
import { queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../../api/graphql.ts'
import { toLeadFilter, type LeadFilterState } from '../lead-filter.ts'
import type { LeadRow, LeadStatusName } from '../leads.queries.ts'

const BulkChangeFields = graphql(`
  fragment BulkChangeFields on BulkChange @_unmask {
    id
    kind
    status
    assignedTo {
      id
      name
    }
    followUpAt
    state
    total
    done
    changed
    unchanged
    skipped {
      message
      count
      leads {
        id
        reference
      }
    }
    error
  }
`)
export type BulkChange = ResultOf<typeof BulkChangeFields>

const LatestBulkChange = graphql(
  `
    query BulkChange {
      bulkChange {
        ...BulkChangeFields
      }
    }
  `,
  [BulkChangeFields],
)

export const isBulkUnfinished = ({ state }: Pick<BulkChange, 'state'>) => state === 'WAITING' || state === 'RUNNING'

/** One's own latest change of many leads, until its report is closed; asked for again until it is over. */
export const latestBulkChange = () =>
  queryOptions({
    queryKey: ['bulk-change'],
    queryFn: async () => (await query(LatestBulkChange, {})).bulkChange,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isBulkUnfinished(data) ? 1_000 : false),
  })

const StartBulkChange = graphql(
  `
    mutation StartBulkChange(
      $id: ID!
      $kind: BulkChangeKind!
      $filter: LeadFilter
      $leads: [SeenLead!]
      $userId: ID
      $status: LeadStatus
      $note: String
      $message: String
      $followUpAt: DateTime
    ) {
      startBulkChange(
        id: $id
        kind: $kind
        filter: $filter
        leads: $leads
        userId: $userId
        status: $status
        note: $note
        message: $message
        followUpAt: $followUpAt
      ) {
        ...BulkChangeFields
      }
    }
  `,
  [BulkChangeFields],
)

/** Has the server change the selected leads, or all that match. The same id again changes nothing twice. */
export async function startBulkChange(
  id: string,
  action: BulkAction,
  { leads, filter }: BulkTarget,
): Promise<BulkChange> {
  const target = leads
    ? { leads: leads.map((lead) => ({ id: lead.id, version: lead.version })) }
    : { filter: toLeadFilter(filter) }
  return (await mutate(StartBulkChange, { id, ...target, ...detailsOf(action) })).startBulkChange
}

/** Milliseconds for which a dialog waits for the end of a change, and between two looks at it. */
const waitMs = 3_000
const pauseMs = 150

/** The change when it is over, or as far as it is when the wait is. */
export async function soonOver(started: BulkChange): Promise<BulkChange> {
  const until = Date.now() + waitMs
  let change = started
  while (isBulkUnfinished(change) && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    change = (await query(LatestBulkChange, {})).bulkChange ?? change
  }
  return change
}

function detailsOf(action: BulkAction) {
  switch (action.kind) {
    case 'assign':
      return { kind: 'ASSIGN', userId: action.to?.id ?? null } as const
    case 'status':
      return { kind: 'STATUS', status: action.to, note: action.note } as const
    case 'message':
      return { kind: 'MESSAGE', message: action.text } as const
    case 'follow-up':
      return { kind: 'FOLLOW_UP', followUpAt: action.at } as const
    case 'delete':
      return { kind: 'DELETE' } as const
  }
}

/** What it does, for the texts of its screens. */
export function actionOf({ kind, status, assignedTo, followUpAt }: BulkChange): BulkAction {
  switch (kind) {
    case 'ASSIGN':
      return { kind: 'assign', to: assignedTo }
    case 'STATUS':
      return { kind: 'status', to: status ?? 'NEW', note: null }
    case 'MESSAGE':
      return { kind: 'message', text: '' }
    case 'FOLLOW_UP':
      return { kind: 'follow-up', at: followUpAt }
    case 'DELETE':
      return { kind: 'delete' }
  }
}

export const reportOf = ({ changed, unchanged, skipped }: BulkChange): BulkReport => ({
  changed,
  unchanged,
  skipped: skipped.map(({ message, count, leads }) => ({ message, count, leads: [...leads] })),
})

const StopBulkChange = graphql(
  `
    mutation StopBulkChange($id: ID!) {
      stopBulkChange(id: $id) {
        ...BulkChangeFields
      }
    }
  `,
  [BulkChangeFields],
)

export const stopBulkChange = async (id: string): Promise<BulkChange> =>
  (await mutate(StopBulkChange, { id })).stopBulkChange

const DismissBulkChange = graphql(`
  mutation DismissBulkChange($id: ID!) {
    dismissBulkChange(id: $id) {
      id
    }
  }
`)

/** Closes the report of a change that is over. */
export const dismissBulkChange = (id: string) => mutate(DismissBulkChange, { id })

export type BulkAction =
  | { kind: 'assign'; to: { id: string; name: string } | null }
  | { kind: 'status'; to: LeadStatusName; note: string | null }
  | { kind: 'message'; text: string }
  | { kind: 'follow-up'; at: string | null }
  | { kind: 'delete' }

/** What a dialog was opened for: it does not change with the list behind it. */
export type BulkTarget = {
  kind: BulkAction['kind']
  count: number
  isCapped: boolean
  /** The selected leads; null for all that match the filter. */
  leads: readonly LeadRow[] | null
  filter: LeadFilterState
}

/** So few leads that the dialog waits for the end. */
export const isSoonOver = ({ count, isCapped }: BulkTarget) => count <= maximumSelected && !isCapped
