import { maximumFirms } from '@kerbside/schema/leads/offer'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Section } from '../../staff/ui/section.tsx'
import { ToneChip } from '../../staff/ui/tone-chip.tsx'
import { formatAgo, formatDateTime } from '../../staff/ui/times.ts'
import { offerWords } from './delivery-words.ts'
import { Row, Rows } from './rows.tsx'
import type { LeadDetail } from './lead.queries.ts'

type Offer = LeadDetail['offers'][number]

export function LeadOffers({ lead }: { lead: LeadDetail }) {
  const accepted = lead.offers.filter(({ state }) => state === 'ACCEPTED').length
  return (
    <Section
      title="Offers to firms"
      action={
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {accepted} of {maximumFirms} accepted
        </Typography>
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
            <Row key={`${offer.contractorId} ${offer.offeredAt}`}>
              <Box sx={{ flexGrow: 1, minWidth: 0 }}>
                <Typography sx={{ fontWeight: 550 }}>{offer.contractorName}</Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {whenOf(offer)}
                </Typography>
              </Box>
              <ToneChip {...offerWords[offer.state]} />
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  )
}

function whenOf({ state, offeredAt, expiresAt, decidedAt }: Offer): string {
  if (state === 'OFFERED') return `Offered ${formatAgo(offeredAt)}, open until ${formatDateTime(expiresAt)}`
  return decidedAt === null ? `Offered ${formatDateTime(offeredAt)}` : formatDateTime(decidedAt)
}
