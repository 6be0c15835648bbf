import { followUpMessage } from '@kerbside/schema/emails/email-texts'
import { canMove, maximumMessage } from '@kerbside/schema/leads/lead'
import { Button, MenuItem, Stack, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useSession } from '../../../api/session.ts'
import { Muted } from '../../ui/section.tsx'
import { dayOf } from '../../ui/times.ts'
import { followUpIn, followUpOn, followUpShortcuts } from '../detail/work/lead-follow-up.tsx'
import { assignees } from '../detail/work/work.queries.ts'
import { nobody } from '../lead-filter.ts'
import { asStatus, statusLabels, statusNames } from '../lead-labels.ts'
import type { LeadStatusName } from '../leads.queries.ts'
import type { BulkAction, BulkTarget } from './bulk-changes.queries.ts'
import { BulkDialog, type BulkDialogProps, type Question } from './bulk-dialog.tsx'

/** The dialog of each kind of change. */
export const bulkDialogs: Record<BulkAction['kind'], (props: BulkDialogProps) => ReactNode> = {
  assign: (props) => <AssignDialog {...props} />,
  status: (props) => <StatusDialog {...props} />,
  message: (props) => <MessageDialog {...props} />,
  'follow-up': (props) => <FollowUpDialog {...props} />,
  delete: (props) => <BulkDialog {...props} question={{ fields: null, read: () => ({ kind: 'delete' }) }} />,
}

const AssignDialog = (props: BulkDialogProps) => <BulkDialog {...props} question={useAssignQuestion()} />
const StatusDialog = (props: BulkDialogProps) => <BulkDialog {...props} question={useStatusQuestion(props.target)} />
const MessageDialog = (props: BulkDialogProps) => <BulkDialog {...props} question={useMessageQuestion()} />
const FollowUpDialog = (props: BulkDialogProps) => <BulkDialog {...props} question={useFollowUpQuestion()} />

type ChoiceProps = {
  label: string
  value: string
  choices: readonly { value: string; label: string }[]
  /** What is wrong with the choice. */
  error: string | null
  onChoose: (value: string) => void
}

const Choice = ({ label, value, choices, error, onChoose }: ChoiceProps) => (
  <TextField
    select
    fullWidth
    margin="dense"
    label={label}
    value={value}
    error={error !== null}
    helperText={error}
    onChange={(event) => onChoose(event.target.value)}
  >
    {choices.map((choice) => (
      <MenuItem key={choice.value} value={choice.value}>
        {choice.label}
      </MenuItem>
    ))}
  </TextField>
)

function useAssignQuestion(): Question {
  const [chosen, setChosen] = useState('')
  const [isMissing, setMissing] = useState(false)
  const colleagues = useQuery(assignees())
  const user = useSession()?.user
  const team = colleagues.data ?? []
  const others = team.filter(({ id }) => id !== user?.id)
  const choices = [
    ...(user ? [{ value: user.id, label: `${user.name} (me)` }] : []),
    ...others.map(({ id, name }) => ({ value: id, label: name })),
    { value: nobody, label: 'Nobody: take them from whoever has them' },
  ]
  const error = colleagues.isError ? messageOf(colleagues.error) : isMissing ? 'Choose a colleague' : null
  return {
    fields: <Choice label="Colleague" value={chosen} choices={choices} error={error} onChoose={setChosen} />,
    read: () => {
      setMissing(chosen === '')
      if (chosen === '') return null
      const name = chosen === user?.id ? user.name : team.find(({ id }) => id === chosen)?.name
      return { kind: 'assign', to: name === undefined ? null : { id: chosen, name } }
    },
  }
}

/** The statuses that at least one of the leads may move to, and how many may not. */
export function movesOf({ leads, filter }: Pick<BulkTarget, 'leads' | 'filter'>) {
  const from: readonly LeadStatusName[] =
    leads?.map(({ status }) => status) ?? (filter.status === null ? statusNames : [filter.status])
  const may = (to: LeadStatusName) => (status: LeadStatusName) => canMove(asStatus(status), asStatus(to))
  return statusNames
    .filter((to) => from.some(may(to)))
    .map((to) => ({ to, skipped: leads === null ? null : from.filter((status) => !may(to)(status)).length }))
}

function useStatusQuestion(target: BulkTarget): Question {
  const [to, setTo] = useState<LeadStatusName | null>(null)
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const moves = movesOf(target)
  const skipped = moves.find((move) => move.to === to)?.skipped
  const isReasonMissing = to === 'LOST' && reason.trim() === ''
  const fields = (
    <>
      <Choice
        label="New status"
        value={to ?? ''}
        choices={moves.map((move) => ({ value: move.to, label: statusLabels[move.to].label }))}
        error={isAsked && to === null ? 'Choose a status' : null}
        onChoose={(value) => setTo(moves.find((move) => move.to === value)?.to ?? null)}
      />
      {to === 'LOST' && (
        <TextField
          fullWidth
          multiline
          minRows={2}
          margin="dense"
          label="Why were they lost?"
          value={reason}
          error={isAsked && isReasonMissing}
          helperText={isAsked && isReasonMissing ? 'Please give a reason, even a short one' : null}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
      {to !== null && skipped !== 0 && (
        <Muted role="status" sx={{ mt: 1 }}>
          {skipped === null || skipped === undefined
            ? `Leads that cannot become ${statusLabels[to].label} are skipped.`
            : `${skipped} of them cannot become ${statusLabels[to].label} and ${skipped === 1 ? 'is' : 'are'} skipped.`}
        </Muted>
      )}
    </>
  )
  return {
    fields,
    read: () => {
      setAsked(true)
      if (to === null || isReasonMissing) return null
      return { kind: 'status', to, note: to === 'LOST' ? reason.trim() : null }
    },
  }
}

function useMessageQuestion(): Question {
  const [text, setText] = useState(followUpMessage)
  const isMissing = text.trim() === ''
  const name = useSession()?.user.name ?? ''
  const fields = (
    <TextField
      fullWidth
      multiline
      minRows={4}
      maxRows={12}
      margin="dense"
      label="Message"
      value={text}
      error={isMissing}
      helperText={
        isMissing
          ? 'Write a message'
          : `Each homeowner is greeted and told which job it is about; “${name}, Kerbside” stands below. Lost leads and those without an email address are left out.`
      }
      onChange={(event) => setText(event.target.value)}
      slotProps={{ htmlInput: { maxLength: maximumMessage } }}
    />
  )
  return { fields, read: () => (isMissing ? null : { kind: 'message', text: text.trim() }) }
}

const dayIn = (days: number) => dayOf(followUpIn(days))

function useFollowUpQuestion(): Question {
  const [day, setDay] = useState(() => dayIn(1))
  const at = followUpOn(day)
  const fields = (
    <>
      <TextField
        fullWidth
        type="date"
        margin="dense"
        label="Follow-up on"
        value={day}
        error={at === null}
        helperText={at === null ? 'Choose a day' : 'Due from nine in the morning'}
        onChange={(event) => setDay(event.target.value)}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {followUpShortcuts.map(({ label, days }) => (
          <Button key={label} size="small" variant="outlined" onClick={() => setDay(dayIn(days))}>
            {label}
          </Button>
        ))}
      </Stack>
    </>
  )
  return { fields, read: () => (at === null ? null : { kind: 'follow-up', at }) }
}
