import DevicesIcon from '@mui/icons-material/DevicesOutlined'
import { Button, Chip, IconButton, Stack, Tooltip } from '@mui/material'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql, mutate, query, type ResultOf } from '../../../api/graphql.ts'
import { NotificationsSection } from '../../push/notifications-section.tsx'
import { DialogFrame, useConfirmed } from '../../ui/dialogs/confirm-dialog.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Row, Rows } from '../../ui/section.tsx'
import { formatAgo, formatDateTime } from '../../ui/times.ts'
import { TwoStepSection } from '../two-step/two-step-section.tsx'

const MySessions = graphql(`
  query MySessions {
    mySessions {
      id
      device
      isCurrent
      signedInAt
      lastActiveAt
    }
  }
`)
const EndMySession = graphql(`
  mutation EndMySession($id: ID!) {
    endMySession(id: $id)
  }
`)
type OwnSession = ResultOf<typeof MySessions>['mySessions'][number]

const ownSessions = () =>
  queryOptions({ queryKey: ['own-sessions'], queryFn: async () => (await query(MySessions, {})).mySessions })
const deviceOf = ({ device }: OwnSession) => device ?? 'Unknown device'

/**
 * A button that shows where and how one signs in, and ends any session but the present one, which Logout ends.
 */
export function OwnSessions() {
  const [open, setOpen] = useState(false)
  const close = (
    <Button color="inherit" onClick={() => setOpen(false)}>
      Close
    </Button>
  )
  return (
    <>
      <Tooltip title="Your sessions">
        <IconButton aria-label="Your sessions" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <DevicesIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <DialogFrame
        open={open}
        maxWidth="sm"
        title="Your sessions"
        text="Where you are signed in. If you do not recognise one, end it and have your password changed."
        actions={close}
        onClose={() => setOpen(false)}
      >
        <SessionList />
        <Stack spacing={2} sx={{ mt: 2 }}>
          <NotificationsSection />
          <TwoStepSection />
        </Stack>
      </DialogFrame>
    </>
  )
}

/** Mounted, and so loaded, only while the dialog is open. */
function SessionList() {
  const sessions = useQuery(ownSessions())
  const { ask, dialog } = useEnding()
  return (
    <>
      <QueryState query={sessions} loading="Loading sessions…" rows={2} />
      <Rows>
        {sessions.data?.map((session) => (
          <Row
            key={session.id}
            title={deviceOf(session)}
            detail={`Signed in ${formatDateTime(session.signedInAt)} · Last active ${formatAgo(session.lastActiveAt)}`}
          >
            {session.isCurrent ? (
              <Chip label="This device" size="small" variant="outlined" />
            ) : (
              <Button
                size="small"
                color="error"
                aria-label={`End the session on ${deviceOf(session)}`}
                onClick={() => ask(session)}
              >
                End
              </Button>
            )}
          </Row>
        ))}
      </Rows>
      {dialog}
    </>
  )
}

const useEnding = () =>
  useConfirmed({
    mutationFn: ({ id }: OwnSession) => mutate(EndMySession, { id }),
    question: (session) => ({
      title: `End the session on ${deviceOf(session)}`,
      text: `Signed in ${formatDateTime(session.signedInAt)}. That device is signed out at once.`,
      confirm: 'End session',
      busyText: 'Ending…',
    }),
    done: 'Session ended',
    refreshes: ownSessions(),
  })
