import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import { Alert, Box, Button, Link as TextLink, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { emailLink, formatPhone, phoneLink } from '@kerbside/schema/contact'
import { EmptyState } from '../../ui/notices.tsx'
import { returning, usePageTitle } from '../../ui/page-title.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Muted, Row, Rows, Section } from '../../ui/section.tsx'
import { ToneChip } from '../../ui/tone-chip.tsx'
import { useContractorDialog } from '../use-contractor-dialog.tsx'
import {
  areaTexts,
  capText,
  hoursText,
  offerEmailsLabels,
  outsideHoursText,
  stateLabel,
  contractorState,
  tradesText,
  verificationText,
  weightText,
} from '../contractor-labels.ts'
import { ContractorMenu } from '../contractor-menu.tsx'
import { contractorDetail, type ListedContractor } from '../contractors.queries.ts'
import { BouncedAddress } from './bounced-address.tsx'
import { AreaRequest } from './area-request.tsx'
import { addEvidence } from './contractor.queries.ts'
import { EvidenceSection } from './evidence-section.tsx'
import { OfferHistory } from './offer-history.tsx'
import { WebhookSection } from './webhook-section.tsx'

/** A firm with its contacts, its evidence, its webhook and what became of its offers (docs/specification.md, 9.7). */
export function ContractorPage({ upload = addEvidence }: { upload?: typeof addEvidence }) {
  usePageTitle('Contractor')
  const { contractorId = '' } = useParams()
  const query = useQuery(contractorDetail(contractorId))
  const editing = useContractorDialog()
  const firm = query.data
  const toList = { component: Link, to: '/admin/contractors', state: returning }
  if (firm === null)
    return (
      <EmptyState
        title="Contractor Not Found"
        action={
          <Button {...toList} variant="contained">
            Back to Contractors
          </Button>
        }
      >
        The requested contractor could not be found. It may have been deleted.
      </EmptyState>
    )
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, mb: 2 }}>
        <Button {...toList} color="inherit" startIcon={<ArrowBackIcon />}>
          Back to Contractors
        </Button>
        {firm && (
          <Box>
            <Button variant="outlined" onClick={() => editing.open(firm)}>
              Edit
            </Button>
            <ContractorMenu firm={firm} />
          </Box>
        )}
      </Box>
      <QueryState query={query} loading="Loading contractor…" rows={6} staleNotice />
      {firm && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '7fr 5fr' },
            alignItems: 'start',
          }}
        >
          <Box sx={{ display: 'grid', gap: 2 }}>
            <NotVerified firm={firm} />
            <BouncedAddress firm={firm} />
            <AreaRequest firm={firm} />
            <Facts firm={firm} />
            <OfferHistory firm={firm} />
          </Box>
          <Box sx={{ display: 'grid', gap: 2 }}>
            <EvidenceSection firm={firm} upload={upload} />
            <Contacts firm={firm} />
            <WebhookSection firm={firm} />
          </Box>
        </Box>
      )}
      {editing.dialog}
    </>
  )
}

function NotVerified({ firm }: { firm: ListedContractor }) {
  if (contractorState(firm) !== 'unverified') return null
  return (
    <Alert severity="warning">
      {firm.verifiedUntil === null
        ? 'This firm has never been verified.'
        : 'The verification of this firm has run out.'}{' '}
      It gets no jobs until you edit it and set a day in “Verified until”.
    </Alert>
  )
}

function Facts({ firm }: { firm: ListedContractor }) {
  const [weight, outsideHours] = [weightText(firm), outsideHoursText(firm)]
  return (
    <Section title={firm.name} action={<ToneChip {...stateLabel(firm)} />}>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: { sm: '160px 1fr' }, columnGap: 2, rowGap: { xs: 0, sm: 1 }, m: 0 }}
      >
        <Fact label="Email">
          <TextLink href={emailLink(firm.email)}>{firm.email}</TextLink>
        </Fact>
        <Fact label="Phone">
          {firm.phone ? <TextLink href={phoneLink(firm.phone)}>{formatPhone(firm.phone)}</TextLink> : 'None'}
        </Fact>
        <Fact label="Trades">{tradesText(firm)}</Fact>
        <Fact label="Areas">{areaTexts(firm).join(', ')}</Fact>
        <Fact label="Offers at most">{capText(firm)}</Fact>
        {weight && <Fact label="Share">{weight}</Fact>}
        <Fact label="Working hours">{hoursText(firm)}</Fact>
        {outsideHours && <Fact label="Outside these hours">{outsideHours}</Fact>}
        <Fact label="Emails about jobs">{offerEmailsLabels[firm.offerEmails]}</Fact>
        <Fact label="Verification">{verificationText(firm)}</Fact>
      </Box>
    </Section>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <Muted component="dt">{label}</Muted>
    <Typography component="dd" sx={{ m: 0, mb: { xs: 1, sm: 0 }, overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  </>
)

const Contacts = ({ firm: { contacts } }: { firm: ListedContractor }) => (
  <Section title="Contacts">
    {contacts.length === 0 ? (
      <Muted>Nobody yet. Emails go to the firm’s own address.</Muted>
    ) : (
      <Rows>
        {contacts.map(({ name, role, email, phone, isMain }, index) => (
          <Row
            key={index}
            title={role ? `${name}, ${role}` : name}
            detail={
              <>
                {email && <TextLink href={emailLink(email)}>{email}</TextLink>}
                {email && phone && ' · '}
                {phone && <TextLink href={phoneLink(phone)}>{formatPhone(phone)}</TextLink>}
              </>
            }
          >
            {isMain && <ToneChip label="Gets the emails" tone="blue" />}
          </Row>
        ))}
      </Rows>
    )}
  </Section>
)
