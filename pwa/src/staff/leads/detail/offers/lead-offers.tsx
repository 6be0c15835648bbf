import { maximumFirms } from '@kerbside/schema/leads/offer'
import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useCan } from '../../../../api/session.ts'
import { Muted, Row, Rows, Section } from '../../../ui/section.tsx'
import { ToneChip } from '../../../ui/tone-chip.tsx'
import { formatAgo, formatDateTime } from '../../../ui/times.ts'
import type { LeadDetail } from '../../lead.queries.ts'
import { offerLabels, whyNotOfferable } from './firm-choices.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { useWithdrawOffer } from './offers.queries.ts'

type Offer = LeadDetail['offers'][number]

export function LeadOffers({ lead }: { lead: LeadDetail }) {
  const accepted = lead.offers.filter(({ state }) => state === 'ACCEPTED').length
  const mayEdit = useCan('lead:edit')
  return (
    <Section
      title="Offers to firms"
      action={
        <Muted>
          {accepted} of {maximumFirms} accepted
        </Muted>
      }
    >
      {lead.offers.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>
          {lead.matching.length === 0
            ? 'No firm has been matched yet.'
            : 'No firm could be offered this job. See below why.'}
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

function OfferRow({ offer, leadId }: { offer: Offer; leadId: string }) {
  const { contractorId, contractorName, state } = offer
  const withdrawal = useWithdrawOffer(leadId)
  const withdraw = () => withdrawal.ask({ id: contractorId, name: contractorName })
  const mayEdit = useCan('lead:edit')
  return (
    <Row title={contractorName} detail={whenOf(offer)}>
      <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-end', gap: 0.75, flexShrink: 0 }}>
        <ToneChip {...offerLabels[state]} />
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

function whenOf({ state, offeredAt, expiresAt, decidedAt }: Offer): string {
  if (state === 'OFFERED') return `Offered ${formatAgo(offeredAt)}, open until ${formatDateTime(expiresAt)}`
  return decidedAt === null ? `Offered ${formatDateTime(offeredAt)}` : formatDateTime(decidedAt)
}
