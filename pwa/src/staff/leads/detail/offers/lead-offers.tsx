import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import { Accordion, AccordionDetails, AccordionSummary, Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useCan } from '../../../../api/session.ts'
import { Muted, Row, Rows, Section } from '../../../ui/section.tsx'
import { offerLabels, ToneChip } from '../../../ui/tone-chip.tsx'
import { formatAgo, formatDateTime } from '../../../ui/times.ts'
import type { LeadDetail } from '../../lead.queries.ts'
import { whyNotOfferable } from './firm-choices.ts'
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
          {accepted} of {lead.maximumFirms} accepted
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

type MatchReason = LeadDetail['matching'][number]

/** Why each firm got the lead, or why not, as of the last matching. */
export function LeadMatching({ matching }: { matching: readonly MatchReason[] }) {
  const matched = matching.filter((reason) => reason.matched)
  const others = matching.filter((reason) => !reason.matched)
  if (matching.length === 0) return null
  return (
    <Section title="Why these firms">
      <Reasons title={`${matched.length} suitable`} reasons={matched} startsOpen={matched.length <= 5} />
      <Reasons title={`${others.length} not suitable`} reasons={others} startsOpen={false} />
    </Section>
  )
}

const suitable = <CheckIcon sx={{ fontSize: 18, mt: '2px', color: 'success.main' }} titleAccess="Suitable" />
const notSuitable = <CloseIcon sx={{ fontSize: 18, mt: '2px', color: 'text.secondary' }} titleAccess="Not suitable" />

type ReasonsProps = { title: string; reasons: readonly MatchReason[]; startsOpen: boolean }

function Reasons({ title, reasons, startsOpen }: ReasonsProps) {
  if (reasons.length === 0) return null
  return (
    <Accordion
      disableGutters
      elevation={0}
      defaultExpanded={startsOpen}
      sx={{ '&::before': { display: 'none' }, bgcolor: 'transparent' }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon />} sx={{ px: 0, minHeight: 40 }}>
        <Typography variant="h3" component="span">
          {title}
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ p: 0 }}>
        <Rows>
          {reasons.map((reason) => (
            <Row
              key={reason.contractorId}
              icon={reason.matched ? suitable : notSuitable}
              title={reason.contractorName}
              detail={reason.reasons.join(' · ')}
            />
          ))}
        </Rows>
      </AccordionDetails>
    </Accordion>
  )
}
