import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import { Accordion, AccordionDetails, AccordionSummary, Typography } from '@mui/material'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import type { LeadDetail } from '../../lead.queries.ts'

type MatchReason = LeadDetail['matching'][number]

/** Why each firm got the lead, or why not, as of the last matching. */
export function LeadMatching({ matching }: { matching: readonly MatchReason[] }) {
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
