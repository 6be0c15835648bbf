import ArrowUpIcon from '@mui/icons-material/ArrowUpward'
import ScheduleIcon from '@mui/icons-material/Schedule'
import { Box, Typography } from '@mui/material'
import { Muted } from '../ui/section.tsx'
import { formatAgo, formatDateTime, formatMinutes } from '../ui/times.ts'
import { ToneChip } from '../ui/tone-chip.tsx'
import { jobOf, priorityLabels, promiseOf, statusLabels } from './lead-labels.ts'
import type { LeadRow, LeadStatusName } from './leads.queries.ts'

export const StatusChip = ({ status }: { status: LeadStatusName }) => <ToneChip {...statusLabels[status]} />

type PriorityChipProps = { lead: Pick<LeadRow, 'priority' | 'status'>; always?: boolean }

/** A list does not show the ordinary priority, nor that of a closed lead. */
export function PriorityChip({ lead: { priority, status }, always = false }: PriorityChipProps) {
  if (!always && (priority === 'MEDIUM' || status === 'CONVERTED' || status === 'LOST')) return null
  return <ToneChip {...priorityLabels[priority]} {...(priority === 'HIGH' ? { Icon: ArrowUpIcon } : {})} />
}

/** When the homeowner's answer was or is due, by the two-hour promise; nothing once it is kept. */
export function PromiseChip({ lead }: { lead: Pick<LeadRow, 'status' | 'createdAt' | 'offers'> }) {
  const promise = promiseOf(lead)
  if (promise.kind === 'kept') return null
  if (promise.kind === 'broken')
    return <ToneChip tone="red" Icon={ScheduleIcon} label={`Due ${formatAgo(promise.since)}`} />
  return <ToneChip tone="amber" Icon={ScheduleIcon} label={`Due in ${formatMinutes(promise.minutesLeft)}`} />
}

type JobLead = Parameters<typeof jobOf>[0] & Pick<LeadRow, 'drivewaySize' | 'groupType' | 'postcode'>

/** What the job is, how big and where. */
export function LeadJob({ lead }: { lead: JobLead }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography>{jobOf(lead) || '—'}</Typography>
      <Muted>{[lead.drivewaySize, lead.groupType, lead.postcode].filter(Boolean).join(' · ')}</Muted>
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
