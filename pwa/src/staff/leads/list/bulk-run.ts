import { graphql, mutate, query, type VariablesOf } from '../../../api/graphql.ts'
import { deleteLeads, type LeadRow, type LeadStatusName } from '../leads.queries.ts'

/** The api takes so many leads in one call (docs/api.md, 9). */
export const leadsPerCall = 200

export type BulkAction =
  | { kind: 'assign'; to: { id: string; name: string } | null }
  | { kind: 'status'; to: LeadStatusName; note: string | null }
  | { kind: 'message'; id: string; text: string }
  | { kind: 'follow-up'; at: string | null }
  | { kind: 'delete' }

type LeadRef = Pick<LeadRow, 'id' | 'reference' | 'version'>

/** What became of the leads so far. */
export type BulkReport = {
  changed: number
  unchanged: number
  /** Why leads were left out, each reason with its leads. */
  skipped: readonly { message: string; leads: readonly LeadRef[] }[]
}
export const emptyReport: BulkReport = { changed: 0, unchanged: 0, skipped: [] }

export const skippedIn = ({ skipped }: BulkReport) => skipped.reduce((sum, { leads }) => sum + leads.length, 0)
export const doneIn = (report: BulkReport) => report.changed + report.unchanged + skippedIn(report)

type Outcome = { changedIds: readonly string[]; unchangedIds: readonly string[]; skipped: readonly Skipped[] }
type Skipped = { id: string; message: string }

export type BulkApi = {
  /** The next leads that match, and whether there are more after them. */
  next: (after: string | null) => Promise<{ leads: readonly LeadRef[]; after: string | null }>
  change: (action: BulkAction, leads: readonly LeadRef[]) => Promise<Outcome>
}

/**
 * Works through leads call by call. A step that fails is repeated by the next one: the same change made twice does no
 * harm. `wanted`: the selected leads, or null for all that match.
 */
export function createBulkRun(action: BulkAction, wanted: readonly LeadRef[] | null, api: BulkApi) {
  let report = emptyReport
  let waiting: readonly LeadRef[] | null = wanted
  let after: string | null = null
  return {
    action,
    report: () => report,
    /** True when all is done. */
    async step(): Promise<boolean> {
      if (waiting === null) {
        const batch = await api.next(after)
        waiting = batch.leads
        after = batch.after
      }
      const leads = waiting.slice(0, leadsPerCall)
      if (leads.length > 0) report = withOutcome(report, leads, await api.change(action, leads))
      const rest = waiting.slice(leads.length)
      waiting = rest.length > 0 ? rest : null
      return waiting === null && (wanted !== null || after === null)
    },
  }
}

function withOutcome(report: BulkReport, leads: readonly LeadRef[], outcome: Outcome): BulkReport {
  const byMessage = new Map(report.skipped.map((group) => [group.message, group.leads]))
  for (const { id, message } of outcome.skipped) {
    const lead = leads.find((one) => one.id === id)
    if (lead) byMessage.set(message, [...(byMessage.get(message) ?? []), lead])
  }
  return {
    changed: report.changed + outcome.changedIds.length,
    unchanged: report.unchanged + outcome.unchangedIds.length,
    skipped: [...byMessage].map(([message, skipped]) => ({ message, leads: skipped })),
  }
}

const MatchingLeads = graphql(`
  query MatchingLeads($first: Int, $after: String, $filter: LeadFilter) {
    leads(first: $first, after: $after, filter: $filter, sort: CREATED_AT_DESC) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        reference
        version
      }
    }
  }
`)

const AssignLeads = graphql(`
  mutation AssignLeads($ids: [ID!]!, $userId: ID) {
    assignLeads(ids: $ids, userId: $userId) {
      id
    }
  }
`)

const UpdateLeadStatuses = graphql(`
  mutation UpdateLeadStatuses($ids: [ID!]!, $status: LeadStatus!, $note: String, $versions: [Int!]) {
    updateLeadStatuses(ids: $ids, status: $status, note: $note, versions: $versions) {
      changedIds
      unchangedIds
      skipped {
        id
        message
      }
    }
  }
`)

const SetLeadFollowUps = graphql(`
  mutation SetLeadFollowUps($ids: [ID!]!, $followUpAt: DateTime, $versions: [Int!]) {
    setLeadFollowUps(ids: $ids, followUpAt: $followUpAt, versions: $versions) {
      changedIds
      unchangedIds
      skipped {
        id
        message
      }
    }
  }
`)

const SendFollowUps = graphql(`
  mutation SendFollowUps($ids: [ID!]!, $followUpId: ID!, $message: String!, $versions: [Int!]) {
    sendFollowUps(ids: $ids, followUpId: $followUpId, message: $message, versions: $versions) {
      changedIds
      unchangedIds
      skipped {
        id
        message
      }
    }
  }
`)

/** Newest first, whatever the list is sorted by: that place in the list does not move when a lead changes. */
export const bulkApi = (filter: VariablesOf<typeof MatchingLeads>['filter']): BulkApi => ({
  next: async (after) => {
    const { nodes, pageInfo } = (await query(MatchingLeads, { first: leadsPerCall, after, filter })).leads
    return { leads: nodes, after: pageInfo.hasNextPage ? pageInfo.endCursor : null }
  },
  change: async (action, leads) => {
    const ids = leads.map(({ id }) => id)
    const versions = leads.map(({ version }) => version)
    if (action.kind === 'status') {
      const { to, note } = action
      return (await mutate(UpdateLeadStatuses, { ids, status: to, note, versions })).updateLeadStatuses
    }
    if (action.kind === 'message') {
      const { id: followUpId, text: message } = action
      return (await mutate(SendFollowUps, { ids, followUpId, message, versions })).sendFollowUps
    }
    if (action.kind === 'follow-up')
      return (await mutate(SetLeadFollowUps, { ids, followUpAt: action.at, versions })).setLeadFollowUps
    if (action.kind === 'assign') {
      const { assignLeads } = await mutate(AssignLeads, { ids, userId: action.to?.id ?? null })
      return outcomeOf(
        ids,
        assignLeads.map(({ id }) => id),
        'The lead does not exist any more.',
      )
    }
    return outcomeOf(ids, (await deleteLeads(ids)).deleteLeads.deletedIds, 'The lead was already gone.')
  },
})

const outcomeOf = (ids: readonly string[], changedIds: readonly string[], message: string): Outcome => ({
  changedIds,
  unchangedIds: [],
  skipped: ids.filter((id) => !changedIds.includes(id)).map((id) => ({ id, message })),
})
