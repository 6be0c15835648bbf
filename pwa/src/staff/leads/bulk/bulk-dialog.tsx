import { Button } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { DialogFrame, SubmitActions } from '../../ui/dialogs/confirm-dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { countText, numberOfLeads } from '../lead-labels.ts'
import { leadKeys } from '../leads.queries.ts'
import {
  isSoonOver,
  type BulkAction,
  type BulkTarget,
  dismissBulkChange,
  latestBulkChange,
  reportOf,
  soonOver,
  startBulkChange,
} from './bulk-changes.queries.ts'
import { bulkTitles, bulkDoneText, isClean, Report } from './bulk-report.tsx'

/** What a dialog asks before it starts: the fields, and the action that they make, or null while something is missing. */
export type Question = { fields: ReactNode; read: () => BulkAction | null }

export type BulkDialogProps = {
  target: BulkTarget
  open: boolean
  onClose: () => void
  /** The change is made, or goes on without the dialog. */
  onDone: () => void
  /** It goes on without the dialog. */
  onStarted: () => void
}

/**
 * Asks, and has the server make the change. Of few leads it waits for the end, and reports what became of them unless all
 * were changed. Mounted anew for each question.
 */
export function BulkDialog({ target, open, question, ...on }: BulkDialogProps & { question: Question }) {
  const toast = useToast()
  const client = useQueryClient()
  // Made once, so that a second try after a lost answer starts nothing twice.
  const [id] = useState(() => uuidv4())
  const { queryKey } = latestBulkChange()
  const run = useMutation({
    mutationFn: async (action: BulkAction) => {
      const started = await startBulkChange(id, action, target)
      const change = isSoonOver(target) ? await soonOver(started) : started
      return { change, report: isSoonOver(target) && change.state === 'DONE' ? reportOf(change) : null }
    },
    onSuccess: ({ change, report }, action) => {
      on.onDone()
      client.setQueryData(queryKey, report ? null : change)
      if (report) void dismissBulkChange(id).catch(() => client.invalidateQueries({ queryKey })) // its line shows it then
      if (report && !isClean(report)) return
      on.onClose()
      if (report) toast.success(bulkDoneText(action, report.changed))
      else on.onStarted()
    },
    onSettled: () => void client.invalidateQueries({ queryKey: leadKeys.all }),
  })
  const submit = () => {
    const action = run.isPending ? null : question.read()
    if (action !== null) run.mutate(action)
  }
  const { text, confirm } = textsOf(target)
  const { title, busyText } = bulkTitles[target.kind]
  const report = run.data?.report
  if (report && run.variables && !isClean(report)) {
    const close = (
      <Button variant="contained" autoFocus onClick={on.onClose}>
        Close
      </Button>
    )
    return (
      <DialogFrame {...{ open, title }} actions={close} onClose={on.onClose}>
        <Report report={report} action={run.variables} />
      </DialogFrame>
    )
  }
  const actions = (
    <SubmitActions
      submit={run.isError ? 'Try again' : confirm}
      busyText={busyText}
      busy={run.isPending}
      dangerous={target.kind === 'delete'}
      onCancel={on.onClose}
    />
  )
  return (
    <DialogFrame
      {...{ open, title, text, actions }}
      busy={run.isPending}
      error={run.error}
      onClose={on.onClose}
      onSubmit={submit}
    >
      {question.fields}
    </DialogFrame>
  )
}

/** Question and button of each kind. */
function textsOf(target: BulkTarget) {
  const { kind, count, isCapped, leads } = target
  const number = numberOfLeads(count, isCapped)
  const selected = leads === null ? `All ${number} that match are selected.` : `${number} selected.`
  const text = isSoonOver(target) ? selected : `${selected} They are changed even if you close this page.`
  switch (kind) {
    case 'assign':
      return { text, confirm: `Assign ${number}` }
    case 'status':
      return { text, confirm: `Move ${number}` }
    case 'message':
      return { text, confirm: `Email ${number}` }
    case 'follow-up':
      return { text, confirm: `Schedule ${number}` }
    case 'delete': {
      // A fixed text (docs/specification.md, 5.5). Nobody has counted how many there are beyond a number with a plus.
      const all = isCapped ? ' All that match will be deleted.' : ''
      const question = `Delete ${countText({ count, isCapped })} selected lead(s)? This cannot be undone.${all}`
      return { text: question, confirm: 'Delete' }
    }
  }
}
