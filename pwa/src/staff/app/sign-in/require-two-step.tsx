import { Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTwoStepSetUp } from '../two-step/set-up-dialog.tsx'
import { ownTwoStep } from '../two-step/two-step.queries.ts'
import { SignInCard } from './sign-in-card.tsx'
import { useSignOut } from './sign-out.tsx'

/** Where the settings ask for two-step sign-in, whoever lacks it sets it up before anything else: the api answers nothing. */
export function RequireTwoStep({ children }: { children: ReactNode }) {
  const own = useQuery(ownTwoStep())
  const setUp = useTwoStepSetUp()
  const { signOut, signingOut, dialog } = useSignOut()
  const isMissing = own.data?.isRequired === true && own.data.enabledAt === null
  // Until its recovery codes were seen it stays, although two-step sign-in is on by then.
  if (!isMissing && !setUp.isOpen) return children
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
