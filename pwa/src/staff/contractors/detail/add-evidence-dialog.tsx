import { evidenceKinds, evidenceLabels, type EvidenceKind } from '@kerbside/schema/contractors/evidence'
import { Box, FormHelperText, MenuItem, TextField, Typography } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fieldErrors } from '../../../api/api-error.ts'
import { DialogFrame, SubmitActions } from '../../ui/confirm-dialog.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { dayEnd } from '../contractor-labels.ts'
import { contractorList, type ListedContractor } from '../contractors.queries.ts'
import type { AddEvidence } from './contractor.queries.ts'

type AddEvidenceDialogProps = { firm: ListedContractor; open: boolean; onClose: () => void; upload: AddEvidence }

/** A file, what it proves, and until when. Mounted anew each time it is opened. */
export function AddEvidenceDialog({ firm, open, onClose, upload }: AddEvidenceDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [kind, setKind] = useState<EvidenceKind>('liability-insurance')
  const [day, setDay] = useState('')
  const [isMissing, setMissing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const toast = useToast()
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: (sent: File) => upload(firm.id, { file: sent, kind, expiresAt: dayEnd(day) }),
    onSuccess: async () => {
      toast.success('Evidence added')
      onClose()
      await client.invalidateQueries(contractorList())
    },
  })
  const fields = fieldErrors(sending.error)
  const fileErrors = isMissing ? ['Choose a file'] : fields['file']
  const submit = () => {
    setMissing(file === null)
    if (file === null) button.current?.focus()
    else if (!sending.isPending) sending.mutate(file)
  }
  const busy = sending.isPending
  return (
    <DialogFrame
      {...{ open, onClose, busy }}
      maxWidth="xs"
      title="Add evidence"
      text={`A document of ${firm.name}: PDF, JPEG or PNG, 10 MB at most. Admins get an email 30 days before it expires.`}
      error={Object.keys(fields).length > 0 ? null : sending.error}
      onSubmit={submit}
      actions={<SubmitActions submit="Add" busyText="Sending…" busy={busy} onCancel={onClose} />}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <Box>
          <FileButton
            ref={button}
            autoFocus
            variant="outlined"
            inputLabel="File"
            accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
            onFiles={([chosen]) => {
              setFile(chosen ?? null)
              setMissing(false)
              sending.reset()
            }}
          >
            Choose file
          </FileButton>
          <Typography role="status" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
            {file?.name}
          </Typography>
          {fileErrors && (
            <FormHelperText error role="alert">
              {fileErrors.join(' ')}
            </FormHelperText>
          )}
        </Box>
        <TextField
          select
          label="Kind"
          value={kind}
          onChange={({ target }) => setKind(evidenceKinds.find((known) => known === target.value) ?? kind)}
        >
          {evidenceKinds.map((known) => (
            <MenuItem key={known} value={known}>
              {evidenceLabels[known]}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          type="date"
          label="Expires"
          value={day}
          error={fields['expires_at'] !== undefined}
          helperText={fields['expires_at']?.join(' ') ?? 'It holds through this day; empty: it never expires'}
          onChange={({ target }) => setDay(target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </Box>
    </DialogFrame>
  )
}
