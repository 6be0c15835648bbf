import { Alert, Button } from '@mui/material'
import { messageOf } from '../../../api/api-error.ts'

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
