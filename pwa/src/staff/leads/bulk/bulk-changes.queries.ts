import type { BulkReport } from '@kerbside/schema/bulk-changes/bulk-change'
import { queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../../api/graphql.ts'
import { toLeadFilter, type LeadFilterState } from '../lead-filter.ts'
import type { BulkAction } from './bulk-run.ts'

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

export const isUnfinished = ({ state }: Pick<BulkChange, 'state'>) => state === 'WAITING' || state === 'RUNNING'

/** One's own latest change of many leads, until its report is closed; asked for again until it is over. */
export const latestBulkChange = () =>
  queryOptions({
    queryKey: ['bulk-change'],
    queryFn: async () => (await query(LatestBulkChange, {})).bulkChange,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isUnfinished(data) ? 1_000 : false),
  })

const StartBulkChange = graphql(
  `
    mutation StartBulkChange(
      $id: ID!
      $kind: BulkChangeKind!
      $filter: LeadFilter
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

/** Has the server change all leads that match. The same id again changes nothing twice. */
export const startBulkChange = async (id: string, action: BulkAction, filter: LeadFilterState): Promise<BulkChange> =>
  (await mutate(StartBulkChange, { id, filter: toLeadFilter(filter), ...detailsOf(action) })).startBulkChange

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
export function actionOf({ id, kind, status, assignedTo, followUpAt }: BulkChange): BulkAction {
  switch (kind) {
    case 'ASSIGN':
      return { kind: 'assign', to: assignedTo }
    case 'STATUS':
      return { kind: 'status', to: status ?? 'NEW', note: null }
    case 'MESSAGE':
      return { kind: 'message', id, text: '' }
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
