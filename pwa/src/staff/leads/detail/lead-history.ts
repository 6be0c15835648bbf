import { statusWords } from '../lead-labels.ts'
import type { LeadDetail } from './lead.queries.ts'

export type HistoryEvent = { at: string; text: string; by: string | null; note: string | null }
type Offer = LeadDetail['offers'][number]

const decisions: Partial<Record<Offer['state'], string>> = {
  ACCEPTED: 'accepted the job and has the contact details',
  DECLINED: 'declined the job',
  EXPIRED: 'let the offer run out',
  WITHDRAWN: 'had the offer withdrawn',
  UNDELIVERABLE: 'could not be reached: its address refuses mail',
}

const names = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Everything that happened to a lead, latest first. */
export function historyOf(lead: LeadDetail): HistoryEvent[] {
  const received = event(lead.createdAt, `Received from ${lead.page === '/' ? 'the home page' : lead.page}`)
  const moves = lead.statusHistory.map(({ from, to, at, by, note }) => ({
    at,
    text: `${statusWords[from].label} → ${statusWords[to].label}`,
    by: by?.name ?? null,
    note,
  }))
  const decided = lead.offers.flatMap(({ state, decidedAt, contractorName }) => {
    const words = decisions[state]
    return decidedAt !== null && words ? [event(decidedAt, `${contractorName} ${words}`)] : []
  })
  const time = ({ at }: HistoryEvent) => new Date(at).getTime()
  return [received, ...moves, ...roundsOf(lead.offers), ...decided].sort((a, b) => time(b) - time(a))
}

const event = (at: string, text: string): HistoryEvent => ({ at, text, by: null, note: null })

/** Offers that went out together are one event. */
function roundsOf(offers: readonly Offer[]): HistoryEvent[] {
  const rounds = new Map<string, Offer[]>()
  for (const offer of offers) {
    const minute = offer.offeredAt.slice(0, 'YYYY-MM-DDThh:mm'.length)
    rounds.set(minute, [...(rounds.get(minute) ?? []), offer])
  }
  return [...rounds.values()].map((round) =>
    event(round[0]?.offeredAt ?? '', `Offered to ${names.format(round.map(({ contractorName }) => contractorName))}`),
  )
}
