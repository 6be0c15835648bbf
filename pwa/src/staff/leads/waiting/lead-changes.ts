import { canMove } from '@kerbside/schema/leads/lead'
import { ApiError } from '../../../api/api-error.ts'
import { mutate } from '../../../api/graphql.ts'
import { formatDate } from '../../ui/times.ts'
import { AddLeadNote, AssignLead, LogLeadContact, SetLeadFollowUp } from '../detail/work/work.queries.ts'
import { asStatus, callOutcomes, statusLabels, type CallOutcomeName } from '../lead-labels.ts'
import { UpdateLeadStatus, type LeadDetail } from '../lead.queries.ts'
import type { LeadStatusName } from '../leads.queries.ts'

/** What can be changed of a lead without a connection. */
export type ChangeValues = {
  status: { to: LeadStatusName; note: string | null }
  note: string
  call: { outcome: CallOutcomeName; note: string }
  assignment: { to: LeadDetail['assignedTo'] }
  'follow-up': { at: string | null }
}
export type ChangeKind = keyof ChangeValues

/** What a change needs to know of the lead that it is made on: a row of a list has it too. */
export type ChangedLead = Pick<LeadDetail, 'id' | 'version' | 'status' | 'assignedTo' | 'followUpAt'>

/** The part of a lead that a change replaces, to be compared. */
export type LeadPart = string | number | null
/** `changeId`: made with the change, so that the server makes it once however often it comes. */
export type Sending = { id: string; version: number; changeId?: string }

export type LeadChangeKind<Value> = {
  /** What is changed, at the start of a sentence. */
  what: string
  send: (value: Value, sending: Sending) => Promise<LeadDetail>
  /** The part of the lead that the change replaces, and what it will be. */
  partOf: (lead: ChangedLead) => LeadPart
  partAfter: (value: Value) => LeadPart
  /** Who changed that part last. */
  by: (lead: LeadDetail) => string | undefined
  theirs: (lead: LeadDetail) => string
  mine: (value: Value) => string
  possible?: (lead: LeadDetail, value: Value) => boolean
}

const nobody = 'nobody'
const followUpText = (at: string | null) => (at === null ? 'not set' : formatDate(at))
const followUpPart = (at: string | null) => at && new Date(at).getTime()
const lastOf = (lead: LeadDetail, wanted: LeadDetail['activity'][number]['kind']) =>
  lead.activity.findLast(({ kind }) => kind === wanted)?.by.name

export const leadChanges: { [Kind in ChangeKind]: LeadChangeKind<ChangeValues[Kind]> } = {
  status: {
    what: 'The status',
    send: async ({ to, note }, sending) =>
      (await mutate(UpdateLeadStatus, { ...sending, status: to, note })).updateLeadStatus,
    partOf: ({ status }) => status,
    partAfter: ({ to }) => to,
    by: ({ statusHistory }) => statusHistory.at(-1)?.by?.name,
    theirs: ({ status }) => statusLabels[status].label,
    mine: ({ to }) => statusLabels[to].label,
    possible: ({ status }, { to }) => canMove(asStatus(status), asStatus(to)),
  },
  note: {
    what: 'The note',
    send: async (text, { id, changeId }) =>
      (await mutate(AddLeadNote, { id, text, ...(changeId && { changeId }) })).addLeadNote,
    // It replaces nothing.
    partOf: () => null,
    partAfter: () => null,
    by: () => undefined,
    theirs: () => '',
    mine: (text) => text,
  },
  call: {
    what: 'The call',
    send: async ({ outcome, note }, { id, changeId }) =>
      (
        await mutate(LogLeadContact, {
          id,
          kind: 'CALLED',
          outcome,
          ...(note && { text: note }),
          ...(changeId && { changeId }),
        })
      ).logLeadContact,
    // It replaces nothing.
    partOf: () => null,
    partAfter: () => null,
    by: () => undefined,
    theirs: () => '',
    mine: ({ outcome, note }) => [callOutcomes[outcome], note].filter(Boolean).join(': '),
  },
  assignment: {
    what: 'The lead’s colleague',
    send: async ({ to }, sending) => {
      const [changed] = (await mutate(AssignLead, { ...sending, userId: to?.id ?? null })).assignLeads
      if (!changed) throw new ApiError('NOT_FOUND', 'The requested lead could not be found.')
      return changed
    },
    partOf: ({ assignedTo }) => assignedTo?.id ?? null,
    partAfter: ({ to }) => to?.id ?? null,
    by: (lead) => lastOf(lead, 'ASSIGNED'),
    theirs: ({ assignedTo }) => assignedTo?.name ?? nobody,
    mine: ({ to }) => to?.name ?? nobody,
  },
  'follow-up': {
    what: 'The follow-up',
    send: async ({ at }, sending) => (await mutate(SetLeadFollowUp, { ...sending, followUpAt: at })).setLeadFollowUp,
    partOf: ({ followUpAt }) => followUpPart(followUpAt),
    partAfter: ({ at }) => followUpPart(at),
    by: (lead) => lastOf(lead, 'FOLLOW_UP'),
    theirs: ({ followUpAt }) => followUpText(followUpAt),
    mine: ({ at }) => followUpText(at),
  },
}
