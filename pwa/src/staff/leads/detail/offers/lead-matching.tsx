import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import { Accordion, AccordionDetails, AccordionSummary, Alert, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { QueryState } from '../../../ui/query-state.tsx'
import { Muted, Row, Rows, Section } from '../../../ui/section.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { reasonsOf } from './firm-choices.ts'
import { matchingNow } from './offers.queries.ts'

type MatchReason = LeadDetail['matching'][number]

/** Why each firm got the lead, or why not: as of the last matching, or as the firms are now if none was asked. */
export function LeadMatching({ lead }: { lead: LeadDetail }) {
  if (lead.offers.length === 0) return <WhyNobody lead={lead} />
  const { matching } = lead
  const matched = matching.filter((reason) => reason.matched)
  const others = matching.filter((reason) => !reason.matched)
  if (matching.length === 0) return null
  return (
    <Section title="Why these firms">
      <Reasons title={`${matched.length} suitable`} reasons={matched} startsOpen={matched.length <= 5} />
      <Reasons title={`${others.length} not suitable`} reasons={others} startsOpen={false} />
    </Section>
  )
}

/** For a lead that was offered to nobody: why, firm by firm. */
function WhyNobody({ lead }: { lead: LeadDetail }) {
  const query = useQuery(matchingNow(lead))
  const { data } = query
  const reasons = data ? reasonsOf(data) : []
  const matched = reasons.filter((reason) => reason.matched)
  const others = reasons.filter((reason) => !reason.matched)
  return (
    <Section title="Why no firm was asked">
      <QueryState query={query} skeleton={<Skeleton variant="rounded" height={40} aria-label="Checking the firms" />} />
      {data?.closed && <Alert severity="info">{data.closed}</Alert>}
      {data && <Muted sx={{ my: 1 }}>{summaryOf(reasons.length, matched.length)}</Muted>}
      <Reasons title={`${others.length} not suitable`} reasons={others} startsOpen />
      <Reasons title={`${matched.length} suitable`} reasons={matched} startsOpen />
    </Section>
  )
}

function summaryOf(firms: number, suitable: number): string {
  if (firms === 0) return 'There are no firms yet.'
  if (suitable === 0) return 'No firm can take this job now. Each says why.'
  return 'As the firms are now. Those that are suitable can be offered the job by hand.'
}

const suitable = <CheckIcon sx={{ fontSize: 18, mt: '2px', color: 'success.main' }} titleAccess="Suitable" />
const notSuitable = <CloseIcon sx={{ fontSize: 18, mt: '2px', color: 'text.secondary' }} titleAccess="Not suitable" />

type ReasonsProps = { title: string; reasons: readonly MatchReason[]; startsOpen: boolean }

function Reasons({ title, reasons, startsOpen }: ReasonsProps) {
  if (reasons.length === 0) return null
  return (
    <Accordion
      disableGutters
      elevation={0}
      defaultExpanded={startsOpen}
      sx={{ '&::before': { display: 'none' }, bgcolor: 'transparent' }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon />} sx={{ px: 0, minHeight: 40 }}>
        <Typography variant="h3" component="span">
          {title}
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ p: 0 }}>
        <Rows>
          {reasons.map((reason) => (
            <Row
              key={reason.contractorId}
              icon={reason.matched ? suitable : notSuitable}
              title={reason.contractorName}
              detail={reason.reasons.join(' · ')}
            />
          ))}
        </Rows>
      </AccordionDetails>
    </Accordion>
  )
}
