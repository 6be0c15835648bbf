import ScheduleSendIcon from '@mui/icons-material/ScheduleSendOutlined'
import { Alert, Button, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { formatSince } from '../../ui/times.ts'
import { useToast } from '../../ui/toasts.tsx'
import { leadKeys } from '../leads.queries.ts'
import { ConflictAlert } from './conflict-alert.tsx'
import type { ChangeKind } from './lead-changes.ts'
import { useWaitingChanges, waitingChanges } from './use-waiting.ts'
import { kindOf, type WaitingChange } from './waiting-changes.ts'

/** At the part of the lead that was changed here: what the server does not have yet. */
export const WaitingNotices = ({ kind, leadId }: { kind: ChangeKind; leadId: string }) =>
  useWaitingChanges()
    .filter((change) => change.kind === kind && change.leadId === leadId)
    .map((change) => <WaitingNotice key={change.id} change={change} />)

/** One change that was made on this device, and what can be done about it. */
export function WaitingNotice({ change }: { change: WaitingChange }) {
  const { state, id } = change
  const client = useQueryClient()
  const { what, mine } = kindOf(change)
  const value = mine(change.value)
  const discard = () => void waitingChanges.discard(id)
  const insist = async () => {
    await waitingChanges.insist(id)
    await waitingChanges.flush()
    void client.invalidateQueries({ queryKey: leadKeys.all })
  }
  if (state.kind === 'conflict') {
    const { by, theirs, isPossible } = state
    return (
      <ConflictAlert
        {...{ what, by, theirs }}
        mine={value}
        onLeave={discard}
        onChange={isPossible ? () => void insist() : null}
      />
    )
  }
  if (state.kind === 'rejected') {
    return (
      <Alert severity="error" sx={{ mb: 1.5 }} action={<DiscardButton onClick={discard} />}>
        <Typography sx={{ fontWeight: 600 }}>{state.reason}</Typography>
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {what} is not stored: {value}
        </Typography>
        <CopyButton text={value} />
      </Alert>
    )
  }
  return (
    <Alert
      severity="info"
      icon={<ScheduleSendIcon fontSize="small" />}
      sx={{ my: 1, py: 0 }}
      action={<DiscardButton onClick={discard} />}
    >
      <Typography component="span" sx={{ fontWeight: 600 }}>
        Waiting to be sent:{' '}
      </Typography>
      <Typography component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {value} ({formatSince(new Date(change.at))})
      </Typography>
    </Alert>
  )
}

const DiscardButton = ({ onClick }: { onClick: () => void }) => (
  <Button color="inherit" size="small" onClick={onClick} sx={{ whiteSpace: 'nowrap' }}>
    Discard
  </Button>
)

function CopyButton({ text }: { text: string }) {
  const toast = useToast()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success('Copied'),
      () => toast.error('Could not be copied. Select the text and copy it.'),
    )
  return (
    <Button color="inherit" size="small" variant="outlined" sx={{ mt: 1 }} onClick={() => void copy()}>
      Copy as text
    </Button>
  )
}
