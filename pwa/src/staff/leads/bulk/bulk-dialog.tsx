import { Button } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { DialogFrame, SubmitActions } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { countText, numberOfLeads } from '../lead-labels.ts'
import { leadKeys } from '../leads.queries.ts'
import { latestBulkChange, startBulkChange } from './bulk-changes.queries.ts'
import { bulkTitles, doneText, isClean, Report } from './bulk-report.tsx'
import { changeLeads, isOneCall, type BulkAction, type BulkTarget } from './bulk-run.ts'

/** What a dialog asks before it starts: the fields, and the action that they make, or null while something is missing. */
export type Question = { fields: ReactNode; read: () => BulkAction | null }

export type BulkDialogProps = {
  target: BulkTarget
  open: boolean
  onClose: () => void
  /** The change is made, or the server makes it from here on. */
  onDone: () => void
  /** The server makes it from here on. */
  onStarted: () => void
}

/**
 * Asks, and makes the change or has the server make it. Reports what became of the leads unless all were changed. Mounted
 * anew for each question.
 */
export function BulkDialog({ target, open, question, ...on }: BulkDialogProps & { question: Question }) {
  const toast = useToast()
  const client = useQueryClient()
  // Made once, so that a second try after a lost answer starts nothing twice.
  const [id] = useState(() => crypto.randomUUID())
  const change = useMutation({
    mutationFn: (action: BulkAction) => changeLeads(action, target),
    onSuccess: (report, action) => {
      on.onDone()
      if (!isClean(report)) return
      toast.success(doneText(action, report.changed))
      on.onClose()
    },
    onSettled: () => void client.invalidateQueries({ queryKey: leadKeys.all }),
  })
  const start = useMutation({
    mutationFn: (action: BulkAction) => startBulkChange(id, action, target.filter),
    onSuccess: (started) => {
      client.setQueryData(latestBulkChange().queryKey, started)
      on.onDone()
      on.onClose()
      on.onStarted()
    },
  })
  const run = isOneCall(target) ? change : start
  const submit = () => {
    const action = run.isPending ? null : question.read()
    if (action !== null) run.mutate(action)
  }
  const { text, confirm } = textsOf(target)
  const { title, busyText } = bulkTitles[target.kind]
  const { data: report, variables: action } = change
  if (report && action && !isClean(report)) {
    const close = (
      <Button variant="contained" autoFocus onClick={on.onClose}>
        Close
      </Button>
    )
    return (
      <DialogFrame {...{ open, title }} actions={close} onClose={on.onClose}>
        <Report report={report} action={action} />
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
  const text = isOneCall(target) ? selected : `${selected} They are changed even if you close this page.`
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
      // A fixed text (docs/specification.md, 5.5).
      const question = `Delete ${countText({ count, isCapped })} selected lead(s)? This cannot be undone.`
      return { text: question, confirm: 'Delete' }
    }
  }
}
