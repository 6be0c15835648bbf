import { Box, Stack, Typography } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { fieldErrors } from '../../../api/api-error.ts'
import { DialogFrame, SubmitActions } from '../../ui/confirm-dialog.tsx'
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts'
import { Loading } from '../../ui/notices.tsx'
import { Muted } from '../../ui/section.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { CodeField } from './code-field.tsx'
import { useRecoveryCodes } from './recovery-codes.tsx'
import { enableTwoStep, ownTwoStep, startTwoStep } from './two-step.queries.ts'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** Sets two-step sign-in up: the secret for the app, a code of it, and at the end the recovery codes. */
export function useTwoStepSetUp() {
  const client = useQueryClient()
  const toast = useToast()
  const [open, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const { errors, inputRef, show, ofNoField } = useFieldErrors(['code'])
  const start = useMutation({ mutationFn: startTwoStep })
  // What shows whether it is on follows once the codes were seen, because this dialog may go with it.
  const codes = useRecoveryCodes(() => void client.invalidateQueries(ownTwoStep()))
  const enable = useMutation({
    mutationFn: enableTwoStep,
    onSuccess: (recoveryCodes) => {
      setOpen(false)
      codes.show(recoveryCodes)
      toast.success('Two-step sign-in is on')
    },
    onError: (error) => show(fieldErrors(error)),
  })
  const begin = () => {
    start.mutate()
    enable.reset()
    setCode('')
    show({})
    setOpen(true)
  }
  const submit = () => {
    if (enable.isPending || start.data === undefined) return
    show(code.trim() === '' ? { code: ['Enter the six digits that your app shows'] } : {})
    if (code.trim() !== '') enable.mutate(code)
  }
  const busy = enable.isPending
  const dialog = (
    <>
      <DialogFrame
        open={open}
        maxWidth="sm"
        title="Set up two-step sign-in"
        text="You need an authenticator app on your phone, like Google Authenticator, Microsoft Authenticator or 1Password."
        actions={
          <SubmitActions
            submit="Turn on"
            busyText="Turning on…"
            busy={busy}
            disabled={start.data === undefined}
            onCancel={() => setOpen(false)}
          />
        }
        busy={busy}
        error={start.error ?? ofNoField(enable.error)}
        onClose={() => setOpen(false)}
        onSubmit={submit}
      >
        {start.isPending && <Loading label="Loading…" />}
        {start.data && (
          <Stack spacing={2}>
            <Secret {...start.data} />
            <Typography>2. Enter the six digits that the app shows now.</Typography>
            <CodeField
              inputRef={inputRef('code')}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              error={errors['code'] !== undefined}
              helperText={errors['code']?.join(' ')}
              autoFocus
            />
          </Stack>
        )}
      </DialogFrame>
      {codes.dialog}
    </>
  )
  return { begin, isOpen: open || codes.isOpen, dialog }
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
