import { Alert, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { QueryState } from '../../ui/query-state.tsx'
import { Section } from '../../ui/section.tsx'
import { formatDate } from '../../ui/times.ts'
import { ToneChip } from '../../ui/tone-chip.tsx'
import { useProof } from './proof-dialog.tsx'
import { useTwoStepSetUp } from './set-up-dialog.tsx'
import { ownTwoStep, type OwnTwoStep } from './two-step.queries.ts'

/** So few recovery codes that it is time for new ones. */
const fewCodes = 3

/** One's own two-step sign-in: whether it is on, and the ways to change that. */
export function TwoStepSection() {
  const own = useQuery(ownTwoStep())
  const setUp = useTwoStepSetUp()
  const proof = useProof()
  const isOn = Boolean(own.data?.enabledAt)
  const chip = own.data && <ToneChip label={isOn ? 'On' : 'Off'} tone={isOn ? 'green' : 'slate'} />
  return (
    <Section title="Two-step sign-in" action={chip}>
      <QueryState query={own} loading="Loading…" rows={1} />
      {own.data && (
        <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
          <Explanation {...own.data} />
          {isOn ? (
            <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
              <Button variant="outlined" onClick={() => proof.ask('renew')}>
                New recovery codes
              </Button>
              <Button color="error" onClick={() => proof.ask('disable')}>
                Turn off
              </Button>
            </Stack>
          ) : (
            <Button variant="outlined" onClick={setUp.begin}>
              Set up
            </Button>
          )}
        </Stack>
      )}
      {setUp.dialog}
      {proof.dialog}
    </Section>
  )
}

function Explanation({ enabledAt, recoveryCodesLeft }: OwnTwoStep) {
  if (enabledAt === null)
    return (
      <Typography>
        With it, signing in takes your password and a code of an app on your phone. Somebody who knows the password
        alone cannot get in.
      </Typography>
    )
  const left = `${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code' : 'codes'} left.`
  return (
    <>
      <Typography>
        Since {formatDate(enabledAt)}. {left}
      </Typography>
      {recoveryCodesLeft < fewCodes && (
        <Alert severity="warning">Make new recovery codes before they are used up.</Alert>
      )}
    </>
  )
}
