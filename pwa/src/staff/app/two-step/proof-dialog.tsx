import { Stack } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '../../../api/api-error.ts'
import { DialogFrame, SubmitActions } from '../../ui/confirm-dialog.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts'
import { useToast } from '../../ui/toasts.tsx'
import { CodeField } from './code-field.tsx'
import { useRecoveryCodes } from './recovery-codes.tsx'
import { disableTwoStep, ownTwoStep, renewRecoveryCodes, type Proof } from './two-step.queries.ts'

const purposes = {
  disable: {
    title: 'Turn off two-step sign-in',
    text: 'You then sign in with your password alone. Your recovery codes stop working.',
    submit: 'Turn off',
    busyText: 'Turning off…',
    done: 'Two-step sign-in is off',
    run: disableTwoStep,
  },
  renew: {
    title: 'New recovery codes',
    text: 'You get ten new ones. Those that are left stop working.',
    submit: 'Make new codes',
    busyText: 'Making codes…',
    done: 'New recovery codes are in force',
    run: renewRecoveryCodes,
  },
} as const
type Purpose = keyof typeof purposes

const noProof: Proof = { password: '', code: '' }

/** Asks for the password and a code before two-step sign-in is weakened or renewed. */
export function useProof() {
  const client = useQueryClient()
  const toast = useToast()
  const [purpose, setPurpose] = useState<Purpose>('disable')
  const [open, setOpen] = useState(false)
  const [proof, setProof] = useState(noProof)
  const { errors, inputRef, show, clear, ofNoField } = useFieldErrors(['password', 'code'])
  const refresh = () => void client.invalidateQueries(ownTwoStep())
  const codes = useRecoveryCodes(refresh)
  const { run, done, submit, busyText, ...frame } = purposes[purpose]
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: (recoveryCodes) => {
      setOpen(false)
      toast.success(done)
      if (recoveryCodes) codes.show(recoveryCodes)
      else refresh()
    },
    onError: (error) => show(fieldErrors(error)),
  })
  const send = () => {
    if (mutation.isPending) return
    mutation.reset()
    const missing = (['password', 'code'] as const).filter((name) => proof[name].trim() === '')
    show(Object.fromEntries(missing.map((name) => [name, ['This is required']])))
    if (missing.length === 0) mutation.mutate(proof)
  }
  const fieldProps = (name: keyof Proof) => ({
    inputRef: inputRef(name),
    value: proof[name],
    error: errors[name] !== undefined,
    helperText: errors[name]?.join(' '),
    onChange: (event: { target: { value: string } }) => {
      setProof({ ...proof, [name]: event.target.value })
      clear([name])
    },
  })
  const dialog = (
    <>
      <DialogFrame
        {...frame}
        open={open}
        maxWidth="xs"
        actions={<SubmitActions {...{ submit, busyText }} busy={mutation.isPending} onCancel={() => setOpen(false)} />}
        busy={mutation.isPending}
        error={ofNoField(mutation.error)}
        onClose={() => setOpen(false)}
        onSubmit={send}
      >
        <Stack spacing={2} sx={{ pt: 1 }}>
          <PasswordField
            {...fieldProps('password')}
            label="Password"
            name="password"
            autoComplete="current-password"
            autoFocus
          />
          <CodeField {...fieldProps('code')} takesRecoveryCode />
        </Stack>
      </DialogFrame>
      {codes.dialog}
    </>
  )
  const ask = (wanted: Purpose) => {
    mutation.reset()
    setProof(noProof)
    show({})
    setPurpose(wanted)
    setOpen(true)
  }
  return { ask, dialog }
}
