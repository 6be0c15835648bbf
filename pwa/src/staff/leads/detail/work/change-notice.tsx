import { Alert, Button, Stack, Typography } from '@mui/material'
import { messageOf } from '../../../../api/api-error.ts'

type ChangeNoticeProps<Value> = {
  result: { change: (value: Value) => void; error: unknown; conflict: Value | null; forget: () => void }
  /** What is changed, at the start of a sentence. */
  what: string
  /** Who has changed it meanwhile. */
  by: string | undefined
  theirs: string
  mine: (value: Value) => string
  possible?: (value: Value) => boolean
}

/**
 * Why a change was not made. When a colleague's came first, both values are shown and the person chooses one; the lead on
 * screen has the colleague's already.
 */
export function ChangeNotice<Value>({ result, what, by, theirs, mine, possible }: ChangeNoticeProps<Value>) {
  const { change, error, conflict, forget } = result
  if (error !== null) {
    return (
      <Alert severity="error" sx={{ mb: 1.5 }} onClose={forget}>
        {messageOf(error)}
      </Alert>
    )
  }
  if (conflict === null) return null
  return (
    <Alert severity="warning" sx={{ mb: 1.5 }}>
      <Typography sx={{ fontWeight: 600 }}>Changed meanwhile by {by ?? 'a colleague'}</Typography>
      <Typography sx={{ mb: 1 }}>
        {what} is now {theirs}. You chose {mine(conflict)}.
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" variant="outlined" color="inherit" onClick={forget}>
          Leave it {theirs}
        </Button>
        {(possible?.(conflict) ?? true) && (
          <Button size="small" variant="outlined" color="inherit" onClick={() => change(conflict)}>
            Change it to {mine(conflict)}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
