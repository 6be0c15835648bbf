import type { FormField } from '@kerbside/schema/quotes/form-definition'
import MoreIcon from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useState } from 'react'
import type { Direction } from './layout-moves.ts'

export type FieldActions = {
  edit: () => void
  step: (direction: Direction) => void
  ownRow: () => void
  change: (field: Partial<Pick<FormField, 'width' | 'visible' | 'required'>>) => void
  remove: () => void
}

type Props = { name: string; field: FormField; ownRow: boolean; act: FieldActions }

/** What is done in one press, without opening the field. */
export function FieldMenu({ name, field, ownRow, act }: Props) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const items = [
    ['Edit', act.edit],
    [
      field.width === 'half' ? 'Make full width' : 'Make half width',
      () => act.change({ width: field.width === 'half' ? 'full' : 'half' }),
    ],
    ...(ownRow ? [['Give it a row of its own', act.ownRow] as const] : []),
    [field.required ? 'Make optional' : 'Make required', () => act.change({ required: !field.required })],
    [field.visible ? 'Hide' : 'Show', () => act.change({ visible: !field.visible })],
    ['Remove…', act.remove],
  ] as const
  return (
    <>
      <IconButton
        size="small"
        aria-label={`More for ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {items.map(([words, run]) => (
          <MenuItem
            key={words}
            onClick={() => {
              setAnchor(null)
              run()
            }}
          >
            {words}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
