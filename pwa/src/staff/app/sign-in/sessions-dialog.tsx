import { Button, Chip, Stack } from '@mui/material'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../../api/graphql.ts'
import { NotificationsSection } from '../../push/notifications-section.tsx'
import { DialogFrame, useConfirmed } from '../../ui/dialogs/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialogs/fresh-dialog.tsx'
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

/** Where and how one signs in. Ends any session but the present one, which Logout ends. */
export function SessionsDialog({ open, onClose }: DialogState) {
  const close = (
    <Button color="inherit" onClick={onClose}>
      Close
    </Button>
  )
  return (
    <DialogFrame
      open={open}
      maxWidth="sm"
      title="Your sessions"
      text="Where you are signed in. If you do not recognise one, end it and have your password changed."
      actions={close}
      onClose={onClose}
    >
      <SessionList />
      <Stack spacing={2} sx={{ mt: 2 }}>
        <NotificationsSection />
        <TwoStepSection />
      </Stack>
    </DialogFrame>
  )
}

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
