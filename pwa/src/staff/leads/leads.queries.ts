import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../api/graphql.ts'

/** A list that staff work from must not go stale while it is looked at. */
export const liveMs = 30_000
export const leadsPerPage = 25

const LeadRowFields = graphql(`
  fragment LeadRow on Lead @_unmask {
    id
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
    status
    priority
    createdAt
    offers {
      state
    }
  }
`)
export type LeadRow = ResultOf<typeof LeadRowFields>
export type LeadStatusName = LeadRow['status']

const LeadList = graphql(
  `
    query LeadList($first: Int, $after: String, $last: Int, $before: String, $filter: LeadFilter) {
      leads(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
        totalCount
        pageInfo {
          hasNextPage
          hasPreviousPage
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

/** `after` and `before` are the server's cursors; at most one of them is set. */
export type LeadListState = {
  search: string
  status: LeadStatusName | null
  after: string | null
  before: string | null
}

export const leadKeys = { all: ['leads'], lists: ['leads', 'list'], stats: ['leads', 'stats'] } as const

/** Newest first. */
export const leadList = ({ search, status, after, before }: LeadListState, size = leadsPerPage) =>
  queryOptions({
    queryKey: [...leadKeys.lists, { search, status, after, before, size }],
    queryFn: async () => {
      const filter = { ...(search ? { search } : {}), ...(status ? { status } : {}) }
      const page = before === null ? { first: size, after } : { last: size, before }
      return (await query(LeadList, { ...page, filter })).leads
    },
    placeholderData: keepPreviousData,
    refetchInterval: liveMs,
  })

const LeadStats = graphql(`
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

export const leadStats = () =>
  queryOptions({
    queryKey: leadKeys.stats,
    queryFn: async () => (await query(LeadStats, {})).leadStats,
    refetchInterval: liveMs,
  })

const DeleteLeads = graphql(`
  mutation DeleteLeads($ids: [ID!]!) {
    deleteLeads(ids: $ids) {
      deletedIds
      skippedIds
    }
  }
`)

/** Ids that are no finite numbers are left out (docs/specification.md, 5.5). */
export const deleteLeads = async (ids: readonly string[]) =>
  (await mutate(DeleteLeads, { ids: ids.filter((id) => Number.isFinite(Number(id))) })).deleteLeads
