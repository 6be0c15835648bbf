import { withSkipped, type BulkReport } from '@kerbside/schema/bulk-changes/bulk-change'
import { graphql, mutate, query } from '../../../api/graphql.ts'
import { toLeadFilter, type LeadFilterState } from '../lead-filter.ts'
import { deleteLeads, type LeadRow, type LeadStatusName } from '../leads.queries.ts'

/** The api takes so many leads in one call (docs/api.md, 9). */
const leadsPerCall = 200

export type BulkAction =
  | { kind: 'assign'; to: { id: string; name: string } | null }
  | { kind: 'status'; to: LeadStatusName; note: string | null }
  | { kind: 'message'; id: string; text: string }
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

/** More leads than one call takes are changed by the server on its own. */
export const isOneCall = ({ count, isCapped }: BulkTarget) => count <= leadsPerCall && !isCapped

type LeadRef = Pick<LeadRow, 'id' | 'reference' | 'version'>

const MatchingLeads = graphql(`
  query MatchingLeads($first: Int, $filter: LeadFilter) {
    leads(first: $first, filter: $filter, sort: CREATED_AT_DESC) {
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

type Outcome = {
  changedIds: readonly string[]
  unchangedIds: readonly string[]
  skipped: readonly { id: string; message: string }[]
}

/** Makes a change in one call, of the selected leads or of all that match. Made twice it does no harm. */
export async function changeLeads(action: BulkAction, { leads, filter }: BulkTarget): Promise<BulkReport> {
  const wanted = leads ?? (await matchingLeads(filter))
  if (wanted.length === 0) return { changed: 0, unchanged: 0, skipped: [] }
  const { changedIds, unchangedIds, skipped } = await change(action, wanted)
  const groups = skipped.reduce<BulkReport['skipped']>((report, { id, message }) => {
    const lead = wanted.find((one) => one.id === id)
    return lead ? withSkipped(report, message, { id, reference: lead.reference }) : report
  }, [])
  return { changed: changedIds.length, unchanged: unchangedIds.length, skipped: groups }
}

async function matchingLeads(filter: LeadFilterState): Promise<readonly LeadRef[]> {
  return (await query(MatchingLeads, { first: leadsPerCall, filter: toLeadFilter(filter) })).leads.nodes
}

async function change(action: BulkAction, leads: readonly LeadRef[]): Promise<Outcome> {
  const ids = leads.map(({ id }) => id)
  const versions = leads.map(({ version }) => version)
  switch (action.kind) {
    case 'status': {
      const { to, note } = action
      return (await mutate(UpdateLeadStatuses, { ids, status: to, note, versions })).updateLeadStatuses
    }
    case 'message': {
      const { id: followUpId, text: message } = action
      return (await mutate(SendFollowUps, { ids, followUpId, message, versions })).sendFollowUps
    }
    case 'follow-up':
      return (await mutate(SetLeadFollowUps, { ids, followUpAt: action.at, versions })).setLeadFollowUps
    case 'assign': {
      const { assignLeads } = await mutate(AssignLeads, { ids, userId: action.to?.id ?? null })
      const changedIds = assignLeads.map(({ id }) => id)
      return outcomeOf(ids, changedIds, 'The lead does not exist any more.')
    }
    case 'delete':
      return outcomeOf(ids, (await deleteLeads(ids)).deleteLeads.deletedIds, 'The lead was already gone.')
  }
}

const outcomeOf = (ids: readonly string[], changedIds: readonly string[], message: string): Outcome => ({
  changedIds,
  unchangedIds: [],
  skipped: ids.filter((id) => !changedIds.includes(id)).map((id) => ({ id, message })),
})
