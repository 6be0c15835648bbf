import { useQueryClient } from '@tanstack/react-query'
import { Field, fieldProps } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { requiredErrors, useForm } from '../../ui/forms/use-form.ts'
import { useFreshDialog, type DialogState } from '../../ui/dialogs/fresh-dialog.tsx'
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
  const refresh = () => void client.invalidateQueries(ownTwoStep())
  const codes = useRecoveryCodes(refresh)
  const proof = useFreshDialog((purpose: Purpose, state) => (
    <ProofDialog purpose={purpose} onDone={(made) => (made ? codes.show(made) : refresh())} {...state} />
  ))
  const dialog = (
    <>
      {proof.dialog}
      {codes.dialog}
    </>
  )
  return { ask: proof.open, dialog }
}

type ProofDialogProps = DialogState & {
  purpose: Purpose
  /** With the new recovery codes, if there are any. */
  onDone: (codes: readonly string[] | null) => void
}

function ProofDialog({ purpose, onDone, ...state }: ProofDialogProps) {
  const { run, done, ...frame } = purposes[purpose]
  const form = useForm({
    start: noProof,
    check: (proof) => requiredErrors(proof, ['password', 'code']),
    save: (proof): Promise<readonly string[] | null> => run(proof),
    done,
    onDone: (codes) => {
      state.onClose()
      onDone(codes)
    },
  })
  return (
    <FormDialog {...frame} {...state} form={form} maxWidth="xs">
      <Field form={form} name="password" label="Password" type="password" autoComplete="current-password" autoFocus />
      <CodeField {...fieldProps(form, 'code')} takesRecoveryCode />
    </FormDialog>
  )
}
