import { formatAmount } from '@kerbside/schema/amount'
import { declineReasonTexts, type DeclineReason } from '@kerbside/schema/estimates/estimate'
import { Box, Typography } from '@mui/material'
import { numberOfLeads } from '../leads/lead-labels.ts'
import { Muted, Row, Rows, Section } from '../ui/section.tsx'
import type { PriceFigures } from './dashboard.queries.ts'

const stageLabels: Record<string, string> = {
  open: 'Open: the lowest price of each lead',
  chosen: 'Chosen, not confirmed yet',
  agreed: 'Agreed, with extra work',
}
const since = 'Sent in the last 90 days'

/** What prices come to, why they were declined, and how firms price the jobs that they accept. */
export const PriceCards = ({ prices: { stages, declined, firms } }: { prices: PriceFigures }) => (
  <>
    <Section title="Prices">
      <Muted sx={{ mb: 1 }}>{since}, by stage</Muted>
      <Rows>
        {stages.map(({ name, leads, sums }) => (
          <Row key={name} title={stageLabels[name] ?? name} detail={numberOfLeads(leads)}>
            <Amount>{sums.map(formatAmount).join(' + ') || '—'}</Amount>
          </Row>
        ))}
        {declined.map(({ reason, count }) => (
          <Row key={reason} title="Declined" detail={declineReasonTexts[reason as DeclineReason]}>
            <Amount>{count}</Amount>
          </Row>
        ))}
      </Rows>
    </Section>
    <Section title="Prices by firm">
      <Muted sx={{ mb: 1 }}>
        {firms.length === 0
          ? 'No firm accepted a job in the last 90 days.'
          : 'Of the jobs accepted in the last 90 days; the eight firms with most'}
      </Muted>
      <Rows>
        {firms.map(({ contractorId, contractorName, accepted, priced, chosen, medianHours }) => (
          <Row
            key={contractorId}
            title={contractorName}
            detail={[
              `${priced} of ${accepted} priced`,
              medianHours !== null && `half within ${hoursText(medianHours)}`,
              `${chosen} chosen`,
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            <Amount>{Math.round((priced / accepted) * 100)}%</Amount>
          </Row>
        ))}
      </Rows>
    </Section>
  </>
)

const hoursText = (hours: number) => (hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`)

const Amount = ({ children }: { children: string | number | (string | number)[] }) => (
  <Box sx={{ flexShrink: 0, textAlign: 'right' }}>
    <Typography sx={{ fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>{children}</Typography>
  </Box>
)
