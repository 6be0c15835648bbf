import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { graphql, query, type ResultOf } from '../../../api/graphql.ts'
import { leadsPerPage, LeadSummary, liveMs } from '../leads.queries.ts'

const HeldQuotes = graphql(
  `
    query HeldQuotes($first: Int, $after: String) {
      heldQuotes(first: $first, after: $after) {
        totalCount
        heldDays
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          reason
          receivedAt
          lead {
            ...LeadSummary
            answers {
              name
              label
              value
            }
          }
        }
      }
    }
  `,
  [LeadSummary],
)
export type HeldQuotePage = ResultOf<typeof HeldQuotes>['heldQuotes']
export type HeldQuote = HeldQuotePage['nodes'][number]

export const heldKeys = { all: ['held-quotes'], lists: ['held-quotes', 'list'] } as const

/** Newest first; `after` is the server's cursor. */
export const heldQuotes = (after: string | null) =>
  queryOptions({
    queryKey: [...heldKeys.lists, { after }],
    queryFn: async () => (await query(HeldQuotes, { first: leadsPerPage, after })).heldQuotes,
    placeholderData: keepPreviousData,
    refetchInterval: liveMs,
  })

const HeldQuoteCount = graphql(`
  query HeldQuoteCount {
    heldQuotes(first: 1) {
      totalCount
    }
  }
`)

export const heldQuoteCount = () =>
  queryOptions({
    queryKey: [...heldKeys.all, 'count'],
    queryFn: async () => (await query(HeldQuoteCount, {})).heldQuotes.totalCount,
    refetchInterval: liveMs,
  })

export const ReleaseHeldQuote = graphql(`
  mutation ReleaseHeldQuote($id: ID!) {
    releaseHeldQuote(id: $id) {
      reference
    }
  }
`)

export const DiscardHeldQuote = graphql(`
  mutation DiscardHeldQuote($id: ID!) {
    discardHeldQuote(id: $id)
  }
`)
