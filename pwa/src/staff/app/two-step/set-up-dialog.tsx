import { Box, Stack, Typography } from '@mui/material'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Field, fieldProps } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { requiredErrors, useForm } from '../../ui/forms/use-form.ts'
import { useFreshDialog, type DialogState } from '../../ui/dialogs/fresh-dialog.tsx'
import { Loading } from '../../ui/notices.tsx'
import { Muted } from '../../ui/section.tsx'
import { CodeField } from './code-field.tsx'
import { useRecoveryCodes } from './recovery-codes.tsx'
import { enableTwoStep, ownTwoStep, startTwoStep } from './two-step.queries.ts'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** Sets two-step sign-in up: the secret for the app, a code of it, and at the end the recovery codes. */
export function useTwoStepSetUp() {
  const client = useQueryClient()
  const start = useMutation({ mutationFn: startTwoStep })
  // What shows whether it is on follows once the codes were seen, because this dialog may go with it.
  const codes = useRecoveryCodes(() => void client.invalidateQueries(ownTwoStep()))
  const setUp = useFreshDialog((_asked: void, state) => <SetUpDialog start={start} onDone={codes.show} {...state} />)
  const begin = () => {
    start.mutate()
    setUp.open()
  }
  const dialog = (
    <>
      {setUp.dialog}
      {codes.dialog}
    </>
  )
  return { begin, isOpen: setUp.isOpen || codes.isOpen, dialog }
}

type SetUpDialogProps = DialogState & {
  start: Pick<UseMutationResult<Awaited<ReturnType<typeof startTwoStep>>>, 'data' | 'error' | 'isPending'>
  /** With the recovery codes. */
  onDone: (codes: readonly string[]) => void
}

function SetUpDialog({ start, onDone, ...state }: SetUpDialogProps) {
  const form = useForm({
    start: { password: '', code: '' },
    check: (draft) => ({
      ...requiredErrors(draft, ['code'], 'Enter the six digits that your app shows'),
      ...requiredErrors(draft, ['password'], 'Enter your password'),
    }),
    save: enableTwoStep,
    done: 'Two-step sign-in is on',
    onDone: (codes) => {
      state.onClose()
      onDone(codes)
    },
  })
  return (
    <FormDialog
      {...state}
      form={{ ...form, error: start.error ?? form.error }}
      maxWidth="sm"
      title="Set up two-step sign-in"
      text="You need an authenticator app on your phone, like Google Authenticator, Microsoft Authenticator or 1Password."
      submit="Turn on"
      busyText="Turning on…"
      disabled={start.data === undefined}
    >
      {start.isPending && <Loading label="Loading…" />}
      {start.data && (
        <>
          <Secret {...start.data} />
          <Typography>2. Enter the six digits that the app shows now.</Typography>
          <CodeField {...fieldProps(form, 'code')} autoFocus />
          <Typography>3. Enter the password you sign in with, so that no one else can turn this on for you.</Typography>
          <Field form={form} name="password" label="Password" type="password" autoComplete="current-password" />
        </>
      )}
    </FormDialog>
  )
}

function Secret({ secret, uri }: { secret: string; uri: string }) {
  return (
    <>
      <Typography>1. Scan this picture with the app, or type the key below it.</Typography>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ alignItems: { sm: 'center' } }}>
        <Box sx={{ minHeight: 200, flexShrink: 0 }}>
          <Suspense fallback={<Loading label="Loading…" />}>
            <QrCode text={uri} label="QR code for the authenticator app" />
          </Suspense>
        </Box>
        <Box>
          <Muted>Key</Muted>
          <Typography sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
            {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
          </Typography>
        </Box>
      </Stack>
    </>
  )
}
