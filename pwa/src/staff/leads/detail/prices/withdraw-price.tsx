import { Field } from '../../../ui/forms/field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import type { DialogState } from '../../../ui/dialogs/fresh-dialog.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { leadKeys } from '../../leads.queries.ts'
import { totalText } from './price-labels.ts'
import { usePriceChanges, type LeadPrice } from './prices.queries.ts'

type WithdrawPriceProps = DialogState & { lead: LeadDetail; price: LeadPrice }

/** Takes a price back, with the reason that both sides read. */
export function WithdrawPrice({ lead, price, ...dialog }: WithdrawPriceProps) {
  const { withdraw } = usePriceChanges(lead.id)
  const form = useForm({
    start: { reason: '' },
    required: ['reason'],
    save: ({ reason }) => withdraw(price.id, reason),
    done: 'The price is withdrawn',
    onDone: dialog.onClose,
    refreshes: { queryKey: leadKeys.all },
  })
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={`Withdraw the price from ${price.contractorName}?`}
      text={`The homeowner can no longer choose ${totalText(price)}. They and ${price.contractorName} get an email with the reason.`}
      submit="Withdraw the price"
      busyText="Withdrawing…"
    >
      <Field
        form={form}
        name="reason"
        label="Reason"
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </FormDialog>
  )
}
