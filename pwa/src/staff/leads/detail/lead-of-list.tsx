import { formatPhone } from '@kerbside/schema/contact'
import { Card, Stack, Typography } from '@mui/material'
import { Muted } from '../../ui/section.tsx'
import { CallButton } from '../calls/call-button.tsx'
import { nameOf } from '../lead-labels.ts'
import { LeadChips, LeadJob } from '../lead-parts.tsx'
import { useListedLead } from '../loaded-leads.ts'

/** What a list knows of a lead that cannot be loaded: who and what it is, and the way to call. */
export function LeadOfList({ id }: { id: string }) {
  const lead = useListedLead(id)
  if (!lead) return null
  return (
    <Card component="section" aria-label="Contact" sx={{ p: { xs: 2, md: 2.5 }, mt: 2 }}>
      <LeadChips lead={lead} anyPriority />
      <Typography variant="h2" sx={{ fontSize: '1.375rem', mt: 1 }}>
        {nameOf(lead)}
      </Typography>
      <Muted sx={{ mb: 1 }}>
        {lead.reference} · #{lead.id}
      </Muted>
      <LeadJob lead={lead} />
      <Stack spacing={0.5} sx={{ my: 2 }}>
        <Typography>{formatPhone(lead.mobile)}</Typography>
        <Typography>{lead.email}</Typography>
      </Stack>
      <CallButton lead={lead} look="button" />
      <Muted sx={{ mt: 2 }}>This is what the list knows. The rest of the lead needs a connection.</Muted>
    </Card>
  )
}
