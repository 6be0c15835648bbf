import { Alert, Box, Button, LinearProgress, Link, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { DialogFrame } from '../../ui/confirm-dialog.tsx'
import { Muted } from '../../ui/section.tsx'
import { formatDate } from '../../ui/times.ts'
import { useToast } from '../../ui/toasts.tsx'
import { numberOfLeads, statusLabels } from '../lead-labels.ts'
import { doneIn, leadsPerCall, skippedIn, type BulkAction, type BulkReport } from './bulk-run.ts'
import { useBulkRun, type BulkTarget } from './use-bulk-run.ts'

/** What a dialog asks before it starts: the fields, and the action that they make, or null while something is missing. */
export type Question = { fields: ReactNode; read: () => BulkAction | null }

export type BulkDialogProps = {
  target: BulkTarget
  open: boolean
  onClose: () => void
  /** The selection is worked through. */
  onDone: () => void
}

/** Asks, shows the progress, and reports what became of the leads. Mounted anew for each question. */
export function BulkDialog({ target, open, onClose, onDone, question }: BulkDialogProps & { question: Question }) {
  const toast = useToast()
  const isOneCall = target.count <= leadsPerCall && !target.isCapped
  const run = useBulkRun(target, (done, counts) => {
    onDone()
    if (!isOneCall || !isClean(counts)) return
    toast.success(doneText(done, counts.changed))
    onClose()
  })
  const { phase, report, action } = run
  const isBusy = phase === 'running'
  const submit = () => {
    if (isBusy) return
    if (phase === 'failed' && !isOneCall) return run.goOn()
    const chosen = question.read()
    if (chosen !== null) run.start(chosen)
  }
  const { title, text, confirm, busyText } = wordsOf(target)
  const isOver = phase === 'stopped' || (phase === 'done' && !(isOneCall && isClean(report)))
  const isAsking = phase === 'asking' || (isOneCall && !isOver)
  const cancel = (
    <Button color="inherit" disabled={isBusy} autoFocus={target.kind === 'delete'} onClick={onClose}>
      {phase === 'failed' ? 'Close' : 'Cancel'}
    </Button>
  )
  const actions = isOver ? (
    <Button variant="contained" autoFocus onClick={onClose}>
      Close
    </Button>
  ) : (
    <>
      {isBusy && !isOneCall ? <Button onClick={run.stop}>Stop</Button> : cancel}
      <Button
        type="submit"
        variant="contained"
        color={target.kind === 'delete' ? 'error' : 'primary'}
        loading={isBusy}
        loadingPosition="start"
      >
        {isBusy ? busyText : phase === 'failed' ? 'Try again' : confirm}
      </Button>
    </>
  )
  return (
    <DialogFrame
      {...{ open, title, actions, onClose }}
      text={isAsking ? text : undefined}
      busy={isBusy}
      error={phase === 'failed' ? run.error : null}
      onSubmit={submit}
    >
      {isAsking && question.fields}
      {(isBusy || phase === 'failed') && !isOneCall && <Progress target={target} report={report} />}
      {isOver && action && <Report target={target} report={report} action={action} isStopped={phase === 'stopped'} />}
    </DialogFrame>
  )
}

/** All leads were changed: there is no more to read than one sentence. */
const isClean = (report: BulkReport) => doneIn(report) === report.changed

function Progress({ target: { count, isCapped }, report }: { target: BulkTarget; report: BulkReport }) {
  const done = doneIn(report)
  const label = `${done.toLocaleString('en-GB')} of ${numberOfLeads(count, isCapped)}`
  const progress = isCapped ? {} : ({ variant: 'determinate', value: Math.min(100, (done / count) * 100) } as const)
  return (
    <>
      <LinearProgress aria-label="Progress" {...progress} sx={{ my: 1 }} />
      <Typography role="status">{label}</Typography>
      <Muted>Keep this page open until it is done. Stop ends it after the leads that are under way.</Muted>
    </>
  )
}

type ReportProps = { target: BulkTarget; report: BulkReport; action: BulkAction; isStopped: boolean }

/** How many of a reason's leads are named. */
const named = 12

function Report({ target, report, action, isStopped }: ReportProps) {
  const skipped = skippedIn(report)
  return (
    <Box role="status">
      {isStopped && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          Stopped after {doneIn(report).toLocaleString('en-GB')} of {numberOfLeads(target.count, target.isCapped)}.
        </Alert>
      )}
      <Typography sx={{ fontWeight: 600 }}>{doneText(action, report.changed)}</Typography>
      {report.unchanged > 0 && <Typography>{numberOfLeads(report.unchanged)} did not need it.</Typography>}
      {skipped > 0 && <Typography sx={{ mt: 1.5, fontWeight: 600 }}>{numberOfLeads(skipped)} skipped</Typography>}
      {report.skipped.map(({ message, leads }) => (
        <Box key={message} sx={{ mt: 0.5 }}>
          <Typography>
            {message} ({leads.length.toLocaleString('en-GB')})
          </Typography>
          <Muted component="p">
            {leads.slice(0, named).map(({ id, reference }, place) => (
              <span key={id}>
                {place > 0 && ', '}
                <Link component={RouterLink} to={id}>
                  {reference}
                </Link>
              </span>
            ))}
            {leads.length > named && ` and ${(leads.length - named).toLocaleString('en-GB')} more`}
          </Muted>
        </Box>
      ))}
    </Box>
  )
}

/** Title, question and button of each kind. */
function wordsOf({ kind, count, isCapped, leads }: BulkTarget) {
  const number = numberOfLeads(count, isCapped)
  const selected = leads === null ? `All ${number} that match are selected.` : `${number} selected.`
  const slow = count > leadsPerCall || isCapped ? ` They are changed ${leadsPerCall} at a time.` : ''
  const text = selected + slow
  switch (kind) {
    case 'assign':
      return { title: 'Assign Leads', text, confirm: `Assign ${number}`, busyText: 'Assigning…' }
    case 'status':
      return { title: 'Update Status', text, confirm: `Move ${number}`, busyText: 'Moving…' }
    case 'message':
      return { title: 'Send Follow-up', text, confirm: `Email ${number}`, busyText: 'Sending…' }
    case 'follow-up':
      return { title: 'Schedule Calls', text, confirm: `Schedule ${number}`, busyText: 'Scheduling…' }
    case 'delete': {
      // A fixed text (docs/specification.md, 5.5).
      const shown = `${count.toLocaleString('en-GB')}${isCapped ? '+' : ''}`
      const question = `Delete ${shown} selected lead(s)? This cannot be undone.`
      return { title: 'Delete selected leads', text: question, confirm: 'Delete', busyText: 'Deleting…' }
    }
  }
}

function doneText(action: BulkAction, count: number): string {
  const number = numberOfLeads(count)
  switch (action.kind) {
    case 'assign':
      return `${number} assigned to ${action.to?.name ?? 'nobody'}`
    case 'status':
      return `${number} moved to ${statusLabels[action.to].label}`
    case 'message':
      return `Follow-up on its way for ${number}`
    case 'follow-up':
      return `${number} to be followed up on ${action.at === null ? 'no day' : formatDate(action.at)}`
    case 'delete':
      return count === 1 ? 'Lead deleted' : `${number} deleted`
  }
}
