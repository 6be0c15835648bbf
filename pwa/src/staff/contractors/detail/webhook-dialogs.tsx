import { Box, Button, TextField } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '../../../api/api-error.ts'
import { DialogFrame, SubmitActions } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import type { ListedContractor } from '../contractors.queries.ts'
import { contractorWebhook, setWebhook } from './webhook.queries.ts'

type WebhookDialogProps = {
  firm: Pick<ListedContractor, 'id' | 'name'>
  /** Empty when there is none. */
  current: string
  open: boolean
  onClose: () => void
  onSecret: (secret: string | null) => void
}

/** Where messages go. Mounted anew each time it is opened. */
export function WebhookDialog({ firm, current, open, onClose, onSecret }: WebhookDialogProps) {
  const [url, setUrl] = useState(current)
  const client = useQueryClient()
  const toast = useToast()
  const saving = useMutation({
    mutationFn: () => setWebhook(firm.id, url),
    onSuccess: async (secret) => {
      onClose()
      if (secret === null) toast.success('Address changed')
      else onSecret(secret)
      await client.invalidateQueries({ queryKey: contractorWebhook(firm.id).queryKey })
    },
  })
  const fields = fieldErrors(saving.error)
  const busy = saving.isPending
  return (
    <DialogFrame
      {...{ open, onClose, busy }}
      maxWidth="sm"
      title={current === '' ? 'Set webhook' : 'Change address'}
      text={`The details of each job that ${firm.name} accepts are also sent to this address of its own system.`}
      error={Object.keys(fields).length > 0 ? null : saving.error}
      onSubmit={() => !busy && saving.mutate()}
      actions={<SubmitActions submit="Save" busyText="Saving…" busy={busy} onCancel={onClose} />}
    >
      <TextField
        autoFocus
        fullWidth
        type="url"
        label="Address"
        placeholder="https://firm.example/hooks/kerbside"
        value={url}
        error={fields['url'] !== undefined}
        helperText={fields['url']?.join(' ') ?? 'It starts with https://'}
        onChange={({ target }) => setUrl(target.value)}
        sx={{ mt: 1 }}
      />
    </DialogFrame>
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
