import Box from '@mui/material/Box'
import { ColourField } from './colour-field.tsx'
import { at, type Cursor } from './cursor.ts'

export type ColourRow<Names extends string> = {
  name: Names
  label: string
  /** The colour of the same set that this text stands on. */
  on?: Names
  size?: 'normal' | 'large'
  /** Stands on this in place of `on`; null when that cannot be told. */
  ground?: string | null
}

type Props<Names extends string> = {
  field: Cursor<Record<Names, string>>
  rows: readonly ColourRow<Names>[]
}

/** The colours of one section, each text judged on its ground. */
export function ColourGrid<Names extends string>({ field, rows }: Props<Names>) {
  return (
    <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: columns }}>
      {rows.map(({ name, label, on, size, ground }) => (
        <ColourField
          key={name}
          field={at(field, name)}
          label={label}
          on={ground === undefined ? on && field.value[on] : (ground ?? undefined)}
          size={size}
        />
      ))}
    </Box>
  )
}

const columns = 'repeat(auto-fill, minmax(min(100%, 230px), 1fr))'
