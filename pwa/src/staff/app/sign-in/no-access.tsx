import { Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { isRecord, session, toSessionUser, useSession } from '../../../api/session.ts'
import { withSession } from '../../../api/renewal.ts'
import { restCall } from '../../../api/rest.ts'
import { SignInCard } from './sign-in-card.tsx'
import { useSignOut } from './sign-out.tsx'

/**
 * For a person who is signed in and has no staff role. Their role may have changed meanwhile, so the server is asked: the
 * stored session then leads on.
 */
export function NoAccess() {
  const { signOut, signingOut, dialog } = useSignOut()
  const current = useSession()
  const profile = useQuery({ queryKey: ['present role'], queryFn: () => withSession(readPresentRole), gcTime: 0 })
  return (
    <SignInCard
      title="No access yet"
      text={`You’re signed in as ${current?.user.email ?? ''}. Your account has no access to the staff area yet.`}
    >
      <Stack spacing={2}>
        <Typography>An admin can give you a role. After that, press Try again.</Typography>
        <Button
          variant="contained"
          size="large"
          loading={profile.isFetching}
          loadingPosition="start"
          onClick={() => void profile.refetch()}
        >
          Try again
        </Button>
        <Button color="inherit" onClick={() => void signOut()} disabled={signingOut}>
          Logout
        </Button>
      </Stack>
      {dialog}
    </SignInCard>
  )
}

async function readPresentRole(token: string | null): Promise<number> {
  const answer = await restCall('/auth/me', { token })
  const user = isRecord(answer) && isRecord(answer['user']) ? answer['user'] : {}
  const { role } = toSessionUser(user)
  const stored = session.get()
  if (stored !== null && stored.token === token) session.set({ ...stored, user: { ...stored.user, role } })
  return role
}
