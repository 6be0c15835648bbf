import { tradeLabels, type Trade } from '@kerbside/schema/contractors/contractor'
import { Alert, Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { DialogFrame } from '../ui/dialogs/confirm-dialog.tsx'
import { Field, FieldGrid } from '../ui/forms/field.tsx'
import { useForm } from '../ui/forms/use-form.ts'
import type { DialogState } from '../ui/dialogs/fresh-dialog.tsx'
import { Muted, Row, Rows } from '../ui/section.tsx'
import { ToneChip, type ToneLabel } from '../ui/tone-chip.tsx'
import { asTrades } from './contractor-labels.ts'
import { dryRun, type DryRun } from './contractors.queries.ts'

const outcomes: Record<DryRun['firms'][number]['outcome'], ToneLabel> = {
  OFFERED: { label: 'Would get it', tone: 'green' },
  NEXT_IN_LINE: { label: 'Next in line', tone: 'blue' },
  ASKED: { label: 'Asked before', tone: 'violet' },
  NOT_SUITABLE: { label: 'Not suitable', tone: 'slate' },
}

const imagined: { lead: string; postcode: string; trade: Trade } = { lead: '', postcode: '', trade: 'driveways' }

/** Who would be offered a lead if it were matched now, and why not the others. Nothing is offered to anybody. */
export function DryRunDialog({ open, onClose }: DialogState) {
  const [run, setRun] = useState<DryRun | null>(null)
  const form = useForm({
    start: imagined,
    save: ({ lead, postcode, trade }) => {
      setRun(null)
      return dryRun(lead.trim() !== '' ? { lead } : { postcode: postcode.trim() || null, trade })
    },
    onDone: setRun,
    keep: true,
  })
  const isReal = form.draft.lead.trim() !== ''
  return (
    <DialogFrame
      {...{ open, onClose }}
      maxWidth="md"
      title="Who would get a lead?"
      text="As the firms are now. Nothing is sent or offered."
      error={form.error}
      onSubmit={form.submit}
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" variant="contained" loading={form.busy}>
            Check the firms
          </Button>
        </>
      }
    >
      <Box sx={{ pt: 1 }}>
        <FieldGrid columns={3}>
          <Field
            form={form}
            name="lead"
            label="Reference of a lead"
            helperText="Or leave it empty and imagine one"
            autoFocus
          />
          <Field
            form={form}
            name="postcode"
            label="Postcode"
            helperText="Empty: only nationwide firms"
            disabled={isReal}
          />
          <Field
            form={form}
            name="trade"
            label="Trade"
            helperText="Of the form that was filled in"
            choices={tradeLabels}
            disabled={isReal}
          />
        </FieldGrid>
      </Box>
      <Box role="status" aria-live="polite" sx={{ mt: 2, minHeight: 24 }}>
        {run && <Summary run={run} />}
      </Box>
      {run && <Firms run={run} />}
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
