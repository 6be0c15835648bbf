import { Box, Button } from '@mui/material'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import type { DialogState } from '../../ui/dialogs/fresh-dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import type { ListedContractor } from '../contractors.queries.ts'
import { contractorWebhook, setWebhook } from './webhook.queries.ts'

type WebhookDialogProps = DialogState & {
  firm: Pick<ListedContractor, 'id' | 'name'>
  /** Empty when there is none. */
  current: string
  onSecret: (secret: string | null) => void
}

/** Where messages go. */
export function WebhookDialog({ firm, current, open, onClose, onSecret }: WebhookDialogProps) {
  const toast = useToast()
  const form = useForm({
    start: { url: current },
    save: ({ url }) => setWebhook(firm.id, url),
    onDone: (secret) => {
      onClose()
      if (secret === null) toast.success('Address changed')
      else onSecret(secret)
    },
    refreshes: contractorWebhook(firm.id),
  })
  return (
    <FormDialog
      {...{ form, open, onClose }}
      maxWidth="sm"
      title={current === '' ? 'Set webhook' : 'Change address'}
      text={`The details of each job that ${firm.name} accepts are also sent to this address of its own system.`}
      submit="Save"
      busyText="Saving…"
    >
      <Field
        form={form}
        name="url"
        label="Address"
        helperText="It starts with https://"
        type="url"
        autoFocus
        placeholder="https://firm.example/hooks/kerbside"
      />
    </FormDialog>
  )
}

/** Shows a secret that was just made, once. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret ?? '')
      toast.success('Secret copied')
    } catch {
      // Without the permission the text can still be selected by hand.
      toast.error('It could not be copied. Select the text and copy it yourself.')
    }
  }
  return (
    <DialogFrame
      open={secret !== null}
      maxWidth="sm"
      title="Secret of the webhook"
      text="Give it to the firm in a safe way: it proves that a message is from us. It is shown only now and cannot be looked up later."
      actions={
        <>
          <Button color="inherit" onClick={() => void copy()}>
            Copy
          </Button>
          <Button variant="contained" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Box component="code" sx={{ display: 'block', overflowWrap: 'anywhere', userSelect: 'all', fontSize: 15 }}>
        {secret}
      </Box>
    </DialogFrame>
  )
}
