import { emailLink, formatPhone, phoneLink } from '@kerbside/schema/contact'
import MailIcon from '@mui/icons-material/MailOutlined'
import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import PlaceIcon from '@mui/icons-material/PlaceOutlined'
import ScheduleIcon from '@mui/icons-material/Schedule'
import type { SvgIconComponent } from '@mui/icons-material'
import { Box, Button, Card, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { formatAgo, formatDateTime } from '../../ui/times.ts'
import type { LeadDetail } from '../lead.queries.ts'
import { jobOf, nameOf } from '../lead-labels.ts'
import { LeadChips } from '../lead-parts.tsx'

/** Who, what, where and how urgent, on one phone screen. */
export function LeadHead({ lead }: { lead: LeadDetail }) {
  const job = [jobOf(lead), lead.drivewayType, lead.drivewaySize, lead.groupType].filter(Boolean).join(' · ')
  const urgency = [lead.timeframe, lead.budget, lead.dateOfTravel, lead.pickupTime].filter(Boolean).join(' · ')
  return (
    <Card component="section" aria-label="Contact" sx={{ p: { xs: 2, md: 2.5 } }}>
      <LeadChips lead={lead} anyPriority />
      <Typography variant="h2" sx={{ fontSize: '1.375rem', letterSpacing: '-0.01em', mt: 1 }}>
        {nameOf(lead)}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {lead.reference} · #{lead.id} ·{' '}
        <time dateTime={lead.createdAt} title={formatDateTime(lead.createdAt)}>
          received {formatAgo(lead.createdAt)}
        </time>
        {lead.assignedTo && ` · with ${lead.assignedTo.name}`}
      </Typography>
      <Stack spacing={0.75} sx={{ my: 2 }}>
        {job && <Typography sx={{ fontWeight: 550 }}>{job}</Typography>}
        {urgency && <HeadLine Icon={ScheduleIcon}>{urgency}</HeadLine>}
        {!lead.pickupLocation && <HeadLine Icon={PlaceIcon}>{lead.postcode ?? 'No postcode given'}</HeadLine>}
        {lead.mobile && <HeadLine Icon={PhoneIcon}>{formatPhone(lead.mobile)}</HeadLine>}
        {lead.email && <HeadLine Icon={MailIcon}>{lead.email}</HeadLine>}
      </Stack>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {lead.mobile && (
          <Button variant="contained" startIcon={<PhoneIcon />} href={phoneLink(lead.mobile)}>
            Call
          </Button>
        )}
        {lead.email && (
          <Button
            variant="outlined"
            startIcon={<MailIcon />}
            href={emailLink(lead.email, `Your quote request ${lead.reference}`)}
          >
            Email
          </Button>
        )}
      </Stack>
    </Card>
  )
}

function HeadLine({ Icon, children }: { Icon: SvgIconComponent; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Icon sx={{ fontSize: 18, color: 'text.secondary' }} />
      <Typography>{children}</Typography>
    </Box>
  )
}
