import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import BackIcon from '@mui/icons-material/KeyboardArrowLeft'
import OnIcon from '@mui/icons-material/KeyboardArrowRight'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import UndoIcon from '@mui/icons-material/Undo'
import { Box, Button, FormHelperText, IconButton, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { VisuallyHidden } from '../../ui/section.tsx'
import { errorsOf, type Place } from './cursor.ts'
import type { EditableList } from './use-list.ts'

type EntryButtonsProps = {
  list: Pick<EditableList<unknown>, 'keys' | 'move' | 'remove'>
  index: number
  /** Which entry it is: "step 2". */
  name: string
  /** The entries lie in a row. */
  across?: boolean
}

/** Up, down, remove: what every entry of a list can do. */
export function EntryButtons({ list, index, name, across = false }: EntryButtonsProps) {
  const moves = [
    { move: 'up', to: index - 1, where: across ? 'earlier' : 'up', Icon: across ? BackIcon : UpIcon },
    { move: 'down', to: index + 1, where: across ? 'later' : 'down', Icon: across ? OnIcon : DownIcon },
  ]
  return (
    <Box sx={{ display: 'flex', flex: 'none' }}>
      {moves.map(({ move, to, where, Icon }) => (
        <IconButton
          key={move}
          size="small"
          data-move={move}
          aria-label={`Move ${name} ${where}`}
          disabled={to < 0 || to >= list.keys.length}
          onClick={() => list.move(index, to)}
        >
          <Icon fontSize="small" />
        </IconButton>
      ))}
      <IconButton size="small" aria-label={`Remove ${name}`} onClick={() => list.remove(index)}>
        <DeleteIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}

type RemovedNoticeProps<Item> = {
  list: Pick<EditableList<Item>, 'keys' | 'removed' | 'putBack'>
  name: (item: Item, index: number) => string
  /** Shows the notice only where the entry stood: before this entry, or after all of them. */
  before?: number
  /** Inside an `<ol>`. */
  asListItem?: boolean
}

/** Stands where the entry stood, until the list changes again. */
export function RemovedNotice<Item>({ list, name, before, asListItem = false }: RemovedNoticeProps<Item>) {
  const { removed, keys, putBack } = list
  if (!removed || (before !== undefined && before !== Math.min(removed.index, keys.length))) return null
  const notice = (
    <Box role="status" sx={noticeLook}>
      <Typography variant="body2" noWrap>
        Removed {name(removed.item, removed.index)}
      </Typography>
      <Button
        size="small"
        color="inherit"
        data-undo={removed.key}
        startIcon={<UndoIcon fontSize="small" />}
        onClick={putBack}
      >
        Undo
      </Button>
    </Box>
  )
  return asListItem ? <li>{notice}</li> : notice
}

const noticeLook = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  px: 1.5,
  py: 0.5,
  borderRadius: 1,
  bgcolor: 'action.hover',
} as const

type AddButtonProps = { label: string; count: number; max: number; add: () => void; outlined?: boolean }

/** Below a list; shows the limit when the list is full. */
export function AddButton({ label, count, max, add, outlined = false }: AddButtonProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, mt: outlined ? 1.5 : 1 }}>
      <Button
        size="small"
        variant={outlined ? 'outlined' : 'text'}
        startIcon={<AddIcon />}
        disabled={count >= max}
        onClick={add}
      >
        {label}
      </Button>
      {count >= max && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {max} at most.
        </Typography>
      )}
    </Box>
  )
}

type ListFooterProps = { list: Pick<EditableList<unknown>, 'announcement'> & { field: Place }; children?: ReactNode }

/** The errors of the list itself, the button that adds to it, and announcements for screen readers. */
export function ListFooter({ list, children }: ListFooterProps) {
  const errors = errorsOf(list.field)
  return (
    <>
      {errors.length > 0 && <FormHelperText error>{errors.join(' ')}</FormHelperText>}
      {children}
      <VisuallyHidden role="status">{list.announcement}</VisuallyHidden>
    </>
  )
}

/** In place of an empty list. */
export function EmptyList({ children }: { children: ReactNode }) {
  return <Typography sx={{ color: 'text.secondary', py: 1 }}>{children}</Typography>
}
