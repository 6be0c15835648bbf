import { auditActions, auditSubjectKinds, type AuditAction, type AuditSubjectKind } from '@kerbside/schema/audit/audit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { graphql, query, type ResultOf, type VariablesOf } from '../../api/graphql.ts'
import type { ListPlace } from '../ui/lists/filter-fields.tsx'
import { momentOf } from '../ui/times.ts'

export const entriesPerPage = 25

const EntryFields = graphql(`
  fragment AuditEntryFields on AuditEntry @_unmask {
    id
    at
    by {
      name
    }
    action
    subject {
      kind
      id
      label
    }
    details
  }
`)

const AuditTrail = graphql(
  `
    query AuditTrail($first: Int, $after: String, $last: Int, $before: String, $filter: AuditFilter) {
      auditTrail(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
        totalCount
        totalIsCapped
        pageInfo {
          hasNextPage
          startCursor
          endCursor
        }
        nodes {
          ...AuditEntryFields
        }
      }
    }
  `,
  [EntryFields],
)

const RecentChanges = graphql(
  `
    query RecentChanges {
      recentChanges {
        ...AuditEntryFields
      }
    }
  `,
  [EntryFields],
)

/** GraphQL writes `lead.viewed` as LEAD_VIEWED. */
const enumName = (name: string) => name.replace(/[-.]/g, '_').toUpperCase()

type Entry = ResultOf<typeof EntryFields>
/** Action and kind as the rest of the code and the address write them; null of one that only a newer release knows. */
const withPlainNames = ({ action, subject, ...entry }: Entry) => ({
  ...entry,
  action: auditActions.find((name) => enumName(name) === action) ?? null,
  subject: { ...subject, kind: auditSubjectKinds.find((name) => enumName(name) === subject.kind) ?? null },
})
export type ShownEntry = ReturnType<typeof withPlainNames>

export type AuditFilterState = {
  /** A user's id. */
  by: string | null
  action: AuditAction | null
  kind: AuditSubjectKind | null
  reference: string
  /** A day as a date field has it, meant where the person is, or a moment. */
  from: string | null
  to: string | null
}
export type AuditListState = AuditFilterState & ListPlace

type AuditFilter = NonNullable<VariablesOf<typeof AuditTrail>['filter']>

function toAuditFilter({ by, action, kind, reference, from, to }: AuditFilterState): AuditFilter {
  const [start, end] = [from === null ? null : momentOf(from, 'from'), to === null ? null : momentOf(to, 'to')]
  return {
    ...(by && { by }),
    ...(action && { action: enumName(action) as NonNullable<AuditFilter['action']> }),
    ...(kind && { kind: enumName(kind) as NonNullable<AuditFilter['kind']> }),
    ...(reference && { reference }),
    ...(start && { from: start.toISOString() }),
    ...(end && { to: end.toISOString() }),
  }
}

/** Newest first. */
export function auditTrail({ after, before, ...filter }: AuditListState) {
  const variables = {
    ...(before === null ? { first: entriesPerPage, after } : { last: entriesPerPage, before }),
    filter: toAuditFilter(filter),
  }
  return queryOptions({
    queryKey: ['audit', variables],
    queryFn: async () => {
      const { nodes, ...page } = (await query(AuditTrail, variables)).auditTrail
      return { ...page, nodes: nodes.map(withPlainNames) }
    },
    placeholderData: keepPreviousData,
  })
}

/** What was changed last, for the dashboard. */
export const recentChanges = () =>
  queryOptions({
    queryKey: ['audit', 'recent'],
    queryFn: async () => (await query(RecentChanges, {})).recentChanges.map(withPlainNames),
  })

const AuditPeople = graphql(`
  query AuditPeople {
    users {
      id
      name
    }
  }
`)

/** Everybody with an account, for the filter. */
export const auditPeople = () =>
  queryOptions({ queryKey: ['audit', 'people'], queryFn: async () => (await query(AuditPeople, {})).users })

const AuditExportUrl = graphql(`
  query AuditExportUrl($filter: AuditFilter) {
    auditExportUrl(filter: $filter)
  }
`)

export const auditExportUrl = async (filter: AuditFilterState) =>
  (await query(AuditExportUrl, { filter: toAuditFilter(filter) })).auditExportUrl
