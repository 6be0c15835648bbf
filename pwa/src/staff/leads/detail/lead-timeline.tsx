import { formatAmount } from '@kerbside/schema/amount'
import type { QuoteFile } from '@kerbside/schema/quote-files/quote-file'
import { splitMentions } from '@kerbside/schema/users/mentions'
import { Box, Typography } from '@mui/material'
import { Muted, Section } from '../../ui/section.tsx'
import { formatDate, formatDateTime } from '../../ui/times.ts'
import type { LeadDelivery, LeadDetail } from '../lead.queries.ts'
import { callOutcomes, statusLabels } from '../lead-labels.ts'
import { isNoneOf, priceEvents } from './prices/price-labels.ts'
import { deliveryPurpose } from './delivery-labels.ts'
import { OpenQuoteFile } from './work/quote-file.tsx'

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

const mention = {
  fontWeight: 600,
  bgcolor: 'action.selected',
  borderRadius: 1,
  px: 0.5,
  boxDecorationBreak: 'clone',
  WebkitBoxDecorationBreak: 'clone',
}

export function LeadTimeline({ lead }: { lead: LeadDetail }) {
  return (
    <Section title="Timeline">
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {timelineOf(lead).map((event, index, { length }) => (
          <Box
            component="li"
            key={length - index}
            sx={{ position: 'relative', pl: 3, pb: 1.5, '&::before': dot, '&:not(:last-of-type)::after': line }}
          >
            <Typography>{event.text}</Typography>
            {event.note && (
              <Typography sx={{ whiteSpace: 'pre-wrap' }}>
                “<NoteText text={event.note} mentions={event.mentions} />”
              </Typography>
            )}
            {event.file && <OpenQuoteFile leadId={lead.id} file={event.file} />}
            <Muted>{[formatDateTime(event.at), event.by].filter(Boolean).join(' · ')}</Muted>
          </Box>
        ))}
      </Box>
    </Section>
  )
}

type NoteTextProps = { text: string; mentions?: Mentions | undefined }

/** The text of a note, in which the people whom it mentions stand out. */
const NoteText = ({ text, mentions = [] }: NoteTextProps) =>
  splitMentions(text, mentions).map(({ text: part, people }, index) =>
    people.length === 0 ? (
      part
    ) : (
      <Box component="strong" key={index} sx={mention}>
        {part}
      </Box>
    ),
  )

type Activity = LeadDetail['activity'][number]
type Mentions = Activity['mentions']
type TimelineEvent = {
  at: string
  text: string
  by: string | null
  note: string | null
  mentions?: Mentions
  file?: QuoteFile
}
type Offer = LeadDetail['offers'][number]

const decisions: Partial<Record<Offer['state'], string>> = {
  ACCEPTED: 'accepted the job and has the contact details',
  DECLINED: 'declined the job',
  EXPIRED: 'let the offer run out',
  WITHDRAWN: 'had the offer withdrawn',
  RELEASED: 'lost its place: the homeowner gave it to another firm',
  UNDELIVERABLE: 'could not be reached: its address rejects email',
}

const names = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Everything that happened to a lead, latest first. */
export function timelineOf(lead: LeadDetail): TimelineEvent[] {
  const page = lead.page === '/' ? 'the home page' : lead.page
  const received = event(
    lead.createdAt,
    lead.isImported ? 'Received elsewhere, then imported' : `Received from ${page}`,
  )
  const moves = lead.statusHistory.map(({ from, to, at, by, note }) => ({
    at,
    text: `${statusLabels[from].label} → ${statusLabels[to].label}`,
    by: by?.name ?? null,
    note,
  }))
  const activity = lead.activity.filter(isNoPhoto).map((entry) => ({
    at: entry.at,
    text: activityText(entry),
    by: entry.by.name,
    note: entry.text,
    ...(entry.mentions.length > 0 && { mentions: entry.mentions }),
    ...(entry.quote?.file && { file: entry.quote.file }),
  }))
  const decided = lead.offers.flatMap(({ state, decidedAt, contractorName }) => {
    const text = decisions[state]
    return decidedAt !== null && text ? [event(decidedAt, `${contractorName} ${text}`)] : []
  })
  const reported = lead.offers.flatMap(({ outcomes, contractorName }) =>
    outcomes.filter(isNoneOf(lead.estimates)).map(({ at, text }) => event(at, `${contractorName} reported: ${text}`)),
  )
  const rated = lead.offers.flatMap(({ rating, contractorName }) =>
    rating
      ? [
          {
            ...event(rating.at, `The homeowner rated ${contractorName}: ${rating.stars} of 5 stars`),
            note: rating.text || null,
          },
        ]
      : [],
  )
  const time = ({ at }: TimelineEvent) => new Date(at).getTime()
  // The order here decides about events of the same moment.
  return [
    ...wishesOf(lead),
    ...rated,
    ...activity,
    ...priceEvents(lead),
    ...photosOf(lead.activity),
    ...moves,
    ...reported,
    ...decided,
    ...emailsOf(lead),
    ...roundsOf(lead.offers),
    received,
  ].sort((a, b) => time(b) - time(a))
}

/** What the homeowner did on their own page. A later wish includes the earlier ones. */
function wishesOf(lead: LeadDetail): TimelineEvent[] {
  const { enoughQuotesAt, sharingStoppedAt, erasedAt, emailConfirmedAt, complaints, corrections } = lead
  const differs = (at: string | null, later: string | null): at is string => at !== null && at !== later
  return [
    ...(erasedAt ? [event(erasedAt, 'The homeowner had their details erased')] : []),
    ...(differs(sharingStoppedAt, erasedAt)
      ? [event(sharingStoppedAt, 'The homeowner stopped sharing their details')]
      : []),
    ...(differs(enoughQuotesAt, sharingStoppedAt)
      ? [event(enoughQuotesAt, 'The homeowner has enough quotes: no further firm is asked')]
      : []),
    ...corrections.map(({ at, changes }) => ({
      ...event(at, 'The homeowner corrected their answers'),
      note:
        changes.map(({ label, before, after }) => `${label}: ${before || '–'} → ${after || '–'}`).join('\n') || null,
    })),
    ...complaints.map(({ at, text, dueAt }) => ({
      ...event(at, `The homeowner complained: answer by ${formatDate(dueAt)}`),
      note: text || null,
    })),
    ...(emailConfirmedAt ? [event(emailConfirmedAt, 'The homeowner confirmed the email address')] : []),
  ]
}

function activityText({ kind, outcome, assignedTo, followUpAt, quote }: Activity): string {
  switch (kind) {
    case 'NOTE':
      return 'Note'
    case 'CALLED':
      return outcome ? `Called: ${callOutcomes[outcome].toLowerCase()}` : 'Called'
    case 'EMAILED':
      return 'Emailed'
    case 'ASSIGNED':
      return assignedTo ? `Assigned to ${assignedTo.name}` : 'Assigned to nobody'
    case 'FOLLOW_UP':
      return followUpAt ? `Follow-up set for ${formatDate(followUpAt)}` : 'Follow-up cleared'
    case 'QUOTE_SENT':
      if (!quote) return 'Sent a quote'
      return `Sent a quote of ${formatAmount(quote)}${quote.firmName ? ` from ${quote.firmName}` : ''}`
    case 'FOLLOW_UP_SENT':
      return 'Sent a follow-up'
    case 'PHOTO_ADDED':
      return 'Added a photo'
    case 'PHOTO_REMOVED':
      return 'Removed a photo'
  }
}

const isNoPhoto = ({ kind }: Activity) => kind !== 'PHOTO_ADDED'

/** Photos that a colleague added together are one event. */
function photosOf(activity: readonly Activity[]): TimelineEvent[] {
  const added = activity.filter((entry) => !isNoPhoto(entry))
  const people = [...new Set(added.map(({ by }) => by.id))]
  return people
    .flatMap((id) =>
      byMinute(
        added.filter(({ by }) => by.id === id),
        ({ at }) => at,
      ),
    )
    .map((group) => ({
      ...event(group.at(-1)?.at ?? '', group.length === 1 ? 'Added a photo' : `Added ${group.length} photos`),
      by: group[0]?.by.name ?? null,
    }))
}

/** Offers that were emailed together are one event. */
function emailsOf(lead: LeadDetail): TimelineEvent[] {
  const purpose = (delivery: LeadDelivery) => deliveryPurpose(delivery, lead)
  const sent = lead.deliveries.filter(({ sentAt }) => sentAt !== null)
  const isOffer = ({ kind }: LeadDelivery) => kind === 'OFFER'
  const groups = [
    ...byMinute(sent.filter(isOffer), ({ sentAt }) => sentAt ?? ''),
    ...sent.filter((delivery) => !isOffer(delivery)).map((delivery) => [delivery]),
  ]
  const failed = lead.deliveries.filter(({ state }) => state === 'FAILED')
  return [
    ...groups.map((group) => event(group[0]?.sentAt ?? '', `Email sent: ${names.format(group.map(purpose))}`)),
    ...failed.map((delivery) => ({
      ...event(delivery.updatedAt, `Email failed: ${purpose(delivery)}`),
      note: delivery.lastError,
    })),
  ]
}

const event = (at: string, text: string): TimelineEvent => ({ at, text, by: null, note: null })

/** Offers that went out together are one event. */
const roundsOf = (offers: readonly Offer[]): TimelineEvent[] =>
  byMinute(offers, ({ offeredAt }) => offeredAt).map((round) =>
    event(round[0]?.offeredAt ?? '', `Offered to ${names.format(round.map(({ contractorName }) => contractorName))}`),
  )

function byMinute<T>(items: readonly T[], atOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const minute = atOf(item).slice(0, 'YYYY-MM-DDThh:mm'.length)
    groups.set(minute, [...(groups.get(minute) ?? []), item])
  }
  return [...groups.values()]
}
