import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { graphql, query, type ResultOf } from '../../../api/graphql.ts'
import { leadSorts, toLeadFilter } from '../lead-filter.ts'
import {
  leadKeys,
  LeadRowFields,
  leadsPerPage,
  liveMs,
  type LeadListState,
  type LeadStatusName,
} from '../leads.queries.ts'

const BoardColumn = graphql(
  `
    query BoardColumn($first: Int!, $after: String, $isFirst: Boolean!, $filter: LeadFilter!, $sort: LeadSort) {
      leads(first: $first, after: $after, filter: $filter, sort: $sort) {
        totalCount @include(if: $isFirst)
        totalIsCapped @include(if: $isFirst)
        value @include(if: $isFirst) {
          amount
          currency
        }
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ...LeadRow
          value {
            amount
            currency
          }
        }
      }
    }
  `,
  [LeadRowFields],
)
type ColumnPage = ResultOf<typeof BoardColumn>['leads']
export type BoardLead = ColumnPage['nodes'][number]

/** The leads of one status that the filter of the list leaves, in its order. */
export function boardColumn(
  { sort, after: _after, before: _before, view: _view, ...filter }: LeadListState,
  status: LeadStatusName,
) {
  const variables = {
    first: leadsPerPage,
    filter: toLeadFilter({ ...filter, status }),
    sort: sort && leadSorts[sort].value,
  }
  return infiniteQueryOptions({
    queryKey: [...leadKeys.board, variables],
    queryFn: async ({ pageParam: after }): Promise<ColumnPage> =>
      (await query(BoardColumn, { ...variables, after, isFirst: after === null })).leads,
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    // A filter by another status leaves nothing in this column.
    enabled: filter.status === null || filter.status === status,
    meta: { keep: true },
    placeholderData: keepPreviousData,
    refetchInterval: liveMs,
  })
}
