import { formatPhone } from '@kerbside/schema/contact'
import MailIcon from '@mui/icons-material/MailOutlined'
import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import PlaceIcon from '@mui/icons-material/PlaceOutlined'
import ScheduleIcon from '@mui/icons-material/Schedule'
import type { SvgIconComponent } from '@mui/icons-material'
import { Alert, Box, Card, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Section } from '../../ui/section.tsx'
import { formatAgo, formatDateTime } from '../../ui/times.ts'
import type { LeadDetail } from '../lead.queries.ts'
import { ConsentRecord } from './consent-record.tsx'
import { LeadDeliveries } from './lead-deliveries.tsx'
import { journeyFacts, originFacts, projectFacts } from './lead-facts.ts'
import { jobText, nameOf } from '../lead-labels.ts'
import { dayText, FactList, LeadChips, type LeadFact } from '../lead-parts.tsx'
import { WaitingNotices } from '../waiting/waiting-notices.tsx'
import { CallButton } from '../calls/call-button.tsx'
import { ContactCustomer } from './work/contact-customer.tsx'
import { LeadAssignment } from './work/lead-assignment.tsx'
import { LeadFollowUp } from './work/lead-follow-up.tsx'
import { AddNotes } from './work/lead-notes.tsx'
import { SendQuote } from './work/send-quote.tsx'
import { LeadPhotos } from './lead-photos.tsx'
import { LeadTimeline } from './lead-timeline.tsx'
import { OtherLeads } from './other-leads.tsx'
import { LeadStatusPanel } from './work/lead-status.tsx'
import { LeadMatching } from './offers/lead-matching.tsx'
import { LeadOffers } from './offers/lead-offers.tsx'
import { LeadPrices } from './prices/lead-prices.tsx'
import { OutcomeNotice } from './offers/outcome-notice.tsx'

/** `order` is the place on a phone, where all parts are in one column: the status is right below the contact there. */
type Part = { order: number; content: ReactNode }

/** Two columns on a wide screen. */
export function LeadBody({ lead, listPath }: { lead: LeadDetail; listPath: string }) {
  const left: Part[] = [
    { order: 0, content: <OutcomeNotice lead={lead} /> },
    { order: 0, content: <LeadHead lead={lead} /> },
    { order: 2, content: <Facts title="Project" facts={projectFacts(lead)} /> },
    { order: 2, content: <Facts title="Journey" facts={journeyFacts(lead)} /> },
    { order: 2, content: lead.additionalInfo && <AdditionalInformation text={lead.additionalInfo} /> },
    { order: 2, content: <LeadPhotos lead={lead} /> },
    { order: 3, content: <LeadPrices lead={lead} /> },
    { order: 4, content: <LeadDeliveries lead={lead} /> },
    { order: 5, content: <LeadTimeline lead={lead} /> },
  ]
  const right: Part[] = [
    { order: 1, content: <LeadStatusPanel lead={lead} /> },
    { order: 1, content: <LeadAssignment lead={lead} /> },
    { order: 1, content: <LeadFollowUp lead={lead} /> },
    { order: 3, content: <LeadOffers lead={lead} listPath={listPath} /> },
    { order: 4, content: <LeadMatching lead={lead} /> },
    { order: 5, content: <OtherLeads lead={lead} listPath={listPath} /> },
    {
      order: 6,
      content: (
        <Facts title="Where it came from" facts={originFacts(lead)}>
          {listPath.startsWith('/admin') && <ConsentRecord leadId={lead.id} />}
        </Facts>
      ),
    },
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
function Facts({ title, facts, children }: { title: string; facts: readonly LeadFact[]; children?: ReactNode }) {
  if (facts.length === 0) return null
  return (
    <Section title={title}>
      <FactList facts={facts} />
      {children}
    </Section>
  )
}

/** Who, what, where and how urgent, on one phone screen. */
function LeadHead({ lead }: { lead: LeadDetail }) {
  const job = [jobText(lead), lead.drivewayType, lead.drivewaySize, lead.groupType].filter(Boolean).join(' · ')
  const urgency = [lead.timeframe, lead.budget, dayText(lead.dateOfTravel), lead.pickupTime].filter(Boolean).join(' · ')
  return (
    <Card component="section" aria-label="Contact" sx={{ p: { xs: 2, md: 2.5 } }}>
      <LeadChips lead={lead} anyPriority />
      <HomeownerWish lead={lead} />
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
        {lead.email && (
          <HeadLine Icon={MailIcon}>
            {lead.email}
            {lead.emailConfirmedAt && ' · confirmed'}
          </HeadLine>
        )}
      </Stack>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <CallButton lead={lead} look="button" />
        <ContactCustomer lead={lead} />
        <SendQuote lead={lead} />
        <AddNotes lead={lead} />
      </Stack>
      <WaitingNotices kind="note" leadId={lead.id} />
    </Card>
  )
}

/** What the homeowner asked for last, so that nobody calls who must not. */
function HomeownerWish({ lead: { enoughQuotesAt, sharingStoppedAt, erasedAt } }: { lead: LeadDetail }) {
  const [at, text] = erasedAt
    ? [erasedAt, 'had their details erased']
    : sharingStoppedAt
      ? [sharingStoppedAt, 'stopped sharing their details. Please do not contact them']
      : [enoughQuotesAt, 'has enough quotes: no further firm is asked']
  if (!at) return null
  return (
    <Alert severity={sharingStoppedAt ? 'warning' : 'info'} sx={{ mt: 1 }}>
      The homeowner {text} ({formatDateTime(at)}).
    </Alert>
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
