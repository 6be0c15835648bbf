import { Box, Typography } from '@mui/material'
import { Muted, Section } from '../../ui/section.tsx'
import { formatDateTime } from '../../ui/times.ts'
import type { LeadDetail } from '../lead.queries.ts'
import { statusLabels } from '../lead-labels.ts'

const dot = {
  content: '""',
  position: 'absolute',
  left: 0,
  top: 7,
  width: 9,
  height: 9,
  borderRadius: '50%',
  bgcolor: 'divider',
}
const line = { content: '""', position: 'absolute', left: 4, top: 16, bottom: -6, width: '1px', bgcolor: 'divider' }

export function LeadHistory({ lead }: { lead: LeadDetail }) {
  return (
    <Section title="History">
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {historyOf(lead).map((event, index, { length }) => (
          <Box
            component="li"
            key={length - index}
            sx={{ position: 'relative', pl: 3, pb: 1.5, '&::before': dot, '&:not(:last-of-type)::after': line }}
          >
            <Typography>{event.text}</Typography>
            {event.note && <Typography sx={{ whiteSpace: 'pre-wrap' }}>“{event.note}”</Typography>}
            <Muted>{[formatDateTime(event.at), event.by].filter(Boolean).join(' · ')}</Muted>
          </Box>
        ))}
      </Box>
    </Section>
  )
}

type HistoryEvent = { at: string; text: string; by: string | null; note: string | null }
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
    text: `${statusLabels[from].label} → ${statusLabels[to].label}`,
    by: by?.name ?? null,
    note,
  }))
  const notes = lead.activity.map(({ at, by, text }) => ({ at, text: 'Note', by: by.name, note: text }))
  const decided = lead.offers.flatMap(({ state, decidedAt, contractorName }) => {
    const text = decisions[state]
    return decidedAt !== null && text ? [event(decidedAt, `${contractorName} ${text}`)] : []
  })
  const time = ({ at }: HistoryEvent) => new Date(at).getTime()
  return [received, ...moves, ...notes, ...roundsOf(lead.offers), ...decided].sort((a, b) => time(b) - time(a))
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
