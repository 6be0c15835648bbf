import { Box } from '@mui/material'
import type { ComponentProps } from 'react'
import { DialogFrame, SubmitActions } from '../dialogs/confirm-dialog.tsx'
import type { Form } from './use-form.ts'

type FormDialogProps = Pick<
  ComponentProps<typeof DialogFrame>,
  'open' | 'maxWidth' | 'title' | 'text' | 'errorTitle' | 'children'
> &
  Pick<ComponentProps<typeof SubmitActions>, 'submit' | 'busyText' | 'disabled' | 'dangerous'> & {
    form: Pick<Form<object>, 'busy' | 'error' | 'submit'>
    onClose: () => void
  }

/** A dialog that is a form, with Cancel and the button that submits it. */
export function FormDialog({ form, submit, busyText, disabled, dangerous, children, ...frame }: FormDialogProps) {
  const { busy, error } = form
  const actions = <SubmitActions {...{ submit, busyText, busy, disabled, dangerous }} onCancel={frame.onClose} />
  return (
    <DialogFrame {...frame} {...{ actions, busy, error }} onSubmit={form.submit}>
      {/* The label of the first field stands above its frame. */}
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>{children}</Box>
    </DialogFrame>
  )
}
