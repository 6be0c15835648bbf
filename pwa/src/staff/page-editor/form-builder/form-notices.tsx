import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { Alert, Typography } from '@mui/material'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import {
  carriedMessage,
  formWarnings,
  leadsUnder,
  lossOf,
  orphanedNames,
  type AnswersCarried,
} from './form-warnings.ts'

type WarningsProps = {
  fields: readonly FormField[]
  /** The names of the fields when the form was opened. */
  namesBefore: readonly string[]
  carried: AnswersCarried | undefined
  failed: boolean
}

/** What the form as a whole would lose if it were saved like this. */
export function FormWarnings({ fields, namesBefore, carried, failed }: WarningsProps) {
  const orphans = orphanedNames(namesBefore, fields, carried)
  const messages = [...formWarnings(fields), ...orphans.map(({ name, leads }) => carriedMessage(name, leads))]
  return (
    <>
      {messages.map((message) => (
        <Alert key={message} severity="warning">
          {message}
        </Alert>
      ))}
      {failed && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Could not check which fields the collected leads use. Take care when you rename or remove one.
        </Typography>
      )}
    </>
  )
}

type RemoveProps = {
  /** The dialog is open while there is one. */
  field: FormField | undefined
  carried: AnswersCarried | undefined
  onClose: () => void
  onRemove: (id: string) => void
}

/** Asks before a field is removed, and shows what is lost with it. */
export function RemoveFieldDialog({ field, carried, onClose, onRemove }: RemoveProps) {
  const [last, setLast] = useState(field)
  // The dialog keeps its text while it fades.
  if (field && field !== last) setLast(field)
  const leads = leadsUnder(carried, last?.name ?? '')
  const messages = last && [
    carriedMessage(last.name, leads),
    lossOf(last),
    'Visitors notice when the page is published.',
  ]
  return (
    <ConfirmDialog
      open={field !== undefined}
      title={`Remove “${last?.label ?? ''}”?`}
      text={messages?.filter((message) => message !== null).join(' ') ?? ''}
      confirm="Remove"
      busyText="Remove"
      busy={false}
      error={null}
      onConfirm={() => field && onRemove(field.id)}
      onClose={onClose}
    />
  )
}
