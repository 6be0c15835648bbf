import { currencyNames } from '@kerbside/schema/amount'
import { checklistOf } from '@kerbside/schema/estimates/checklist'
import { estimateLimits, estimateRequest } from '@kerbside/schema/estimates/estimate-request'
import { usualValidDays } from '@kerbside/schema/estimates/estimate'
import { vatRates } from '@kerbside/schema/estimates/vat'
import { dayAfter } from '@kerbside/schema/time/london-time'
import { fieldErrors } from '@kerbside/schema/validate'
import { Box, Typography } from '@mui/material'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { safeParse } from 'zod/mini'
import { ApiError } from '../../../../api/api-error.ts'
import { Field, FieldGrid } from '../../../ui/forms/field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { requiredErrors, useForm, type Form } from '../../../ui/forms/use-form.ts'
import type { DialogState } from '../../../ui/dialogs/fresh-dialog.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { leadKeys } from '../../leads.queries.ts'
import { emptyLine, inputOf, jobOf, typedOf, type PriceDraft } from './price-draft.ts'
import { PriceLines } from './price-lines.tsx'
import { usePriceChanges } from './prices.queries.ts'

type EnterPriceProps = DialogState & { lead: LeadDetail }

/** A price that a firm told us, on the phone for instance. Its id stays until it is sent, so that it is sent once. */
export function EnterPrice({ lead, ...dialog }: EnterPriceProps) {
  const [id, setId] = useState(() => uuidv7())
  const { send } = usePriceChanges(lead.id)
  const job = jobOf(lead)
  const firms = lead.offers.filter(({ state }) => state === 'ACCEPTED')
  const form = useForm<PriceDraft, unknown>({
    start: {
      contractorId: firms.length === 1 ? (firms[0]?.contractorId ?? '') : '',
      kind: '',
      vat: 'yes',
      lines: [emptyLine(vatRates[job.country][0]?.rate ?? 0)],
      validUntilDay: dayAfter(job.today, usualValidDays),
      deposit: '',
      checklist: {},
      message: '',
    },
    required: ['contractorId', 'kind', 'validUntilDay'],
    check: (draft) => {
      const checked = safeParse(estimateRequest(job), typedOf(draft))
      const found = checked.success ? {} : fieldErrors(checked.error)
      const messages = Object.fromEntries(Object.entries(found).map(([name, texts]) => [name, texts.join(' ')]))
      return { ...messages, ...requiredErrors(draft, ['contractorId', 'kind'], 'Choose one') }
    },
    save: async (draft) => {
      try {
        await send({ id, contractorId: draft.contractorId, estimate: inputOf(draft) })
      } catch (error) {
        // The first try was sent after all: another one is another version.
        if (error instanceof ApiError && error.fields['id']) setId(uuidv7())
        throw error
      }
    },
    done: 'The price is sent',
    onDone: dialog.onClose,
    refreshes: { queryKey: leadKeys.all },
  })
  const choices = Object.fromEntries(firms.map(({ contractorId, contractorName }) => [contractorId, contractorName]))
  return (
    <FormDialog
      {...dialog}
      form={form}
      maxWidth="md"
      title="Enter a price"
      text="For a firm that told you its price. The homeowner gets an email at once and sees it beside the other prices."
      submit="Send the price"
      busyText="Sending…"
    >
      <FieldGrid>
        <Field form={form} name="contractorId" label="Firm" choices={choices} />
        <Field
          form={form}
          name="kind"
          label="Kind"
          choices={{ fixed: 'Fixed price', estimate: 'Estimate: it may change' }}
        />
        <Field
          form={form}
          name="vat"
          label="VAT"
          choices={{ yes: 'The firm charges VAT', no: 'Not registered for VAT' }}
        />
        <Field form={form} name="validUntilDay" label="Valid until" type="date" />
      </FieldGrid>
      <PriceLines form={form} job={job} />
      <Field
        form={form}
        name="deposit"
        label="Deposit"
        helperText={`In ${currencyNames[job.currency]}, with VAT; empty for none`}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      />
      <Checklist form={form} trade={lead.trade} />
      <Field
        form={form}
        name="message"
        label="What else the firm said"
        multiline
        minRows={2}
        helperText="The homeowner reads it."
        slotProps={{ htmlInput: { maxLength: estimateLimits.message } }}
      />
    </FormDialog>
  )
}

const saysChoices = { '': 'Not said', included: 'Included', 'not-included': 'Not included' }

function Checklist({ form, trade }: { form: Form<PriceDraft>; trade: string }) {
  const { checklist } = form.draft
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3">What is included</Typography>
      <FieldGrid columns={3}>
        {checklistOf(trade).map(({ name, label }) => (
          <Field
            key={name}
            form={form}
            name={`checklist.${name}`}
            label={label}
            choices={saysChoices}
            value={checklist[name] ?? ''}
            onText={(says) => form.change({ checklist: { ...checklist, [name]: says } })}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          />
        ))}
      </FieldGrid>
    </Box>
  )
}
