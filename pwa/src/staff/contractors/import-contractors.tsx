import {
  contractorImportLimits,
  contractorSample,
  type ContractorImport,
} from '@kerbside/schema/imports/contractor-fields'
import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import { Alert, Box, Button, Link, Typography } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, brokenAnswer } from '../../api/api-error.ts'
import { withSession } from '../../api/renewal.ts'
import { sendFile } from '../../api/send-file.ts'
import { isRecord } from '../../api/session.ts'
import { DialogFrame } from '../ui/dialogs/confirm-dialog.tsx'
import { csvTypes, FileButton } from '../ui/forms/file-button.tsx'
import { useFreshDialog, type DialogState } from '../ui/dialogs/fresh-dialog.tsx'
import { Muted } from '../ui/section.tsx'
import { contractorList } from './contractors.queries.ts'

const tooLarge = 'This file is larger than 1 MB. Divide it into several files.'

type SentFile = { file: File; isDryRun: boolean }

/** Has the server read a file of firms, and add them unless it is a dry run. */
async function sendContractors({ file, isDryRun }: SentFile): Promise<ContractorImport> {
  if (file.size > contractorImportLimits.bytes) throw new ApiError('TOO_LARGE', tooLarge)
  const path = `/contractors/import?dry_run=${isDryRun}`
  const answer = await withSession((token) => sendFile(path, file, { token, tooLarge }))
  if (!isRecord(answer) || !isRecord(answer['data'])) throw brokenAnswer()
  return answer['data'] as ContractorImport
}

/** The button, and the dialog from file to report. `send` is another one in tests. */
export function ImportContractors({ send = sendContractors }: { send?: typeof sendContractors }) {
  const { open, dialog } = useFreshDialog((_asked: void, state) => <ImportDialog send={send} {...state} />)
  return (
    <>
      <Button color="inherit" startIcon={<UploadIcon />} aria-haspopup="dialog" onClick={() => open()}>
        Import
      </Button>
      {dialog}
    </>
  )
}

type ImportDialogProps = DialogState & { send: typeof sendContractors }

function ImportDialog({ open, onClose, send }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (_report, { isDryRun }) => isDryRun || client.invalidateQueries(contractorList()),
  })
  const report = sending.data
  const isDone = report !== undefined && sending.variables?.isDryRun === false
  const toAdd = report && !isDone ? report.added : 0
  const check = (chosen: File) => {
    setFile(chosen)
    sending.mutate({ file: chosen, isDryRun: true })
  }
  return (
    <DialogFrame
      {...{ open, onClose }}
      maxWidth="sm"
      title="Import contractors"
      text="A CSV file with a header row, up to 1 MB and 1,000 rows. Before anything is added you see what would be."
      error={sending.error}
      busy={sending.isPending}
      onSubmit={() => file && toAdd > 0 && sending.mutate({ file, isDryRun: false })}
      actions={
        <>
          <Button color="inherit" onClick={onClose} disabled={sending.isPending}>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
          {!isDone && <ChooseFile isMain={toAdd === 0} busy={sending.isPending} onFile={check} />}
          {toAdd > 0 && (
            <Button type="submit" variant="contained" loading={sending.isPending}>
              Import {firmsOf(toAdd)}
            </Button>
          )}
        </>
      }
    >
      {report ? (
        <Report report={report} isDone={isDone} />
      ) : (
        <Muted>
          Name, email, trades and areas are needed; several in one cell are divided by semicolons.{' '}
          <Link
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(contractorSample)}`}
            download="kerbside-contractors-sample.csv"
          >
            Download a sample file
          </Link>
        </Muted>
      )}
    </DialogFrame>
  )
}

const firmsOf = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'firm' : 'firms'}`
const rowsOf = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'row' : 'rows'}`

const Report = ({
  report: { added, existing, skipped, problems },
  isDone,
}: {
  report: ContractorImport
  isDone: boolean
}) => (
  <>
    <Box role="status">
      <Typography sx={{ fontWeight: 600 }}>
        {firmsOf(added)} {isDone ? 'added' : 'would be added'}
      </Typography>
      {existing > 0 && <Typography>{rowsOf(existing)} of firms that are there already</Typography>}
      {skipped > 0 && <Typography>{rowsOf(skipped)} left out because of problems</Typography>}
    </Box>
    {problems.length > 0 && (
      <Alert severity="warning" sx={{ mt: 2, maxHeight: 300, overflowY: 'auto' }}>
        <Box component="ul" aria-label="Problems" sx={{ m: 0, pl: 2 }}>
          {problems.map(({ row, column, message }, index) => (
            <li key={index}>
              Row {row}
              {column && `, ${column}`}: {message}
            </li>
          ))}
        </Box>
      </Alert>
    )}
    {problems.length > 0 && (
      <Muted sx={{ mt: 1 }}>Correct them in the file and import it again: nothing is added twice.</Muted>
    )}
  </>
)

type ChooseFileProps = { isMain: boolean; busy: boolean; onFile: (file: File) => void }

const ChooseFile = ({ isMain, busy, onFile }: ChooseFileProps) => (
  <FileButton
    autoFocus
    variant={isMain ? 'contained' : 'text'}
    loading={busy}
    inputLabel="CSV file"
    accept={csvTypes}
    onFiles={([chosen]) => chosen && onFile(chosen)}
  >
    {isMain ? 'Choose file' : 'Choose another file'}
  </FileButton>
)
