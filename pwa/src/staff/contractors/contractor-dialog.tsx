import { areaText, parseArea } from '@kerbside/schema/contractors/area-text'
import { maximumWeight, tradeLabels, trades } from '@kerbside/schema/contractors/contractor'
import { irishCounties } from '@kerbside/schema/quotes/places'
import { Box } from '@mui/material'
import { Field, FieldGrid } from '../ui/forms/field.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import type { DialogState } from '../ui/dialogs/fresh-dialog.tsx'
import { ChipsField, type ReadText } from './chips-field.tsx'
import { asTrades } from './contractor-labels.ts'
import type { ListedContractor } from './contractors.queries.ts'
import { ContactFields } from './contact-fields.tsx'
import { HoursFields, OfferEmailsChoice } from './hours-fields.tsx'
import { AreaMap } from './map/area-map.tsx'
import { useContractorForm, type ContractorForm } from './use-contractor-form.ts'

const areaSuggestions = ['UK', 'Ireland', ...irishCounties.map((value) => areaText({ kind: 'county', value }))]

function readArea(text: string): ReadText {
  const result = parseArea(text)
  return result.ok ? { ok: true, text: areaText(result.area) } : result
}

export function ContractorDialog({ firm, ...state }: DialogState & { firm: ListedContractor | null }) {
  const form = useContractorForm(firm, state.onClose)
  const [title, submit, busyText] =
    firm === null ? ['Add Contractor', 'Add Contractor', 'Adding…'] : ['Edit Contractor', 'Save', 'Saving…']
  const { verifiedUntil } = form.draft
  return (
    <FormDialog {...{ form, title, submit, busyText, ...state }} maxWidth="sm">
      <FieldGrid>
        <Field form={form} name="name" label="Name" autoFocus />
        <Field form={form} name="email" label="Email" type="email" />
      </FieldGrid>
      <TradesField form={form} />
      <Box>
        <AreasField form={form} />
        <AreaMap areas={form.draft.areas} onChange={(areas) => form.change({ areas })} />
      </Box>
      <FieldGrid>
        <Field form={form} name="dailyCap" label="Offers per day at most" slotProps={digits} />
        <Field
          form={form}
          name="weeklyCap"
          label="Offers per week at most"
          helperText="From Monday; empty: no limit"
          slotProps={digits}
        />
        <Field
          form={form}
          name="weight"
          label="Weight"
          helperText={`1 to ${maximumWeight}: with 2 it gets twice as many jobs as with 1`}
          slotProps={digits}
        />
        <Field
          form={form}
          name="active"
          label="Status"
          helperText="Inactive: no offers, and open ones cannot be accepted"
          choices={{ active: 'Active', inactive: 'Inactive' }}
        />
        <Field
          form={form}
          name="verifiedUntil"
          label="Verified until"
          type="date"
          helperText={
            verifiedUntil === '' ? 'Until you set this day, the firm gets no jobs' : 'After this day: no jobs'
          }
        />
        <Field
          form={form}
          name="pausedUntil"
          label="Paused until"
          type="date"
          helperText="Offers begin again on this day"
        />
        <Field form={form} name="phone" label="Phone" type="tel" />
      </FieldGrid>
      <ContactFields form={form} />
      <Box>
        <HoursFields form={form} />
        <OfferEmailsChoice form={form} />
      </Box>
    </FormDialog>
  )
}

const digits = { htmlInput: { inputMode: 'numeric' } } as const

const TradesField = ({ form }: { form: ContractorForm }) => (
  <ChipsField
    label="Trades"
    helperText="What the firm does"
    value={form.draft.trades}
    onChange={(names) => form.change({ trades: asTrades(names) })}
    suggestions={trades}
    labelOf={(name) => asTrades([name]).map((trade) => tradeLabels[trade])[0] ?? name}
    errors={form.errors['trades']}
    theirs={form.theirs.trades}
    inputRef={form.inputRef('trades')}
  />
)

const AreasField = ({ form }: { form: ContractorForm }) => (
  <ChipsField
    label="Areas"
    helperText="Like SW1A, SW, D02, County Cork, UK or Ireland. Enter or a comma adds one."
    value={form.draft.areas}
    onChange={(areas) => form.change({ areas })}
    suggestions={areaSuggestions}
    read={readArea}
    onUnread={form.setUnreadAreas}
    errors={form.errors['areas']}
    theirs={form.theirs.areas}
    inputRef={form.inputRef('areas')}
  />
)
