import { statusWords } from '../lead-words.ts'
import type { LeadDetail } from './lead.queries.ts'

export type HistoryEvent = { at: string; text: string; by: string | null; note: string | null }

const decisions: Partial<Record<LeadDetail['offers'][number]['state'], string>> = {
  ACCEPTED: 'accepted the job and has the contact details',
  DECLINED: 'declined the job',
  EXPIRED: 'let the offer expire',
  WITHDRAWN: 'had the offer withdrawn',
}

/** Everything that happened to a lead, latest first. */
export function historyOf(lead: LeadDetail): HistoryEvent[] {
  const received = { at: lead.createdAt, text: `Received from ${lead.page}`, by: null, note: null }
  const moves = lead.statusHistory.map(({ from, to, at, by, note }) => ({
    at,
    text: `${statusWords[from].label} → ${statusWords[to].label}`,
    by: by?.name ?? null,
    note,
  }))
  const offers = lead.offers.map(({ offeredAt, contractorName }) => ({
    at: offeredAt,
    text: `Offered to ${contractorName}`,
    by: null,
    note: null,
  }))
  const decided = lead.offers.flatMap(({ state, decidedAt, contractorName }) => {
    const words = decisions[state]
    return decidedAt !== null && words
      ? [{ at: decidedAt, text: `${contractorName} ${words}`, by: null, note: null }]
      : []
  })
  const time = ({ at }: HistoryEvent) => new Date(at).getTime()
  return [received, ...moves, ...offers, ...decided].sort((a, b) => time(b) - time(a))
}
