import { trades, type Trade } from '@kerbside/schema/contractors/contractor'
import { Alert, Box, Button, MenuItem, TextField, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
import { DialogFrame } from '../ui/confirm-dialog.tsx'
import { Muted, Row, Rows } from '../ui/section.tsx'
import { ToneChip, type ToneLabel } from '../ui/tone-chip.tsx'
import { asTrades, tradeLabels } from './contractor-labels.ts'
import { dryRun, type DryRun } from './contractors.queries.ts'

const outcomes: Record<DryRun['firms'][number]['outcome'], ToneLabel> = {
  OFFERED: { label: 'Would get it', tone: 'green' },
  NEXT_IN_LINE: { label: 'Next in line', tone: 'blue' },
  ASKED: { label: 'Asked before', tone: 'violet' },
  NOT_SUITABLE: { label: 'Not suitable', tone: 'slate' },
}

type DryRunDialogProps = { open: boolean; onClose: () => void }

/** Who would be offered a lead if it were matched now, and why not the others. Nothing is offered to anybody. */
export function DryRunDialog({ open, onClose }: DryRunDialogProps) {
  const [lead, setLead] = useState('')
  const [postcode, setPostcode] = useState('')
  const [trade, setTrade] = useState<Trade>('driveways')
  const run = useMutation({ mutationFn: dryRun })
  const fields = fieldErrors(run.error)
  const isReal = lead.trim() !== ''
  const submit = () => run.mutate(isReal ? { lead } : { postcode: postcode.trim() || null, trade })
  const errorOf = (name: string, helperText: string) => ({
    error: fields[name] !== undefined,
    helperText: fields[name]?.join(' ') ?? helperText,
  })
  return (
    <DialogFrame
      {...{ open, onClose }}
      maxWidth="md"
      title="Who would get a lead?"
      text="As the firms are now. Nothing is sent or offered."
      error={Object.keys(fields).length > 0 ? null : run.error}
      onSubmit={submit}
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" variant="contained" loading={run.isPending}>
            Check the firms
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' } }}>
        <TextField
          autoFocus
          label="Reference of a lead"
          value={lead}
          onChange={(event) => setLead(event.target.value)}
          {...errorOf('lead', 'Or leave it empty and imagine one')}
        />
        <TextField
          label="Postcode"
          value={isReal ? '' : postcode}
          disabled={isReal}
          onChange={(event) => setPostcode(event.target.value)}
          {...errorOf('postcode', 'Empty: only nationwide firms')}
        />
        <TextField
          select
          label="Trade"
          value={trade}
          disabled={isReal}
          onChange={(event) => setTrade(asTrades([event.target.value])[0] ?? trade)}
          {...errorOf('trade', 'Of the form that was filled in')}
        >
          {trades.map((name) => (
            <MenuItem key={name} value={name}>
              {tradeLabels[name]}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <Box role="status" aria-live="polite" sx={{ mt: 2, minHeight: 24 }}>
        {run.data && <Summary run={run.data} />}
      </Box>
      {run.data && <Firms run={run.data} />}
    </DialogFrame>
  )
}

function Summary({ run }: { run: DryRun }) {
  const { reference, trade, area, closed, freePlaces, firms } = run
  if (closed !== null) return <Alert severity="info">{closed}</Alert>
  const count = firms.filter(({ outcome }) => outcome === 'OFFERED').length
  const what = `${reference ?? 'An imagined lead'}: ${tradeLabels[asTrades([trade])[0] ?? 'driveways']}, ${area ?? 'no postcode'}`
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {count === 0 ? 'No firm would get it' : `${count} of ${firms.length} firms would get it`}
      </Typography>
      <Muted>
        {what} · {freePlaces} free {freePlaces === 1 ? 'place' : 'places'}
      </Muted>
    </>
  )
}

const Firms = ({ run }: { run: DryRun }) => (
  <Rows>
    {run.firms.map(({ contractorId, contractorName, outcome, reasons }) => (
      <Row key={contractorId} title={contractorName} detail={reasons.join(' · ')}>
        <ToneChip {...outcomes[outcome]} />
      </Row>
    ))}
  </Rows>
)
