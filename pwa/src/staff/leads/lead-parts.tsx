import { longDay, startOfLondonDay } from '@kerbside/schema/time/london-time'
import ArrowUpIcon from '@mui/icons-material/ArrowUpward'
import DoNotContactIcon from '@mui/icons-material/PhoneDisabledOutlined'
import ScheduleIcon from '@mui/icons-material/Schedule'
import { Box, Stack, Typography } from '@mui/material'
import { Muted } from '../ui/section.tsx'
import { formatAgo, formatDateTime, formatMinutes } from '../ui/times.ts'
import { ToneChip } from '../ui/tone-chip.tsx'
import { distanceText, jobText, priorityLabels, promiseOf, statusLabels } from './lead-labels.ts'
import type { LeadRow, LeadStatusName } from './leads.queries.ts'

export const StatusChip = ({ status }: { status: LeadStatusName }) => <ToneChip {...statusLabels[status]} />

type LeadChipsProps = {
  lead: Pick<LeadRow, 'status' | 'priority' | 'answerDueAt' | 'sharingStoppedAt'>
  /** A list does not show the ordinary priority, nor that of a closed lead. */
  anyPriority?: boolean
  /** Where the place says it already. */
  withoutStatus?: boolean
  /** In a row of a phone. */
  isShort?: boolean
}

export function LeadChips({ lead, anyPriority = false, withoutStatus = false, isShort = false }: LeadChipsProps) {
  const { status, priority } = lead
  const isUnremarkable = priority === 'MEDIUM' || status === 'CONVERTED' || status === 'LOST'
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {!withoutStatus && <StatusChip status={status} />}
      {lead.sharingStoppedAt && <ToneChip tone="red" Icon={DoNotContactIcon} label="Do not contact" />}
      {(anyPriority || !isUnremarkable) && (
        <ToneChip
          {...priorityLabels[priority]}
          {...(isShort && { label: priorityLabels[priority].label.replace(' priority', '') })}
          {...(priority === 'HIGH' ? { Icon: ArrowUpIcon } : {})}
        />
      )}
      <PromiseChip lead={lead} />
    </Stack>
  )
}

/** When the homeowner's answer was or is due, as the promise says; nothing once it is kept. */
function PromiseChip({ lead }: Pick<LeadChipsProps, 'lead'>) {
  const promise = promiseOf(lead)
  if (promise.kind === 'kept') return null
  if (promise.kind === 'broken')
    return <ToneChip tone="red" Icon={ScheduleIcon} label={`Due ${formatAgo(promise.since)}`} />
  return <ToneChip tone="amber" Icon={ScheduleIcon} label={`Due in ${formatMinutes(promise.minutesLeft)}`} />
}

type JobLead = Parameters<typeof jobText>[0] &
  Pick<LeadRow, 'drivewaySize' | 'groupType' | 'postcode'> &
  Partial<Pick<LeadRow, 'dateOfTravel' | 'pickupTime' | 'distance' | 'additionalInfo'>>

/** '31 March 2027' of a stored day; what is none stays as it was typed. */
export const dayText = (day: string | null | undefined) =>
  day && /^\d{4}-\d\d-\d\d$/.test(day) ? longDay(startOfLondonDay(day)) : day

/** What the job is, how big, where and, of a journey, when and how far; then what the homeowner wrote, on one line. */
export function LeadJob({ lead }: { lead: JobLead }) {
  const journey = [dayText(lead.dateOfTravel), lead.pickupTime, lead.distance && distanceText(lead.distance)].filter(
    Boolean,
  )
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography>{jobText(lead) || '—'}</Typography>
      <Muted>{[lead.drivewaySize, lead.groupType, lead.postcode].filter(Boolean).join(' · ')}</Muted>
      {journey.length > 0 && <Muted>{journey.join(' · ')}</Muted>}
      {lead.additionalInfo && (
        <Muted noWrap title={lead.additionalInfo}>
          {lead.additionalInfo}
        </Muted>
      )}
    </Box>
  )
}

export function SubmittedAt({ at }: { at: string }) {
  return (
    <Box component="time" dateTime={at}>
      <Typography sx={{ whiteSpace: 'nowrap' }}>{formatDateTime(at)}</Typography>
      <Muted>{formatAgo(at)}</Muted>
    </Box>
  )
}

export type LeadFact = { label: string; value: string }

export function FactList({ facts }: { facts: readonly LeadFact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))',
      }}
    >
      {facts.map(({ label, value }, index) => (
        <div key={index}>
          <Muted component="dt">{label}</Muted>
          <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap' }}>
            {value}
          </Typography>
        </div>
      ))}
    </Box>
  )
}
