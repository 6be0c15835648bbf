import { Button, Stack, Typography } from '@mui/material'
import { useEffect } from 'react'
import { useTwoStepSetUp } from '../two-step/set-up-dialog.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { useSignOut } from './sign-out.tsx'

/** In place of the staff area: sets two-step sign-in up. `onBusy` hears whether it is being set up. */
export function TwoStepMissing({ onBusy }: { onBusy: (isBusy: boolean) => void }) {
  const setUp = useTwoStepSetUp()
  const { signOut, signingOut, dialog } = useSignOut()
  const { isOpen } = setUp
  useEffect(() => onBusy(isOpen), [onBusy, isOpen])
  return (
    <SignInCard
      title="Set up two-step sign-in"
      text="An admin has decided that admins sign in with their password and a code of an app on their phone."
    >
      <Stack spacing={2}>
        <Typography>Until you have set it up, the admin panel stays closed. It takes two minutes.</Typography>
        <Button variant="contained" size="large" onClick={setUp.begin}>
          Set up
        </Button>
        <Button color="inherit" onClick={() => void signOut()} disabled={signingOut}>
          Logout
        </Button>
      </Stack>
      {setUp.dialog}
      {dialog}
    </SignInCard>
  )
}
