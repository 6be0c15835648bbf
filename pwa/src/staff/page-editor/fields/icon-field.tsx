import { featureIcons, pageIcons, type ContentIcon } from '@kerbside/schema/pages/content/icons'
import { fieldIcons } from '@kerbside/schema/quotes/form-definition'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Icon } from '../../../brand/icons.tsx'
import type { Cursor } from './cursor.ts'
import { SelectField } from './select-field.tsx'

const offers = { feature: featureIcons, page: pageIcons, field: fieldIcons } as const

type Props<Name extends ContentIcon> = { field: Cursor<Name>; label?: string; offer: keyof typeof offers }

/** The icons of one of the three lists. A value from elsewhere is offered too, so that looking never changes it. */
export function IconField<Name extends ContentIcon>({ field, label = 'Icon', offer }: Props<Name>) {
  const wide = useMediaQuery('(min-width: 600px)')
  const names = offeredIcons(offer, field.value)
  const columns = names.length <= 10 ? 1 : wide ? 3 : 2
  const choices = names.map((name) => ({ value: name, label: name, picture: <Icon name={name} size={20} /> }))
  return <SelectField field={field} label={label} choices={choices} columns={columns} />
}

export function offeredIcons<Name extends ContentIcon>(offer: keyof typeof offers, current: Name): readonly Name[] {
  // Each list belongs to content of its own kind; the caller's cursor says which.
  const list = offers[offer] as readonly ContentIcon[] as readonly Name[]
  return list.includes(current) ? list : [current, ...list]
}
