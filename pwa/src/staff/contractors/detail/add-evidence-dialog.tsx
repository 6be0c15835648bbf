import { evidenceLabels, type EvidenceKind } from '@kerbside/schema/contractors/evidence'
import { Box, FormHelperText, Typography } from '@mui/material'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import type { DialogState } from '../../ui/dialogs/fresh-dialog.tsx'
import { dayEnd } from '../contractor-labels.ts'
import { contractorList, type ListedContractor } from '../contractors.queries.ts'
import type { AddEvidence } from './contractor.queries.ts'

type EvidenceDraft = { file: File | null; kind: EvidenceKind; expires_at: string }
const nothing: EvidenceDraft = { file: null, kind: 'liability-insurance', expires_at: '' }

type AddEvidenceDialogProps = DialogState & { firm: ListedContractor; upload: AddEvidence }

/** A file, what it proves, and until when. */
export function AddEvidenceDialog({ firm, upload, open, onClose }: AddEvidenceDialogProps) {
  const form = useForm({
    start: nothing,
    check: ({ file }) => ({ file: file === null ? 'Choose a file' : null }),
    save: async ({ file, kind, expires_at: day }) => file && upload(firm.id, { file, kind, expiresAt: dayEnd(day) }),
    done: 'Evidence added',
    onDone: onClose,
    refreshes: contractorList(),
  })
  const fileErrors = form.errors['file']
  return (
    <FormDialog
      {...{ form, open, onClose }}
      maxWidth="xs"
      title="Add evidence"
      text={`A document of ${firm.name}: PDF, JPEG or PNG, 10 MB at most. Admins get an email 30 days before it expires.`}
      submit="Add"
      busyText="Sending…"
    >
      <Box>
        <FileButton
          ref={form.inputRef('file')}
          autoFocus
          variant="outlined"
          inputLabel="File"
          accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
          onFiles={([file = null]) => form.change({ file })}
        >
          Choose file
        </FileButton>
        <Typography role="status" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {form.draft.file?.name}
        </Typography>
        {fileErrors && (
          <FormHelperText error role="alert">
            {fileErrors.join(' ')}
          </FormHelperText>
        )}
      </Box>
      <Field form={form} name="kind" label="Kind" choices={evidenceLabels} />
      <Field
        form={form}
        name="expires_at"
        label="Expires"
        helperText="It holds through this day; empty: it never expires"
        type="date"
      />
    </FormDialog>
  )
}
