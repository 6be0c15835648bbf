import { Alert, Box, Drawer, Typography, useMediaQuery, type Theme } from '@mui/material'
import { useId, type FormEvent, type ReactNode } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'
import { Muted } from '../../ui/section.tsx'

type SheetProps = {
  open: boolean
  onClose: () => void
  title: string
  text: string
  error: Error | null
  actions: ReactNode
  onSubmit: () => void
  children: ReactNode
}

/** From the bottom of a phone, where the thumb is; a dialog at a desk. */
export function Sheet({ open, onClose, title, text, error, actions, onSubmit, children }: SheetProps) {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const titleId = useId()
  const fields = <Box sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>{children}</Box>
  if (!isPhone) {
    return <DialogFrame {...{ open, onClose, title, text, error, actions, onSubmit }}>{fields}</DialogFrame>
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const paper = {
    component: 'form',
    role: 'dialog',
    'aria-labelledby': titleId,
    noValidate: true,
    onSubmit: submit,
    sx: { borderRadius: '12px 12px 0 0', p: 2, maxHeight: '90dvh' },
  } as const
  return (
    <Drawer anchor="bottom" open={open} onClose={onClose} slotProps={{ paper }}>
      <Typography variant="h2" id={titleId}>
        {title}
      </Typography>
      <Muted>{text}</Muted>
      {fields}
      {error && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {messageOf(error)}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1, mt: 2 }}>{actions}</Box>
    </Drawer>
  )
}
