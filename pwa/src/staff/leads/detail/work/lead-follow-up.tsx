import { isPending } from '@kerbside/schema/leads/lead'
import ScheduleIcon from '@mui/icons-material/Schedule'
import { Button, Stack, TextField, Typography } from '@mui/material'
import { useCan } from '../../../../api/session.ts'
import { Section } from '../../../ui/section.tsx'
import { dayOf, formatDate } from '../../../ui/times.ts'
import { useToast } from '../../../ui/toasts.tsx'
import { ToneChip } from '../../../ui/tone-chip.tsx'
import { asStatus } from '../../lead-labels.ts'
import type { LeadDetail } from '../../lead.queries.ts'
import { ChangeNotice } from './change-notice.tsx'
import { WaitingNotices } from '../../waiting/waiting-notices.tsx'
import { useLeadChange, waitingKind } from './use-lead-change.ts'

type FollowUp = { at: string | null }

export const followUpShortcuts = [
  { label: 'Today', days: 0 },
  { label: 'Tomorrow', days: 1 },
  { label: 'In a week', days: 7 },
]

/** A follow-up is due from nine in the morning of its day, where the person is. */
const startHour = 9

export function followUpIn(days: number, now = new Date()): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, startHour).toISOString()
}

/** From what a date field gives; null while the date is incomplete or empty. */
export function followUpOn(day: string): string | null {
  const at = new Date(`${day}T${String(startHour).padStart(2, '0')}:00`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** A closed lead is not followed up. */
function isDue({ status, followUpAt }: LeadDetail, now = new Date()): boolean {
  const isOpen = isPending(asStatus(status))
  return isOpen && followUpAt !== null && new Date(followUpAt) <= now
}

export function LeadFollowUp({ lead }: { lead: LeadDetail }) {
  const toast = useToast()
  const mayEdit = useCan('lead:edit')
  const { followUpAt } = lead
  const result = useLeadChange<FollowUp>(lead, {
    ...waitingKind('follow-up'),
    expected: (seen, { at }) => ({ ...seen, followUpAt: at }),
    onSuccess: (changed) =>
      toast.success(changed.followUpAt ? `Follow-up on ${formatDate(changed.followUpAt)}` : 'Follow-up cleared'),
  })
  return (
    <Section title="Follow-up" action={isDue(lead) && <ToneChip tone="red" Icon={ScheduleIcon} label="Due" />}>
      <ChangeNotice kind="follow-up" lead={lead} result={result} />
      <WaitingNotices kind="follow-up" leadId={lead.id} />
      <Typography sx={followUpAt ? { fontWeight: 550 } : { color: 'text.secondary' }}>
        {followUpAt ? formatDate(followUpAt) : 'No date set'}
      </Typography>
      {mayEdit && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 2, mt: 1 }}>
          {followUpShortcuts.map(({ label, days }) => (
            <Button key={label} size="small" variant="outlined" onClick={() => result.change({ at: followUpIn(days) })}>
              {label}
            </Button>
          ))}
          <DayField followUpAt={followUpAt} onChoose={(at) => result.change({ at })} />
          {followUpAt && (
            <Button size="small" color="inherit" onClick={() => result.change({ at: null })}>
              Clear
            </Button>
          )}
        </Stack>
      )}
    </Section>
  )
}

type DayFieldProps = { followUpAt: string | null; onChoose: (at: string) => void }

/** Sent when the field is left or Enter is pressed: while a year is typed, each digit makes another complete date. */
function DayField({ followUpAt, onChoose }: DayFieldProps) {
  const current = dayOf(followUpAt)
  function choose(day: string): void {
    const at = followUpOn(day)
    if (at !== null && day !== current) onChoose(at)
  }
  return (
    <TextField
      key={followUpAt}
      type="date"
      size="small"
      label="Another day"
      defaultValue={current}
      onBlur={(event) => choose(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.blur()}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
