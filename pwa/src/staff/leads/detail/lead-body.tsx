import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Section } from '../../ui/section.tsx'
import type { LeadDetail } from '../lead.queries.ts'
import { LeadDeliveries } from './lead-deliveries.tsx'
import { journeyFacts, originFacts, projectFacts, type Fact } from './lead-facts.ts'
import { LeadHead } from './lead-head.tsx'
import { LeadHistory } from './lead-history.tsx'
import { LeadStatusPanel } from './lead-status.tsx'
import { LeadMatching } from './offers/lead-matching.tsx'
import { LeadOffers } from './offers/lead-offers.tsx'

/** On a wide screen two columns; on a phone one, in which `order` puts the status right below the contact. */
export function LeadBody({ lead }: { lead: LeadDetail }) {
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
      <Column>
        <LeadHead lead={lead} />
        <Facts order={2} title="Project" facts={projectFacts(lead)} />
        <Facts order={2} title="Journey" facts={journeyFacts(lead)} />
        {lead.additionalInfo && (
          <Ordered order={2}>
            <Section title="Additional information">
              <Typography sx={{ whiteSpace: 'pre-wrap' }}>{lead.additionalInfo}</Typography>
            </Section>
          </Ordered>
        )}
        <Ordered order={4}>
          <LeadDeliveries lead={lead} />
        </Ordered>
        <Ordered order={5}>
          <LeadHistory lead={lead} />
        </Ordered>
      </Column>
      <Column>
        <Ordered order={1}>
          <LeadStatusPanel lead={lead} />
        </Ordered>
        <Ordered order={3}>
          <LeadOffers lead={lead} />
        </Ordered>
        {lead.matching.length > 0 && (
          <Ordered order={4}>
            <LeadMatching matching={lead.matching} />
          </Ordered>
        )}
        <Facts order={6} title="Where it came from" facts={originFacts(lead)} />
      </Column>
    </Box>
  )
}

/** On a phone the columns dissolve into one. */
function Column({ children }: { children: ReactNode }) {
  return <Box sx={{ display: { xs: 'contents', lg: 'flex' }, flexDirection: 'column', gap: 2 }}>{children}</Box>
}

function Ordered({ order, children }: { order: number; children: ReactNode }) {
  return <Box sx={{ order: { xs: order, lg: 0 } }}>{children}</Box>
}

/** A section only when the lead has something in it. */
function Facts({ order, title, facts }: { order: number; title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <Ordered order={order}>
      <Section title={title}>
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))',
          }}
        >
          {facts.map(({ label, value }) => (
            <div key={label}>
              <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                {label}
              </Typography>
              <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap' }}>
                {value}
              </Typography>
            </div>
          ))}
        </Box>
      </Section>
    </Ordered>
  )
}
