import { Box, Link as TextLink } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { DataList, noWrap, type Column } from '../../ui/lists/list.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Muted, Section } from '../../ui/section.tsx'
import { formatDateTime } from '../../ui/times.ts'
import { offerLabels, outcomeTones, ToneChip } from '../../ui/tone-chip.tsx'
import { historyText } from '../contractor-labels.ts'
import type { ListedContractor } from '../contractors.queries.ts'
import { contractorOffers, type ContractorOffer } from './contractor.queries.ts'

/** What the firm was offered lately, and what became of it. */
export function OfferHistory({ firm }: { firm: ListedContractor }) {
  const offers = useQuery(contractorOffers(firm.id))
  const rows = offers.data?.map((offer) => ({ ...offer, id: `${offer.leadId} ${offer.offeredAt}` }))
  return (
    <Section title="Offers">
      <Muted sx={{ mb: 1 }}>Last 90 days: {historyText(firm)}. Below are the latest 100, newest first.</Muted>
      {firm.ratings.average !== null && (
        <Muted sx={{ mb: 1 }}>
          Homeowners’ ratings: {firm.ratings.average} of 5 stars, from {firm.ratings.count}. Homeowners see the average
          from ten on.
        </Muted>
      )}
      {rows && <Outcomes offers={rows} />}
      <QueryState query={offers} loading="Loading offers…" rows={4} />
      {rows?.length === 0 && <Muted>The firm has had no offer yet.</Muted>}
      {rows && rows.length > 0 && (
        <Box sx={{ mx: -2 }}>
          <DataList label="Offers" rows={rows} columns={columns} card={card} cardsBelow={440} />
        </Box>
      )}
    </Section>
  )
}

/** '2 won · 1 quoted · 3 without a report' */
function Outcomes({ offers }: { offers: readonly ContractorOffer[] }) {
  const accepted = offers.filter(({ state }) => state === 'ACCEPTED')
  const counts = Object.entries(outcomeLabels).flatMap(([name, label]) => {
    const count = accepted.filter(({ outcome }) => (outcome?.kind ?? 'NONE') === name).length
    return count > 0 ? [`${count} ${label}`] : []
  })
  return accepted.length > 0 && <Muted sx={{ mb: 1 }}>What it reported of accepted jobs: {counts.join(' · ')}</Muted>
}

const outcomeLabels: Record<keyof typeof outcomeTones | 'NONE', string> = {
  WON: 'won',
  QUOTED: 'quoted',
  LOST: 'lost',
  WILL_NOT_PRICE: 'not to be priced',
  CANNOT_REACH: 'could not be reached',
  NOT_GENUINE: 'not genuine',
  NONE: 'without a report',
}

const columns: readonly Column<ContractorOffer & { id: string }>[] = [
  { head: 'Lead', cell: (offer) => <Lead offer={offer} /> },
  { head: 'Offered', sx: noWrap, cell: ({ offeredAt }) => formatDateTime(offeredAt) },
  { head: 'Answer', cell: (offer) => <Answer offer={offer} /> },
]

const card = (offer: ContractorOffer) => (
  <>
    <Lead offer={offer} />
    <Muted sx={{ mb: 0.5 }}>Offered {formatDateTime(offer.offeredAt)}</Muted>
    <Answer offer={offer} />
  </>
)

const Lead = ({ offer: { leadId, reference, area } }: { offer: ContractorOffer }) => (
  <>
    <TextLink component={Link} to={`/admin/leads/${leadId}`}>
      {reference}
    </TextLink>
    <Muted>{area ?? 'No postcode'}</Muted>
  </>
)

function Answer({ offer: { state, decidedAt, expiresAt, outcome, rating } }: { offer: ContractorOffer }) {
  return (
    <>
      <ToneChip {...offerLabels[state]} />
      <Muted>
        {state === 'OFFERED' ? `until ${formatDateTime(expiresAt)}` : decidedAt && formatDateTime(decidedAt)}
      </Muted>
      {outcome && (
        <Box sx={{ mt: 0.5 }}>
          <ToneChip label={outcome.text} tone={outcomeTones[outcome.kind]} />
        </Box>
      )}
      {rating && (
        <Muted sx={{ mt: 0.5 }}>
          Homeowner: {rating.stars} of 5 stars{rating.text && ` – “${rating.text}”`}
        </Muted>
      )}
    </>
  )
}
