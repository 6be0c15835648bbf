import ScheduleIcon from '@mui/icons-material/Schedule'
import { ToneChip } from '../staff/ui/tone-chip.tsx'
import { formatAgo } from '../staff/ui/times.ts'
import { priorityWords, statusWords } from './lead-words.ts'
import type { LeadRow, LeadStatusName } from './leads.queries.ts'
import { promiseOf } from './promise.ts'

export const StatusChip = ({ status }: { status: LeadStatusName }) => <ToneChip {...statusWords[status]} />

/** Medium is the ordinary case and says nothing in a list. */
export function PriorityChip({ priority, always = false }: { priority: LeadRow['priority']; always?: boolean }) {
  return priority === 'MEDIUM' && !always ? null : <ToneChip {...priorityWords[priority]} />
}

/** How the two-hour promise stands; nothing once it is kept. */
export function PromiseChip({ lead }: { lead: Pick<LeadRow, 'status' | 'createdAt' | 'offers'> }) {
  const promise = promiseOf(lead)
  if (promise.kind === 'kept') return null
  if (promise.kind === 'broken')
    return <ToneChip tone="red" Icon={ScheduleIcon} label={`No answer, due ${formatAgo(promise.since)}`} />
  return <ToneChip tone="amber" Icon={ScheduleIcon} label={`Answer due in ${promise.minutesLeft} min`} />
}
