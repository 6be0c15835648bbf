import { Button, LinearProgress, Typography } from '@mui/material'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'
import { csvTypes, FileButton } from '../../ui/forms/file-button.tsx'
import type { DialogState } from '../../ui/dialogs/fresh-dialog.tsx'
import { Muted } from '../../ui/section.tsx'
import { numberOfLeads } from '../lead-labels.ts'
import { ImportReport, rowsOf } from './import-report.tsx'
import type { UploadImport } from './imports.queries.ts'
import { MappingFields, unmappedFields } from './mapping-fields.tsx'
import { useImport, type ImportRun } from './use-import.ts'

type ImportDialogProps = DialogState & { upload: UploadImport }

export function ImportDialog({ open, onClose, upload }: ImportDialogProps) {
  const run = useImport(upload)
  const close = () => {
    run.cancel()
    onClose()
  }
  return (
    <DialogFrame
      open={open}
      maxWidth="sm"
      title="Import leads"
      text={textOf(run)}
      error={run.error}
      onClose={close}
      onSubmit={() => (run.step === 'CHECKED' ? run.start() : run.check())}
      actions={<Actions run={run} onClose={close} />}
    >
      <Step run={run} />
    </DialogFrame>
  )
}

function textOf({ step, file }: ImportRun): string | undefined {
  switch (step) {
    case 'FILE':
      return 'A CSV file with a header row, up to 10 MB and 50,000 rows. Before anything is added you see what would be.'
    case 'MAPPING':
      return `${file?.fileName} has ${rowsOf(file?.rows ?? 0)}. Choose what each column is; what is marked with * is required.`
    case 'CHECKED':
      return `${file?.fileName} was checked, and nothing has been added yet. Imported leads cause no email, and firms are offered them by hand only.`
    case 'STOPPED':
      return 'The import was stopped. What has been added so far stays; check the file again to go on.'
    case 'FAILED':
      return 'The import failed. Check the file again: what has been added already is not added twice.'
    default:
      return file?.fileName
  }
}

function Step({ run }: { run: ImportRun }) {
  const { step, file } = run
  if (step === 'FILE') return run.isSending && <Progress label="Uploading" share={run.share} />
  if (file === null) return null
  switch (step) {
    case 'MAPPING':
      return <MappingFields file={file} fields={run.fields} onChoose={run.choose} />
    case 'CHECKING':
      return <RowProgress label="Checking" file={file} />
    case 'IMPORTING':
      return <RowProgress label="Importing" file={file} />
    case 'CHECKED':
    case 'IMPORTED':
      return <ImportReport file={file} isDone={step === 'IMPORTED'} />
    case 'STOPPED':
    case 'FAILED':
      return null
  }
}

function RowProgress({ label, file: { processed, rows } }: { label: string; file: NonNullable<ImportRun['file']> }) {
  const text = `${processed.toLocaleString('en-GB')} of ${rowsOf(rows)}`
  return (
    <>
      <Progress label={label} share={processed / rows} text={text} />
      <Muted>It goes on if you close this.</Muted>
    </>
  )
}

function Progress({ label, share, text = '' }: { label: string; share: number; text?: string }) {
  const isKnown = share > 0 && share < 1
  return (
    <>
      <LinearProgress
        aria-label={label}
        {...(isKnown ? { variant: 'determinate', value: share * 100 } : {})}
        sx={{ my: 1 }}
      />
      <Typography role="status">
        {label}… {text}
      </Typography>
    </>
  )
}

function Actions({ run, onClose }: { run: ImportRun; onClose: () => void }) {
  const { step, file, isStarting } = run
  const hasEnded = step === 'FAILED' || step === 'STOPPED'
  const isOpen = step === 'FILE' || step === 'MAPPING' || step === 'CHECKED'
  const submit = (label: string, disabled = false) => (
    <Button type="submit" variant="contained" disabled={disabled} loading={isStarting}>
      {label}
    </Button>
  )
  return (
    <>
      <Button color="inherit" variant={step === 'IMPORTED' ? 'contained' : 'text'} onClick={onClose}>
        {isOpen ? 'Cancel' : 'Close'}
      </Button>
      {step === 'FILE' && <ChooseFile disabled={run.isSending} onFile={run.send} />}
      {step === 'MAPPING' && file && submit('Check', unmappedFields(file, run.fields).length > 0)}
      {(step === 'CHECKED' || hasEnded) && <Button onClick={run.back}>Change the columns</Button>}
      {step === 'CHECKED' && file && file.added > 0 && submit(`Import ${numberOfLeads(file.added)}`)}
      {hasEnded && submit('Check again')}
    </>
  )
}

type ChooseFileProps = { disabled: boolean; onFile: (file: File) => void }

const ChooseFile = ({ disabled, onFile }: ChooseFileProps) => (
  <FileButton
    variant="contained"
    loading={disabled}
    inputLabel="CSV file"
    accept={csvTypes}
    onFiles={([file]) => file && onFile(file)}
  >
    Choose file
  </FileButton>
)
