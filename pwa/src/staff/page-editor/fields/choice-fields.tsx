import {
  benefitColours,
  featureIcons,
  pageIcons,
  type BenefitColour,
  type ContentIcon,
} from '@kerbside/schema/pages/content/icons'
import { fieldIcons } from '@kerbside/schema/quotes/form-definition'
import { Box, capitalize, FormControlLabel, MenuItem, Switch, TextField, useMediaQuery } from '@mui/material'
import type { ReactNode } from 'react'
import { Icon } from '../../../brand/icons.tsx'
import { Swatch } from './colour-picker.tsx'
import type { Cursor } from './cursor.ts'
import { useFieldProps } from './text-fields.tsx'

export type Choice<Value> = { value: Value; label: string; picture?: ReactNode }

type SelectProps<Value extends string> = {
  field: Cursor<Value>
  label: string
  choices: readonly Choice<Value>[]
  /** Columns of the open list, for long lists of short names. */
  columns?: number
}

/** One of several. With columns the arrow keys run down each column. */
export function SelectField<Value extends string>({ choices, columns = 1, ...props }: SelectProps<Value>) {
  const rows = Math.ceil(choices.length / columns)
  const grid = { display: 'grid', gridAutoFlow: 'column', gridTemplateRows: `repeat(${rows}, auto)` } as const
  const lookOfMenu = { paper: { sx: { maxHeight: 420 } }, list: { sx: columns > 1 ? grid : {} } }
  return (
    <TextField
      select
      {...useFieldProps(props)}
      value={props.field.value}
      onChange={({ target }) => {
        const chosen = choices.find(({ value }) => value === target.value)
        if (chosen) props.field.update(() => chosen.value)
      }}
      slotProps={{ select: { MenuProps: { slotProps: lookOfMenu } } }}
    >
      {choices.map(({ value, label, picture }) => (
        <MenuItem key={value} value={value}>
          <Box
            component="span"
            sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0, height: '1.4375em' }}
          >
            {picture}
            {label}
          </Box>
        </MenuItem>
      ))}
    </TextField>
  )
}

const iconLists = { feature: featureIcons, page: pageIcons, field: fieldIcons } as const
export type IconList = keyof typeof iconLists

/** The icons of one of the three lists. A value from elsewhere is offered too, so that looking never changes it. */
export function IconField<Name extends ContentIcon>({ field, from }: { field: Cursor<Name>; from: IconList }) {
  const wide = useMediaQuery('(min-width: 600px)')
  // Each list belongs to content of its own kind; the caller's cursor says which.
  const list = iconLists[from] as readonly ContentIcon[] as readonly Name[]
  const names = list.includes(field.value) ? list : [field.value, ...list]
  const columns = names.length <= 10 ? 1 : wide ? 3 : 2
  const choices = names.map((name) => ({ value: name, label: name, picture: <Icon name={name} size={20} /> }))
  return <SelectField field={field} label="Icon" choices={choices} columns={columns} />
}

/** Colours that are easy to tell apart in a list. The page itself sets the icon in a dark tone on a pale one. */
const benefitSwatches: Record<BenefitColour, string> = {
  green: '#22c55e',
  blue: '#3b82f6',
  purple: '#a855f7',
  orange: '#f97316',
  red: '#ef4444',
  yellow: '#eab308',
  indigo: '#6366f1',
  pink: '#ec4899',
}

export const benefitColourChoices = benefitColours.map((value) => ({
  value,
  label: capitalize(value),
  picture: <Swatch paint={benefitSwatches[value]} size={20} />,
}))

export function SwitchField({ field, label }: { field: Cursor<boolean>; label: string }) {
  return (
    <FormControlLabel
      label={label}
      control={
        <Switch
          checked={field.value}
          onChange={(_event, on) => field.update(() => on)}
          slotProps={{ input: { role: 'switch' } }}
        />
      }
    />
  )
}
