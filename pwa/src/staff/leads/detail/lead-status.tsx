import { movesFrom } from '@kerbside/schema/leads/lead'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { Section } from '../../ui/section.tsx'
import { StatusChip } from '../lead-chips.tsx'
import { statusWords } from '../lead-labels.ts'
import type { LeadStatusName } from '../leads.queries.ts'
import type { LeadDetail } from './lead.queries.ts'
import { LostDialog } from './lost-dialog.tsx'
import { asStatus, asStatusName, mayMove, useMoveLead, type Move } from './use-move-lead.ts'

/** What most leads do next; the other moves are there, but quieter. */
const usualNext: Partial<Record<LeadStatusName, LeadStatusName>> = {
  NEW: 'CONTACTED',
  CONTACTED: 'QUOTED',
  QUOTED: 'CONVERTED',
}

export function LeadStatusPanel({ lead }: { lead: LeadDetail }) {
  const { move, busyWith, error, conflict, forget } = useMoveLead(lead)
  const [askReason, setAskReason] = useState(false)
  const choose = (to: LeadStatusName) => (to === 'LOST' ? setAskReason(true) : move({ to, note: null }))
  return (
    <Section title="Status" action={<StatusChip status={lead.status} />}>
      {lead.status === 'LOST' && lead.lostReason && <Typography sx={{ mb: 1.5 }}>Reason: {lead.lostReason}</Typography>}
      {error !== null && (
        <Alert severity="error" sx={{ mb: 1.5 }} onClose={forget}>
          {messageOf(error)}
        </Alert>
      )}
      {conflict !== null && <Conflict lead={lead} wanted={conflict} onInsist={() => move(conflict)} onLeave={forget} />}
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        Update status to
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {movesFrom(asStatus(lead.status))
          .map(asStatusName)
          .map((to) => (
            <Button
              key={to}
              variant={to === usualNext[lead.status] ? 'contained' : 'outlined'}
              color={to === 'LOST' ? 'inherit' : 'primary'}
              disabled={busyWith !== null}
              loading={busyWith === to}
              onClick={() => choose(to)}
              sx={to === 'LOST' ? { borderColor: 'divider' } : {}}
            >
              {statusWords[to].label}
            </Button>
          ))}
      </Stack>
      <LostDialog
        open={askReason}
        onClose={() => setAskReason(false)}
        onConfirm={(note) => {
          setAskReason(false)
          move({ to: 'LOST', note })
        }}
      />
    </Section>
  )
}

type ConflictProps = { lead: LeadDetail; wanted: Move; onInsist: () => void; onLeave: () => void }

/** Both values, and the choice between them; `lead` is already the colleague's. */
function Conflict({ lead, wanted, onInsist, onLeave }: ConflictProps) {
  const colleague = lead.statusHistory.at(-1)?.by?.name ?? 'a colleague'
  const theirs = statusWords[lead.status].label
  const mine = statusWords[wanted.to].label
  const possible = mayMove(lead.status, wanted.to)
  return (
    <Alert severity="warning" sx={{ mb: 1.5 }}>
      <Typography sx={{ fontWeight: 600 }}>Changed meanwhile by {colleague}</Typography>
      <Typography sx={{ mb: 1 }}>
        The status is now {theirs}. You chose {mine}.
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" variant="outlined" color="inherit" onClick={onLeave}>
          Leave it {theirs}
        </Button>
        {possible && (
          <Button size="small" variant="outlined" color="inherit" onClick={onInsist}>
            Change it to {mine}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
