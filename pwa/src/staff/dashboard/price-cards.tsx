import { formatAmount } from '@kerbside/schema/amount'
import { declineReasonTexts, type DeclineReason } from '@kerbside/schema/estimates/estimate'
import { Box, Typography } from '@mui/material'
import { numberOfLeads } from '../leads/lead-labels.ts'
import { Muted, Row, Rows, Section } from '../ui/section.tsx'
import { percent } from './report/report-cards.tsx'
import type { PriceFigures } from './report/report.queries.ts'

const stageLabels: Record<string, string> = {
  open: 'Open: the lowest price of each lead',
  chosen: 'Chosen, not confirmed yet',
  agreed: 'Agreed, with extra work',
}
type PriceCardsProps = { prices: PriceFigures; since: string }

/** What prices come to, why they were declined, and how firms price the jobs that they accept; `since`: when. */
export function PriceCards({ prices: { stages, declined, firms }, since }: PriceCardsProps) {
  const won = stages.find(({ name }) => name === 'agreed')?.leads ?? 0
  const decided = declined.reduce((sum, { count }) => sum + count, won)
  return (
    <>
      <Section title="Prices">
        <Muted sx={{ mb: 1 }}>Sent in {since}, by stage</Muted>
        <Rows>
          {stages.map(({ name, leads, sums }) => (
            <Row key={name} title={stageLabels[name] ?? name} detail={numberOfLeads(leads)}>
              <Amount>{sums.map(formatAmount).join(' + ') || '—'}</Amount>
            </Row>
          ))}
          {decided > 0 && (
            <Row title="Won" detail={ofAll(won, decided, 'decided')}>
              <Amount>{percent(won, decided)}</Amount>
            </Row>
          )}
          {declined.map(({ reason, count }) => (
            <Row
              key={reason}
              title={`Lost: ${declineReasonTexts[reason as DeclineReason]}`}
              detail={ofAll(count, decided, 'decided')}
            >
              <Amount>{percent(count, decided)}</Amount>
            </Row>
          ))}
        </Rows>
      </Section>
      <Section title="Prices by firm">
        <Muted sx={{ mb: 1 }}>
          {firms.length === 0
            ? `No firm accepted a job in ${since}.`
            : `Of the jobs accepted in ${since}; the firms with most first, and the share of their prices that was chosen`}
        </Muted>
        <Rows>
          {firms.map(({ contractorId, contractorName, accepted, priced, chosen, medianHours }) => (
            <Row
              key={contractorId}
              title={contractorName}
              detail={[
                `${ofAll(priced, accepted, 'priced')} (${percent(priced, accepted)})`,
                medianHours !== null && `half within ${hoursText(medianHours)}`,
                priced > 0 && ofAll(chosen, priced, 'chosen'),
              ]
                .filter(Boolean)
                .join(' · ')}
            >
              <Amount>{priced > 0 ? percent(chosen, priced) : '—'}</Amount>
            </Row>
          ))}
        </Rows>
      </Section>
    </>
  )
}

const ofAll = (part: number, all: number, what: string) => `${part} of ${all} ${what}`

const hoursText = (hours: number) => (hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`)

const Amount = ({ children }: { children: string | number | (string | number)[] }) => (
  <Box sx={{ flexShrink: 0, textAlign: 'right' }}>
    <Typography sx={{ fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>{children}</Typography>
  </Box>
)
