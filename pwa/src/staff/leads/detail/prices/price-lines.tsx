import { currencySymbols } from '@kerbside/schema/amount'
import { rateText } from '@kerbside/schema/estimates/estimate-money'
import { estimateLimits, type PricedJob } from '@kerbside/schema/estimates/estimate-request'
import { units, type Unit } from '@kerbside/schema/estimates/estimate'
import { vatNotes, vatRates } from '@kerbside/schema/estimates/vat'
import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Checkbox, FormControlLabel, Link, Typography } from '@mui/material'
import { Field, FieldGrid } from '../../../ui/forms/field.tsx'
import type { Form } from '../../../ui/forms/use-form.ts'
import { Muted } from '../../../ui/section.tsx'
import { emptyLine, totalSoFar, type LineDraft, type PriceDraft } from './price-draft.ts'

type PriceLinesProps = { form: Form<PriceDraft>; job: PricedJob }

/** What is done and what it costs, with the sum so far. */
export function PriceLines({ form, job }: PriceLinesProps) {
  const { lines, vat } = form.draft
  const isRegistered = vat === 'yes'
  const rates = vatRates[job.country]
  const note = vatNotes[job.country]
  const set = (changed: LineDraft[]) => form.change({ lines: changed })
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3">Lines</Typography>
      {lines.map((_line, index) => (
        <Line key={index} {...{ form, job, index }} onChange={set} />
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Button
          size="small"
          startIcon={<AddIcon />}
          disabled={lines.length >= estimateLimits.lines}
          onClick={() => set([...lines, emptyLine(rates[0]?.rate ?? 0)])}
        >
          Add a line
        </Button>
        <Typography role="status" sx={{ fontWeight: 650, fontSize: '1.125rem' }}>
          {totalSoFar(form.draft, job)}
        </Typography>
      </Box>
      {form.errors['lines'] && (
        <Typography role="alert" color="error" variant="body2">
          {form.errors['lines'].join(' ')}
        </Typography>
      )}
      {isRegistered && (
        <Muted>
          {note.text} Source:{' '}
          <Link href={note.href} target="_blank" rel="noreferrer">
            {note.source}
          </Link>
          . This is no tax advice.
        </Muted>
      )}
    </Box>
  )
}

type LineProps = PriceLinesProps & { index: number; onChange: (lines: LineDraft[]) => void }

function Line({ form, job, index, onChange }: LineProps) {
  const { lines, vat } = form.draft
  const line = lines[index] ?? emptyLine(0)
  const isRegistered = vat === 'yes'
  const rates = vatRates[job.country]
  const rateChoices = Object.fromEntries(rates.map(({ rate }) => [String(rate), rateText(rate)]))
  const needsReason = isRegistered && rates.some((each) => each.needsReason && String(each.rate) === line.rate)
  const change = (changes: Partial<LineDraft>) =>
    onChange(lines.map((each, place) => (place === index ? { ...each, ...changes } : each)))
  const input = (name: 'text' | 'quantity' | 'unitPrice' | 'rateReason', label: string, more: object = {}) => (
    <Field
      form={form}
      name={`lines.${index}.${name}`}
      label={label}
      value={line[name]}
      onText={(text) => change({ [name]: text })}
      {...more}
    />
  )
  const numeric = { slotProps: { htmlInput: { inputMode: 'decimal' } } }
  return (
    <Box
      role="group"
      aria-label={`Line ${index + 1}`}
      sx={{ display: 'grid', gap: 2, ...(index > 0 && { borderTop: 1, borderColor: 'divider', pt: 2.5 }) }}
    >
      {input('text', 'What', { required: true })}
      <FieldGrid columns={isRegistered ? 4 : 3}>
        {input('quantity', 'Quantity', numeric)}
        <Field
          form={form}
          name={`lines.${index}.unit`}
          label="Unit"
          choices={unitChoices}
          value={line.unit}
          onText={(unit) => change({ unit: unit as Unit })}
        />
        {input(
          'unitPrice',
          `Unit price, ${currencySymbols[job.currency]}${isRegistered ? ' without VAT' : ''}`,
          numeric,
        )}
        {isRegistered && (
          <Field
            form={form}
            name={`lines.${index}.rate`}
            label="VAT rate"
            choices={rateChoices}
            value={line.rate}
            onText={(rate) => change({ rate })}
          />
        )}
      </FieldGrid>
      {needsReason && input('rateReason', 'Why this rate', { required: true })}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between' }}>
        <FormControlLabel
          label="Provisional sum"
          control={
            <Checkbox checked={line.isProvisional} onChange={(_event, isProvisional) => change({ isProvisional })} />
          }
        />
        {lines.length > 1 && (
          <Button size="small" color="error" onClick={() => onChange(lines.filter((_, place) => place !== index))}>
            Remove line {index + 1}
          </Button>
        )}
      </Box>
    </Box>
  )
}

const unitChoices = Object.fromEntries(units.map((unit) => [unit, unit]))
