import { evidenceLabels, reminderBefore, type EvidenceKind } from '@kerbside/schema/contractors/evidence'
import { Box, Button } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { rescueFocus, useConfirmed } from '../../ui/dialogs/confirm-dialog.tsx'
import { useFreshDialog } from '../../ui/dialogs/fresh-dialog.tsx'
import { download } from '../../ui/lists/list.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Muted, Row, Rows, Section } from '../../ui/section.tsx'
import { formatDate } from '../../ui/times.ts'
import { ToneChip, type ToneLabel } from '../../ui/tone-chip.tsx'
import { useAction } from '../../ui/use-action.ts'
import { contractorList, type ListedContractor } from '../contractors.queries.ts'
import { AddEvidenceDialog } from './add-evidence-dialog.tsx'
import {
  contractorEvidence,
  deleteEvidence,
  evidenceUrl,
  type AddEvidence,
  type Evidence,
} from './contractor.queries.ts'

type EvidenceSectionProps = { firm: ListedContractor; upload: AddEvidence }

/** The files by which the firm was verified. */
export function EvidenceSection({ firm, upload }: EvidenceSectionProps) {
  const evidence = useQuery(contractorEvidence(firm.id))
  const client = useQueryClient()
  const adding = useFreshDialog((_asked: void, dialog) => <AddEvidenceDialog firm={firm} upload={upload} {...dialog} />)
  const removal = useConfirmed({
    mutationFn: deleteEvidence,
    question: (file: Evidence) => ({
      title: 'Delete evidence',
      text: `Delete ${file.fileName} (${labelOf(file)})? A backup does not bring it back.`,
      confirm: 'Delete file',
      busyText: 'Deleting…',
    }),
    done: 'Evidence deleted',
    onSuccess: async () => {
      await client.invalidateQueries(contractorList())
      rescueFocus()
    },
  })
  const add = (
    <Button size="small" onClick={() => adding.open()}>
      Add evidence
    </Button>
  )
  return (
    <Section title="Verification evidence" action={add}>
      <QueryState query={evidence} loading="Loading evidence…" rows={2} />
      {evidence.data?.length === 0 && <Muted>No file yet. Admins get an email 30 days before a file expires.</Muted>}
      {evidence.data && evidence.data.length > 0 && (
        <Rows>
          {evidence.data.map((file) => (
            <EvidenceRow key={file.id} file={file} onDelete={() => removal.ask(file)} />
          ))}
        </Rows>
      )}
      {adding.dialog}
      {removal.dialog}
    </Section>
  )
}

const labelOf = ({ kind }: Evidence) => evidenceLabels[kind.toLowerCase().replace('_', '-') as EvidenceKind]

function stateOf({ expiresAt }: Evidence, now = new Date()): ToneLabel | null {
  if (expiresAt === null || new Date(expiresAt) > reminderBefore(now)) return null
  const isOver = new Date(expiresAt) <= now
  return isOver ? { label: 'Expired', tone: 'red' } : { label: 'Expires soon', tone: 'amber' }
}

function EvidenceRow({ file, onDelete }: { file: Evidence; onDelete: () => void }) {
  const start = useAction({ mutationFn: () => evidenceUrl(file.id), onSuccess: (url) => download(url), failed: true })
  const { fileName, expiresAt, uploadedBy, createdAt } = file
  const state = stateOf(file)
  const detail = (
    <>
      {fileName}
      <br />
      {expiresAt === null ? 'Never expires' : `Until ${formatDate(expiresAt)}`} · added {formatDate(createdAt)} by{' '}
      {uploadedBy}
    </>
  )
  return (
    <Row title={labelOf(file)} detail={detail}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 0.5, maxWidth: 160 }}>
        {state && <ToneChip {...state} />}
        <Button
          size="small"
          aria-label={`Download ${fileName}`}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          Download
        </Button>
        <Button size="small" color="error" aria-label={`Delete ${fileName}`} onClick={onDelete}>
          Delete
        </Button>
      </Box>
    </Row>
  )
}
