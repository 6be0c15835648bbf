import { digestTime } from '@kerbside/schema/contractors/working-hours'
import { Autocomplete, Box, Checkbox, FormControlLabel, FormHelperText, TextField, Typography } from '@mui/material'
import { Field } from '../ui/forms/field.tsx'
import { savedMeanwhile } from '../ui/forms/use-form.ts'
import { Muted } from '../ui/section.tsx'
import { dayLabels, offerEmailsLabels, outsideHoursLabels } from './contractor-labels.ts'
import type { ContractorDraft, ContractorForm } from './use-contractor-form.ts'

type WorkingDay = ContractorDraft['workingHours'][number]
type Day = WorkingDay['day']
const days = Object.keys(dayLabels) as Day[]
const usualDay = { from: '08:00', to: '17:00' }

const hoursText = ({ day, from, to }: WorkingDay) => `${dayLabels[day]} ${from}–${to}`

/** Those of the site's own countries come first. */
const timeZones = [...new Set(['Europe/London', 'Europe/Dublin', ...Intl.supportedValuesOf('timeZone')])]

/** On which days a firm works, from when to when, and by which clock. */
export function HoursFields({ form }: { form: ContractorForm }) {
  const { workingHours, timeZone } = form.draft
  const set = (changed: readonly WorkingDay[]) =>
    form.change({ workingHours: changed.toSorted((a, b) => days.indexOf(a.day) - days.indexOf(b.day)) })

  function toggle(day: Day, works: boolean): void {
    const others = workingHours.filter((other) => other.day !== day)
    // Most firms work the same hours each day, so a day begins with those of the day before it in the list.
    const { from, to } = workingHours.findLast((other) => days.indexOf(other.day) < days.indexOf(day)) ?? usualDay
    set(works ? [...others, { day, from, to }] : others)
  }
  return (
    <Box sx={{ mt: 1, display: 'grid', gap: 1 }}>
      <Typography variant="h3">Working hours</Typography>
      <Muted>Without any day, offers go out at any hour.</Muted>
      {days.map((day) => {
        const index = workingHours.findIndex((own) => own.day === day)
        return (
          <Box
            key={day}
            role="group"
            aria-label={dayLabels[day]}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minHeight: 44 }}
          >
            <FormControlLabel
              label={dayLabels[day]}
              sx={{ width: 140 }}
              control={<Checkbox checked={index >= 0} onChange={(_event, works) => toggle(day, works)} />}
            />
            {index >= 0 && (
              <Times
                form={form}
                index={index}
                onChange={(changes) => set(workingHours.map((own) => (own.day === day ? { ...own, ...changes } : own)))}
              />
            )}
          </Box>
        )
      })}
      <FormHelperText error>{form.errors['workingHours']?.join(' ')}</FormHelperText>
      {form.theirs.workingHours && <Muted>{savedMeanwhile(form.theirs.workingHours.map(hoursText).join(', '))}</Muted>}
      {workingHours.length > 0 && <OutsideHoursChoice form={form} />}
      <Autocomplete
        options={timeZones}
        value={timeZone || null}
        disableClearable={timeZone !== ''}
        onChange={(_event, zone) => form.change({ timeZone: zone ?? '' })}
        renderInput={(params) => (
          <TextField
            {...params}
            label="Time zone"
            placeholder="That of its areas"
            error={form.errors['timeZone'] !== undefined}
            helperText={form.errors['timeZone']?.join(' ') ?? savedMeanwhile(form.theirs.timeZone)}
            inputRef={form.inputRef('timeZone')}
          />
        )}
      />
    </Box>
  )
}

const outsideHoursHelp: Record<ContractorDraft['outsideHours'], string> = {
  SEND: 'Its working hours are for staff to see',
  HOLD: 'The email goes out when the firm opens, and its time to decide begins then',
  PASS_ON: 'Other firms are asked instead, and it keeps its place in line',
}

const OutsideHoursChoice = ({ form }: { form: ContractorForm }) => (
  <Field
    form={form}
    name="outsideHours"
    label="Outside these hours"
    choices={outsideHoursLabels}
    helperText={outsideHoursHelp[form.draft.outsideHours]}
    sx={{ mb: 1 }}
  />
)

const offerEmailsHelp: Record<ContractorDraft['offerEmails'], string> = {
  SINGLE: 'As soon as a job is offered to it',
  DAILY: `At ${digestTime} by its own clock on its working days; its time to decide begins then`,
}

export const OfferEmailsChoice = ({ form }: { form: ContractorForm }) => (
  <Field
    form={form}
    name="offerEmails"
    label="Emails about jobs"
    choices={offerEmailsLabels}
    helperText={offerEmailsHelp[form.draft.offerEmails]}
    sx={{ mb: 1 }}
  />
)

type TimesProps = { form: ContractorForm; index: number; onChange: (changes: Partial<WorkingDay>) => void }

function Times({ form, index, onChange }: TimesProps) {
  const working = form.draft.workingHours[index]
  return (['from', 'to'] as const).map((end) => (
    <Field
      key={end}
      form={form}
      name={`workingHours.${index}.${end}`}
      type="time"
      size="small"
      label={end === 'from' ? 'From' : 'To'}
      value={working?.[end] ?? ''}
      onText={(time) => onChange({ [end]: time })}
      sx={{ width: 130 }}
    />
  ))
}
