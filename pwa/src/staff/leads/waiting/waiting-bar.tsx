import ScheduleSendIcon from '@mui/icons-material/ScheduleSendOutlined'
import { Alert, Button, Link, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'
import { useSendWaiting, useWaitingChanges } from './use-waiting.ts'
import { WaitingNotice } from './waiting-notices.tsx'
import { kindOf, type WaitingChange } from './waiting-changes.ts'

export const numberOfChanges = (count: number) => (count === 1 ? '1 change' : `${count} changes`)

/** On every staff screen while changes made on this device wait, and the list of them. */
export function WaitingBar({ listPath }: { listPath: string }) {
  useSendWaiting()
  const changes = useWaitingChanges()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const undecided = changes.filter(({ state }) => state.kind !== 'waiting').length
  const unsent = changes.length - undecided
  return (
    <>
      {changes.length > 0 && (
        <Alert
          severity={undecided > 0 ? 'warning' : 'info'}
          icon={<ScheduleSendIcon fontSize="small" />}
          sx={{ mb: 2, py: 0, alignItems: 'center', '& .MuiAlert-action': { pt: 0 } }}
          action={
            <Button color="inherit" size="small" onClick={() => setOpen(true)}>
              Show
            </Button>
          }
        >
          {unsent > 0 && `Waiting to be sent: ${numberOfChanges(unsent)}`}
          {unsent > 0 && undecided > 0 && ' · '}
          {undecided > 0 && `Waiting for your decision: ${numberOfChanges(undecided)}`}
        </Alert>
      )}
      <DialogFrame
        open={open}
        onClose={close}
        title="Waiting to be sent"
        text={changes.length > 0 ? explanation : 'Everything has been sent.'}
        actions={<Button onClick={close}>Close</Button>}
      >
        <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {changes.map((change) => (
            <ListedChange key={change.id} change={change} path={`${listPath}/${change.leadId}`} onOpen={close} />
          ))}
        </Stack>
      </DialogFrame>
    </>
  )
}

const explanation =
  'Made on this device, and sent in this order once there is a connection. ' +
  'What a colleague changed first, or the server did not take, is for you to decide.'

type ListedChangeProps = { change: WaitingChange; path: string; onOpen: () => void }

const ListedChange = ({ change, path, onOpen }: ListedChangeProps) => (
  <li>
    <Typography>
      <Link component={RouterLink} to={path} onClick={onOpen}>
        {change.leadTitle}
      </Link>
      {` · ${kindOf(change).what}`}
    </Typography>
    <WaitingNotice change={change} />
  </li>
)
