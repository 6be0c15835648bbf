import { Alert, Button } from '@mui/material'
import { messageOf } from '../../../api/api-error.ts'

/** What a form tells of its saving. */
type Saving = {
  isChanged: boolean
  busy: boolean
  /** What belongs to no field. */
  error: Error | null
  /** A colleague has saved since: reloading keeps what was typed. */
  isConflict: boolean
  undo: () => void
  reload: () => Promise<void>
}

/** Why the form could not be saved. */
export function SaveError({
  form: { error, isConflict, reload },
}: {
  form: Pick<Saving, 'error' | 'isConflict' | 'reload'>
}) {
  if (error === null) return null
  const reloadButton = (
    <Button color="inherit" size="small" onClick={() => void reload()}>
      Reload
    </Button>
  )
  return (
    <Alert severity="error" action={isConflict && reloadButton}>
      {messageOf(error)}
    </Alert>
  )
}

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
