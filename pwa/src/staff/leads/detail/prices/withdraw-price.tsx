import { Field } from '../../../ui/forms/field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import type { DialogState } from '../../../ui/dialogs/fresh-dialog.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { leadKeys } from '../../leads.queries.ts'
import { totalText } from './price-labels.ts'
import { usePriceChanges, type LeadPrice } from './prices.queries.ts'

type WithdrawPriceProps = DialogState & { lead: LeadDetail; price: LeadPrice }

/** Takes a price back, or cancels what is agreed about it, with the reason that both sides read. */
export function WithdrawPrice({ lead, price, ...dialog }: WithdrawPriceProps) {
  const { withdraw, cancel } = usePriceChanges(lead.id)
  const { contractorName: firm } = price
  const isAgreed = price.state === 'AGREED'
  const form = useForm({
    start: { reason: '' },
    required: ['reason'],
    save: ({ reason }) => (isAgreed ? cancel : withdraw)(price.id, reason),
    done: isAgreed ? 'The agreement is cancelled' : 'The price is withdrawn',
    onDone: dialog.onClose,
    refreshes: { queryKey: leadKeys.all },
  })
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={isAgreed ? `Cancel the agreement with ${firm}?` : `Withdraw the price from ${firm}?`}
      text={
        isAgreed
          ? `${totalText(price)} is no longer agreed, nor is extra work on it, and contractors can send quotes again. The homeowner and ${firm} get an email with the reason. This cannot be undone.`
          : `The homeowner can no longer choose ${totalText(price)}. They and ${firm} get an email with the reason.`
      }
      submit={isAgreed ? 'Cancel the agreement' : 'Withdraw the price'}
      busyText={isAgreed ? 'Cancelling…' : 'Withdrawing…'}
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
