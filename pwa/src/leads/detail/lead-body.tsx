import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Section } from '../../staff/ui/section.tsx'
import { FactList } from './fact-list.tsx'
import { LeadDeliveries } from './lead-deliveries.tsx'
import { journeyFacts, projectFacts, type Fact } from './lead-facts.ts'
import { LeadHead } from './lead-head.tsx'
import { LeadHistory } from './lead-history-list.tsx'
import { LeadMatching } from './lead-matching.tsx'
import { LeadOffers } from './lead-offers.tsx'
import { LeadStatusPanel } from './lead-status.tsx'
import type { LeadDetail } from './lead.queries.ts'

/** On a phone one column: who and what, the next step, the rest. On a desk the next step stands beside it. */
export function LeadBody({ lead }: { lead: LeadDetail }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' },
        gridTemplateAreas: { xs: '"head" "status" "main" "side"', lg: '"head status" "main side"' },
      }}
    >
      <Box sx={{ gridArea: 'head' }}>
        <LeadHead lead={lead} />
      </Box>
      <Box sx={{ gridArea: 'status' }}>
        <LeadStatusPanel lead={lead} />
      </Box>
      <Stack spacing={2} sx={{ gridArea: 'main' }}>
        <Facts title="Project" facts={projectFacts(lead)} />
        <Facts title="Journey" facts={journeyFacts(lead)} />
        {lead.additionalInfo && (
          <Section title="Additional information">
            <Typography sx={{ whiteSpace: 'pre-wrap' }}>{lead.additionalInfo}</Typography>
          </Section>
        )}
        <LeadDeliveries lead={lead} />
        <LeadHistory lead={lead} />
      </Stack>
      <Stack spacing={2} sx={{ gridArea: 'side' }}>
        <LeadOffers lead={lead} />
        <LeadMatching matching={lead.matching} />
        <Facts title="Where it came from" facts={originFacts(lead)} />
      </Stack>
    </Box>
  )
}

/** A section only when the lead has something in it. */
function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <Section title={title}>
      <FactList facts={facts} />
    </Section>
  )
}

function originFacts({ page, attribution, notice }: LeadDetail): Fact[] {
  const facts = [
    { label: 'Page', value: page },
    { label: 'Source', value: [attribution.source, attribution.medium].filter(Boolean).join(' / ') },
    { label: 'Campaign', value: attribution.campaign ?? '' },
    { label: 'Came from', value: attribution.referrer ?? '' },
    { label: 'What the homeowner was told', value: notice },
  ]
  return facts.filter(({ value }) => value !== '')
}
