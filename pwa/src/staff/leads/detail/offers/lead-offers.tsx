import { Box, Button, Link as TextLink, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useCan } from '../../../../api/session.ts'
import { Muted, Row, Rows, Section } from '../../../ui/section.tsx'
import { offerLabels, outcomeTones, ToneChip } from '../../../ui/tone-chip.tsx'
import { formatAgo, formatDateTime } from '../../../ui/times.ts'
import type { LeadDetail } from '../../lead.queries.ts'
import { whyNotOfferable } from './firm-choices.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { matchingNow, useWithdrawOffer } from './offers.queries.ts'

type Offer = LeadDetail['offers'][number]

type LeadOffersProps = { lead: LeadDetail; listPath: string }

export function LeadOffers({ lead, listPath }: LeadOffersProps) {
  const accepted = lead.offers.filter(({ state }) => state === 'ACCEPTED').length
  const mayEdit = useCan('lead:edit')
  return (
    <Section
      title="Offers to firms"
      action={
        <Muted>
          {accepted} of {lead.maximumFirms} accepted
        </Muted>
      }
    >
      <SameJob lead={lead} listPath={listPath} />
      {lead.offers.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>
          {lead.matching.length === 0 && !lead.isImported
            ? 'No firm has been matched yet.'
            : 'No firm has been offered this job. See below why.'}
        </Typography>
      ) : (
        <Rows>
          {lead.offers.map((offer) => (
            <OfferRow key={`${offer.contractorId} ${offer.offeredAt}`} offer={offer} leadId={lead.id} />
          ))}
        </Rows>
      )}
      {mayEdit && <OfferByHand lead={lead} />}
    </Section>
  )
}

/** The other leads that firms see as one job with this one. */
function SameJob({ lead, listPath }: LeadOffersProps) {
  const others = useQuery(matchingNow(lead)).data?.sameJob ?? []
  if (others.length === 0) return null
  return (
    <Muted sx={{ mb: 1 }}>
      Firms get one job for this lead and{' '}
      {others.map(({ id, reference }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <TextLink component={Link} to={`${listPath}/${id}`}>
            {reference}
          </TextLink>
        </span>
      ))}{' '}
      of the same homeowner: together they have the places of the oldest, and no firm is asked twice.
    </Muted>
  )
}

function OfferRow({ offer, leadId }: { offer: Offer; leadId: string }) {
  const { contractorId, contractorName, state } = offer
  const outcome = offer.outcomes.at(-1)
  const withdrawal = useWithdrawOffer(leadId)
  const withdraw = () => withdrawal.ask({ id: contractorId, name: contractorName })
  const mayEdit = useCan('lead:edit')
  return (
    <Row title={contractorName} detail={whenOf(offer)}>
      <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-end', gap: 0.75, flexShrink: 0 }}>
        <ToneChip {...offerLabels[state]} />
        {outcome && <ToneChip label={outcome.text} tone={outcomeTones[outcome.kind]} />}
        {mayEdit && state === 'OFFERED' && (
          <Button
            size="small"
            variant="outlined"
            aria-label={`Withdraw the offer to ${contractorName}`}
            onClick={withdraw}
          >
            Withdraw
          </Button>
        )}
      </Box>
      {withdrawal.dialog}
    </Row>
  )
}

/** The button, or the reason why the lead can be offered to no firm. */
function OfferByHand({ lead }: { lead: LeadDetail }) {
  const [open, setOpen] = useState(false)
  const reason = whyNotOfferable(lead)
  return (
    <Box sx={{ mt: 1.5 }}>
      {reason === null ? (
        <Button variant="outlined" onClick={() => setOpen(true)}>
          Offer to a firm
        </Button>
      ) : (
        <Muted>{reason}</Muted>
      )}
      <OfferDialog lead={lead} open={open} onClose={() => setOpen(false)} />
    </Box>
  )
}

function whenOf({ state, offeredAt, expiresAt, decidedAt, sendAt, digestDay, declinedBecause }: Offer): string {
  if (state === 'OFFERED' && sendAt !== null && new Date(sendAt) > new Date())
    return `${digestDay === null ? 'The firm is closed: its email' : 'The firm’s email of the day'} goes out ${formatDateTime(sendAt)}, open until ${formatDateTime(expiresAt)}`
  if (state === 'OFFERED') return `Offered ${formatAgo(offeredAt)}, open until ${formatDateTime(expiresAt)}`
  if (decidedAt === null) return `Offered ${formatDateTime(offeredAt)}`
  return declinedBecause ? `${formatDateTime(decidedAt)}: ${declinedBecause.toLowerCase()}` : formatDateTime(decidedAt)
}
