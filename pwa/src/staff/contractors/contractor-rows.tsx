import { Box, Button, Link as TextLink, Stack } from '@mui/material'
import { Link } from 'react-router-dom'
import { DataList, fromLarge, noWrap, type Column } from '../ui/lists/list.tsx'
import { Muted } from '../ui/section.tsx'
import { ToneChip } from '../ui/tone-chip.tsx'
import {
  areasSummary,
  capText,
  evidenceLabel,
  historyText,
  stateLabel,
  tradesText,
  verificationText,
} from './contractor-labels.ts'
import { ContractorMenu } from './contractor-menu.tsx'
import type { ListedContractor } from './contractors.queries.ts'

type RowActions = { onEdit: (firm: ListedContractor) => void; onDelete: (firm: ListedContractor) => void }

export const ContractorRows = ({ rows, ...actions }: RowActions & { rows: readonly ListedContractor[] }) => (
  <DataList label="Contractors" rows={rows} columns={columnsOf(actions)} card={cardOf(actions)} cardsBelow={760} />
)

const columnsOf = (actions: RowActions): Column<ListedContractor>[] => [
  { head: 'Firm', cell: (firm) => <Identity firm={firm} /> },
  { head: 'Trades', cell: tradesText },
  { head: 'Areas', cell: areasSummary },
  {
    head: 'At most',
    sx: noWrap,
    cell: (firm) =>
      capText(firm)
        .split(', ')
        .map((cap) => <div key={cap}>{cap}</div>),
  },
  { head: 'State', cell: (firm) => <State firm={firm} /> },
  { head: 'Last 90 days', sx: fromLarge, cell: historyText },
  { head: 'Actions', align: 'right', sx: noWrap, cell: (firm) => <Actions firm={firm} {...actions} /> },
]

const cardOf = (actions: RowActions) => (firm: ListedContractor) => (
  <>
    <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 1 }}>
      <Identity firm={firm} />
      <ToneChip {...stateLabel(firm)} />
    </Box>
    <Muted sx={{ mt: 1 }}>
      {tradesText(firm)} · {areasSummary(firm)} · {capText(firm)}
    </Muted>
    <Muted>
      {verificationText(firm)} · {historyText(firm)}
    </Muted>
    <EvidenceChip firm={firm} />
    <Box sx={{ mt: 0.5, ml: -1 }}>
      <Actions firm={firm} {...actions} />
    </Box>
  </>
)

const Identity = ({ firm: { id, name, email } }: { firm: ListedContractor }) => (
  <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    <TextLink component={Link} to={`/admin/contractors/${id}`} sx={{ fontWeight: 600 }}>
      {name}
    </TextLink>
    <Muted>{email}</Muted>
  </Box>
)

const State = ({ firm }: { firm: ListedContractor }) => (
  <Stack sx={{ alignItems: 'flex-start', gap: 0.5 }}>
    <ToneChip {...stateLabel(firm)} />
    <Muted>{verificationText(firm)}</Muted>
    <EvidenceChip firm={firm} />
  </Stack>
)

function EvidenceChip({ firm }: { firm: ListedContractor }) {
  const label = evidenceLabel(firm)
  return label && <ToneChip {...label} />
}

const Actions = ({ firm, onEdit, onDelete }: RowActions & { firm: ListedContractor }) => (
  <>
    <Button size="small" aria-label={`Edit ${firm.name}`} onClick={() => onEdit(firm)}>
      Edit
    </Button>
    <Button size="small" color="error" aria-label={`Delete ${firm.name}`} onClick={() => onDelete(firm)}>
      Delete
    </Button>
    <ContractorMenu firm={firm} />
  </>
)
