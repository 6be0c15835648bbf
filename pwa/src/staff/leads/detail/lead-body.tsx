import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Section } from '../../ui/section.tsx'
import type { LeadDetail } from '../lead.queries.ts'
import { LeadDeliveries } from './lead-deliveries.tsx'
import { journeyFacts, originFacts, projectFacts } from './lead-facts.ts'
import { FactList, type Fact } from '../lead-parts.tsx'
import { LeadHead } from './lead-head.tsx'
import { LeadHistory } from './lead-history.tsx'
import { LeadStatusPanel } from './lead-status.tsx'
import { LeadMatching } from './offers/lead-matching.tsx'
import { LeadOffers } from './offers/lead-offers.tsx'

/** `order` is the place on a phone, where all parts are in one column: the status is right below the contact there. */
type Part = { order: number; content: ReactNode }

/** Two columns on a wide screen. */
export function LeadBody({ lead }: { lead: LeadDetail }) {
  const left: Part[] = [
    { order: 0, content: <LeadHead lead={lead} /> },
    { order: 2, content: <Facts title="Project" facts={projectFacts(lead)} /> },
    { order: 2, content: <Facts title="Journey" facts={journeyFacts(lead)} /> },
    { order: 2, content: lead.additionalInfo && <AdditionalInformation text={lead.additionalInfo} /> },
    { order: 4, content: <LeadDeliveries lead={lead} /> },
    { order: 5, content: <LeadHistory lead={lead} /> },
  ]
  const right: Part[] = [
    { order: 1, content: <LeadStatusPanel lead={lead} /> },
    { order: 3, content: <LeadOffers lead={lead} /> },
    { order: 4, content: <LeadMatching matching={lead.matching} /> },
    { order: 6, content: <Facts title="Where it came from" facts={originFacts(lead)} /> },
  ]
  return (
    <Box
      sx={{
        display: { xs: 'flex', lg: 'grid' },
        flexDirection: 'column',
        gap: 2,
        alignItems: { lg: 'start' },
        gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 5fr)',
      }}
    >
      <Column parts={left} />
      <Column parts={right} />
    </Box>
  )
}

/** On a phone the columns dissolve into one. A part without content takes no room. */
function Column({ parts }: { parts: readonly Part[] }) {
  return (
    <Box sx={{ display: { xs: 'contents', lg: 'flex' }, flexDirection: 'column', gap: 2 }}>
      {parts.map(({ order, content }, index) => (
        <Box key={index} sx={{ order: { xs: order, lg: 0 }, '&:empty': { display: 'none' } }}>
          {content}
        </Box>
      ))}
    </Box>
  )
}

const AdditionalInformation = ({ text }: { text: string }) => (
  <Section title="Additional information">
    <Typography sx={{ whiteSpace: 'pre-wrap' }}>{text}</Typography>
  </Section>
)

/** A section only when the lead has something in it. */
function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <Section title={title}>
      <FactList facts={facts} />
    </Section>
  )
}
