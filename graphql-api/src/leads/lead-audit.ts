import { leadSubject } from '@kerbside/schema/audit/audit'
import { outcomeText, type FirmReport } from '@kerbside/schema/offers/job-outcome'
import type { Answer, LeadActivity } from '@kerbside/schema/leads/lead'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { londonDay } from '@kerbside/schema/time/london-time'
import type { Audited } from '../audit/record-audit.ts'

type Change = { set: Partial<LeadRecord>; activity: readonly LeadActivity[]; report?: FirmReport | undefined }

const activityTexts: Record<LeadActivity['kind'], (entry: LeadActivity) => string> = {
  note: () => 'note added',
  assigned: ({ assignedTo }) => `assigned to ${assignedTo?.name ?? 'nobody'}`,
  'follow-up': ({ followUpAt }) => (followUpAt ? `follow-up on ${londonDay(followUpAt)}` : 'follow-up cleared'),
  called: ({ outcome }) => `called the homeowner${outcome ? `: ${outcome.replace('-', ' ')}` : ''}`,
  emailed: () => 'emailed the homeowner',
  'quote-sent': () => 'quote sent',
  'follow-up-sent': () => 'follow-up emailed',
  'photo-added': () => 'photo added',
  'photo-removed': () => 'photo removed',
}

/** A change of a lead as the audit trail has it: which answers were corrected and that there is a note, but no text of them. */
export function leadChanged(before: LeadRecord, { set, activity, report }: Change): Audited {
  const parts = [
    ...(report ? [`reported: ${outcomeText(report.outcome)}`] : []),
    ...(set.status ? [`status ${before.status} → ${set.status}`] : []),
    ...(!set.status && set.lostReason !== undefined ? ['reason for the loss'] : []),
    ...activity.map((entry) => activityTexts[entry.kind](entry)),
    ...(set.answers ? [correctionText(before.answers, set.answers)] : []),
  ]
  const subject = leadSubject(before._id, before.reference)
  const by = report && { id: report.contractorId, name: report.contractorName }
  return { action: 'lead.changed', subject, details: parts.join('; '), ...(by && { by }) }
}

function correctionText(before: readonly Answer[], after: readonly Answer[]): string {
  const isIn = (answers: readonly Answer[], { name, value }: Answer) =>
    answers.some((each) => each.name === name && each.value === value)
  const differing = [...after.filter((answer) => !isIn(before, answer)), ...before.filter((each) => !isIn(after, each))]
  const labels = [...new Set(differing.map(({ label }) => label))]
  return labels.length === 0 ? 'answers confirmed' : `answers corrected: ${labels.join(', ')}`
}
