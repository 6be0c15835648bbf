import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../api/graphql.ts'
import { useConfirmed } from '../ui/dialogs/confirm-dialog.tsx'
import type { Stat } from '../ui/stat-cards.tsx'
import { useToast } from '../ui/toasts.tsx'
import { leadSorts, noFilter, toLeadFilter, type LeadFilterState, type LeadSortName } from './lead-filter.ts'

/** How often a list on screen is loaded again. */
export const liveMs = 30_000
export const leadsPerPage = 25

/** Who a lead is from and what job it is about, as lists show it. */
export const LeadSummary = graphql(`
  fragment LeadSummary on Lead @_unmask {
    reference
    fullName
    email
    mobile
    postcode
    drivewayMaterial
    drivewaySize
    groupType
    pickupLocation
    dropoffLocation
  }
`)

/** A lead that can be called, and worked, from a row. */
export const WorkedLead = graphql(
  `
    fragment WorkedLead on Lead @_unmask {
      id
      ...LeadSummary
      status
      priority
      createdAt
      answerDueAt
      followUpAt
      sharingStoppedAt
      assignedTo {
        id
        name
      }
      version
    }
  `,
  [LeadSummary],
)
export type WorkedLead = ResultOf<typeof WorkedLead>

export const LeadRowFields = graphql(
  `
    fragment LeadRow on Lead @_unmask {
      ...WorkedLead
      dateOfTravel
      pickupTime
      distance
      additionalInfo
    }
  `,
  [WorkedLead],
)
export type LeadRow = ResultOf<typeof LeadRowFields>
export type LeadStatusName = LeadRow['status']

const LeadList = graphql(
  `
    query LeadList($first: Int, $after: String, $last: Int, $before: String, $filter: LeadFilter, $sort: LeadSort) {
      leads(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort) {
        pageInfo {
          hasNextPage
          startCursor
          endCursor
        }
        nodes {
          ...LeadRow
        }
      }
    }
  `,
  [LeadRowFields],
)
export type LeadPage = ResultOf<typeof LeadList>['leads']

const LeadTotal = graphql(`
  query LeadTotal($filter: LeadFilter) {
    leads(filter: $filter) {
      totalCount
      totalIsCapped
    }
  }
`)
export type LeadTotal = ResultOf<typeof LeadTotal>['leads']

/** `after` and `before` are the server's cursors; at most one of them is set. Without a sort it is newest first. */
export type LeadListState = LeadFilterState & {
  sort: LeadSortName | null
  after: string | null
  before: string | null
  /** Null: as a list. */
  view: LeadView | null
}
/** The other ways to look at the leads that a filter leaves. */
export type LeadView = 'board'

export const leadKeys = {
  all: ['leads'],
  lists: ['leads', 'list'],
  totals: ['leads', 'total'],
  board: ['leads', 'board'],
  stats: ['leads', 'stats'],
} as const

/** What the state leaves out is: no filter, newest first, from the start. */
export function leadList(state: Partial<LeadListState>, size = leadsPerPage) {
  const { sort = null, after = null, before = null, view: _view, ...filters } = state
  const variables = {
    ...(before === null ? { first: size, after } : { last: size, before }),
    filter: toLeadFilter({ ...noFilter, ...filters }),
    sort: sort && leadSorts[sort].value,
  }
  return queryOptions({
    queryKey: [...leadKeys.lists, variables],
    queryFn: async () => (await query(LeadList, variables)).leads,
    meta: { keep: true },
    placeholderData: keepPreviousData,
    refetchInterval: liveMs,
  })
}

/**
 * How many leads the list has: told by its first page where that is all, or else asked for once the page is there, because
 * counting can take longer. Null until it is known.
 */
export function useLeadTotal(state: LeadListState, page: LeadPage | undefined): LeadTotal | null {
  const { sort: _sort, after, before, view: _view, ...filters } = state
  const filter = toLeadFilter(filters)
  const isWhole = page && after === null && before === null && !page.pageInfo.hasNextPage
  const { data = null } = useQuery({
    queryKey: [...leadKeys.totals, filter],
    queryFn: async () => (await query(LeadTotal, { filter })).leads,
    meta: { keep: true },
    refetchInterval: liveMs,
    enabled: page !== undefined && !isWhole,
  })
  return isWhole ? { totalCount: page.nodes.length, totalIsCapped: false } : data
}

const DeleteLeads = graphql(`
  mutation DeleteLeads($ids: [ID!]!) {
    deleteLeads(ids: $ids) {
      deletedIds
      skippedIds
    }
  }
`)

/** Ids that are no finite numbers are left out (docs/specification.md, 5.5). */
export const deleteLeads = (ids: readonly string[]) =>
  mutate(DeleteLeads, { ids: ids.filter((id) => Number.isFinite(Number(id))) })

/** `name`: of the lead, for the dialog's title. */
type Deletion = { ids: readonly [string]; name: string }

/** Asks for confirmation, deletes the lead, and takes it off the screen at once. */
export function useDeleteLeads(onDeleted: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  return useConfirmed({
    mutationFn: ({ ids }: Deletion) => deleteLeads(ids),
    // A fixed text (docs/specification.md, 5.5).
    question: ({ name }) => ({
      title: `Delete ${name}`,
      text: 'Delete this lead? This action cannot be undone.',
      confirm: 'Delete',
      busyText: 'Deleting…',
    }),
    failed: 'Failed to delete quote',
    onSuccess: ({ deleteLeads: { deletedIds, skippedIds } }) => {
      const gone = new Set([...deletedIds, ...skippedIds])
      client.setQueriesData<LeadPage>({ queryKey: leadKeys.lists }, (page) => page && withoutNodes(page, gone))
      toast.success(deletedIds.length === 0 ? 'The lead was already gone' : 'Lead deleted')
      onDeleted()
      void client.invalidateQueries({ queryKey: leadKeys.all })
    },
  })
}

/** A page of a list after entries of it were deleted or decided, until it is loaded again. */
export const withoutNodes = <P extends { nodes: readonly { id: string }[] }>(
  page: P,
  gone: ReadonlySet<string>,
): P => ({
  ...page,
  nodes: page.nodes.filter(({ id }) => !gone.has(id)),
})

const Stats = graphql(`
  query LeadStats {
    leadStats {
      total
      new
      contacted
      quoted
      converted
      lost
      conversionRate
      thisWeek
    }
  }
`)

const leadStats = () =>
  queryOptions({
    queryKey: leadKeys.stats,
    queryFn: async () => withPending((await query(Stats, {})).leadStats),
    meta: { keep: true },
    refetchInterval: liveMs,
  })

const withPending = (stats: ResultOf<typeof Stats>['leadStats']) => ({
  ...stats,
  pending: stats.new + stats.contacted + stats.quoted,
})
type LeadStats = ReturnType<typeof withPending>

type Figure = (name: keyof LeadStats) => Stat['value']

/** Reads one figure: null while it loads, undefined when it could not be loaded. */
export function useLeadFigures(): Figure {
  const { data, isPending } = useQuery(leadStats())
  return (name) => (data ? data[name] : isPending ? null : undefined)
}

/** Above a manager's list and on the manager's dashboard. `pending`: nobody has won or lost the job yet. */
export const managerFigures = (figure: Figure): Stat[] => [
  { label: 'Total Leads', value: figure('total') },
  { label: 'Pending', value: figure('pending') },
  { label: 'Converted', value: figure('converted') },
  { label: 'This Week', value: figure('thisWeek') },
]
