import { areaText, parseArea } from '@kerbside/schema/contractors/area-text'
import { maximumWeight, trades } from '@kerbside/schema/contractors/contractor'
import { irishCounties } from '@kerbside/schema/quotes/places'
import { Box, MenuItem, TextField } from '@mui/material'
import { useState, type ComponentProps } from 'react'
import { DialogFrame, SubmitActions } from '../ui/confirm-dialog.tsx'
import { ChipsField, type ReadText } from './chips-field.tsx'
import { asTrades, tradeLabels } from './contractor-labels.ts'
import type { ListedContractor } from './contractors.queries.ts'
import { ContactFields } from './contact-fields.tsx'
import { HoursFields, OfferEmailsChoice } from './hours-fields.tsx'
import { AreaMap } from './map/area-map.tsx'
import { requiredFields, useContractorForm, type ContractorField, type Form } from './use-contractor-form.ts'

const areaSuggestions = ['UK', 'Ireland', ...irishCounties.map((value) => areaText({ kind: 'county', value }))]

function readArea(text: string): ReadText {
  const result = parseArea(text)
  return result.ok ? { ok: true, text: areaText(result.area) } : result
}

type ContractorDialogProps = { firm: ListedContractor | null; open: boolean; onClose: () => void }

/** Adds a firm (null) or changes one. Mounted anew each time it is opened. */
function ContractorDialog({ firm, open, onClose }: ContractorDialogProps) {
  const form = useContractorForm(firm, onClose)
  const { busy, error } = form
  const [title, submit, busyText] =
    firm === null ? ['Add Contractor', 'Add Contractor', 'Adding…'] : ['Edit Contractor', 'Save', 'Saving…']
  const actions = <SubmitActions {...{ submit, busyText, busy }} onCancel={onClose} />
  return (
    <DialogFrame {...{ open, onClose, title, actions, busy, error }} maxWidth="sm" onSubmit={form.submit}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextInput form={form} name="name" label="Name" autoFocus />
        <TextInput form={form} name="email" label="Email" type="email" slotProps={{ htmlInput: notProse }} />
        <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 2 }}>
          <TradesField form={form} />
          <Box>
            <AreasField form={form} />
            <AreaMap areas={form.draft.areas} onChange={(areas) => form.change({ areas })} />
          </Box>
        </Box>
        <TextInput form={form} name="dailyCap" label="Offers per day at most" slotProps={{ htmlInput: digits }} />
        <TextInput
          form={form}
          name="weeklyCap"
          label="Offers per week at most"
          helperText="From Monday; empty: no limit"
          slotProps={{ htmlInput: digits }}
        />
        <TextInput
          form={form}
          name="weight"
          label="Weight"
          helperText={`1 to ${maximumWeight}: with 2 it gets twice as many jobs as with 1`}
          slotProps={{ htmlInput: digits }}
        />
        <StatusChoice form={form} />
        <DayInput form={form} name="verifiedUntil" label="Verified until" helperText={verificationHelp(form.draft)} />
        <DayInput form={form} name="pausedUntil" label="Paused until" helperText="Offers begin again on this day" />
        <TextInput form={form} name="phone" label="Phone" type="tel" />
      </Box>
      <ContactFields form={form} />
      <HoursFields form={form} />
      <OfferEmailsChoice form={form} />
    </DialogFrame>
  )
}

/** The dialog begins anew each time; it stays while it fades out. `open` with null adds a firm. */
export function useContractorDialog() {
  const [edited, setEdited] = useState<{ firm: ListedContractor | null; number: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (firm: ListedContractor | null) => {
    setEdited({ firm, number: (edited?.number ?? 0) + 1 })
    setOpen(true)
  }
  const dialog = edited && (
    <ContractorDialog key={edited.number} firm={edited.firm} open={isOpen} onClose={() => setOpen(false)} />
  )
  return { open, dialog }
}

const verificationHelp = ({ verifiedUntil }: Form['draft']) =>
  verifiedUntil === '' ? 'Until you set this day, the firm gets no jobs' : 'After this day: no jobs'

const digits = { inputMode: 'numeric' } as const
const notProse = { spellCheck: false, autoCapitalize: 'none' }

type NoText = 'trades' | 'areas' | 'active' | 'contacts' | 'workingHours' | 'timeZone' | 'outsideHours' | 'offerEmails'
type TextName = Exclude<ContractorField, NoText>
type InputProps = Omit<ComponentProps<typeof TextField>, 'form'> & { form: Form; name: TextName }

/** The browser fills in nothing: it knows the person at the screen, not the firm. */
function TextInput({ form, name, helperText, ...props }: InputProps) {
  const errors = form.errors[name]
  return (
    <TextField
      autoComplete="off"
      {...props}
      name={name}
      value={form.draft[name]}
      required={requiredFields.includes(name)}
      error={errors !== undefined}
      helperText={errors?.join(' ') ?? helperText}
      inputRef={form.inputRef(name)}
      onChange={(event) => form.change({ [name]: event.target.value })}
    />
  )
}

const DayInput = (props: InputProps) => (
  <TextInput {...props} type="date" slotProps={{ inputLabel: { shrink: true } }} />
)

const TradesField = ({ form }: { form: Form }) => (
  <ChipsField
    label="Trades"
    helperText="What the firm does"
    value={form.draft.trades}
    onChange={(names) => form.change({ trades: asTrades(names) })}
    suggestions={trades}
    labelOf={(name) => asTrades([name]).map((trade) => tradeLabels[trade])[0] ?? name}
    errors={form.errors['trades']}
    inputRef={form.inputRef('trades')}
  />
)

const AreasField = ({ form }: { form: Form }) => (
  <ChipsField
    label="Areas"
    helperText="Like SW1A, SW, D02, County Cork, UK or Ireland. Enter or a comma adds one."
    value={form.draft.areas}
    onChange={(areas) => form.change({ areas })}
    suggestions={areaSuggestions}
    read={readArea}
    onUnread={(message) => form.setUnread('areas', message)}
    errors={form.errors['areas']}
    inputRef={form.inputRef('areas')}
  />
)

const StatusChoice = ({ form }: { form: Form }) => (
  <TextField
    select
    label="Status"
    name="active"
    value={form.draft.active ? 'active' : 'inactive'}
    inputRef={form.inputRef('active')}
    helperText="Inactive: no offers, and open ones cannot be accepted"
    onChange={(event) => form.change({ active: event.target.value === 'active' })}
  >
    <MenuItem value="active">Active</MenuItem>
    <MenuItem value="inactive">Inactive</MenuItem>
  </TextField>
)
