import ArrowUpIcon from '@mui/icons-material/ArrowUpward'
import ScheduleIcon from '@mui/icons-material/Schedule'
import { ToneChip } from '../ui/tone-chip.tsx'
import { formatAgo, formatMinutes } from '../ui/times.ts'
import { priorityWords, statusWords } from './lead-labels.ts'
import type { LeadRow, LeadStatusName } from './leads.queries.ts'
import { promiseOf } from './promise.ts'

export const StatusChip = ({ status }: { status: LeadStatusName }) => <ToneChip {...statusWords[status]} />

type PriorityChipProps = { lead: Pick<LeadRow, 'priority' | 'status'>; always?: boolean }

/** In a list only where it tells something: not the ordinary priority, and not that of a lead that is closed. */
export function PriorityChip({ lead: { priority, status }, always = false }: PriorityChipProps) {
  if (!always && (priority === 'MEDIUM' || status === 'CONVERTED' || status === 'LOST')) return null
  return <ToneChip {...priorityWords[priority]} {...(priority === 'HIGH' ? { Icon: ArrowUpIcon } : {})} />
}

/** When the homeowner's answer was or is due, by the two-hour promise; nothing once somebody has answered. */
export function PromiseChip({ lead }: { lead: Pick<LeadRow, 'status' | 'createdAt' | 'offers'> }) {
  const promise = promiseOf(lead)
  if (promise.kind === 'kept') return null
  if (promise.kind === 'broken')
    return <ToneChip tone="red" Icon={ScheduleIcon} label={`Due ${formatAgo(promise.since)}`} />
  return <ToneChip tone="amber" Icon={ScheduleIcon} label={`Due in ${formatMinutes(promise.minutesLeft)}`} />
}
