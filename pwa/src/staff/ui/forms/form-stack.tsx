import { Stack, Alert, Button } from '@mui/material'
import type { FormEvent, ReactNode } from 'react'
import { messageOf } from '../../../api/api-error.ts'

type FormStackProps = { label: string; spacing?: number; onSubmit: () => void; children: ReactNode }

/** A form that stands in the page. The texts at its fields replace the browser's bubbles. */
export function FormStack({ label, spacing = 2, onSubmit, children }: FormStackProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Stack component="form" noValidate spacing={spacing} aria-label={label} onSubmit={submit}>
      {children}
    </Stack>
  )
}

/** What a form tells of its saving. */
type Saving = {
  isChanged: boolean
  busy: boolean
  /** What belongs to no field. */
  error: Error | null
  undo: () => void
}

/** Why the form could not be saved. */
export const SaveError = ({ form: { error } }: { form: Pick<Saving, 'error'> }) =>
  error && <Alert severity="error">{messageOf(error)}</Alert>

/** Saves the form that it stands in, or takes back what was typed. */
export function SaveButtons({ label, form: { isChanged, busy, undo } }: { label: string; form: Saving }) {
  return (
    <>
      <Button type="submit" variant="contained" disabled={!isChanged} loading={busy} loadingPosition="start">
        {busy ? 'Saving…' : label}
      </Button>
      {isChanged && (
        <Button color="inherit" onClick={undo} disabled={busy}>
          Undo changes
        </Button>
      )}
    </>
  )
}
