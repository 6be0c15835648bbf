import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../api/graphql.ts'

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

const LeadRowFields = graphql(
  `
    fragment LeadRow on Lead @_unmask {
      id
      ...LeadSummary
      status
      priority
      createdAt
      offers {
        state
      }
    }
  `,
  [LeadSummary],
)
export type LeadRow = ResultOf<typeof LeadRowFields>
export type LeadStatusName = LeadRow['status']

const LeadList = graphql(
  `
    query LeadList($first: Int, $after: String, $last: Int, $before: String, $filter: LeadFilter) {
      leads(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
        totalCount
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

type Page<Node> = { nodes: readonly Node[]; totalCount: number }

/** A page of a list after entries of it were deleted or decided, until it is loaded again. */
export function withoutNodes<P extends Page<{ id: string }>>(page: P, gone: ReadonlySet<string>): P {
  const nodes = page.nodes.filter(({ id }) => !gone.has(id))
  return { ...page, nodes, totalCount: page.totalCount - (page.nodes.length - nodes.length) }
}
