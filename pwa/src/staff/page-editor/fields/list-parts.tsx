import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import BackIcon from '@mui/icons-material/KeyboardArrowLeft'
import OnIcon from '@mui/icons-material/KeyboardArrowRight'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import UndoIcon from '@mui/icons-material/Undo'
import { Box, Button, capitalize, FormHelperText, IconButton, TextField, Typography, type SxProps } from '@mui/material'
import { Fragment, type ReactNode } from 'react'
import { Muted, VisuallyHidden } from '../../ui/section.tsx'
import { entryOf, errorsOf, type Cursor } from './cursor.ts'
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

type EntriesProps<Item> = {
  list: EditableList<Item>
  /** What a removed entry is called: "link “About”". */
  name: (item: Item, index: number) => string
  /** Draws one entry as a list item. */
  renderEntry: (field: Cursor<Item>, key: string, index: number) => ReactNode
  /** Shown while there is none. */
  empty?: string
  sx?: SxProps
  /** What adds to the list. */
  children?: ReactNode
}

/** All entries, a notice where one was removed last, and the errors of the list itself. */
export function Entries<Item>({ list, name, renderEntry, empty, sx, children }: EntriesProps<Item>) {
  const { field, keys, removed } = list
  const errors = errorsOf(field)
  const entries = keys.map((key, index) => (
    <Fragment key={key}>{renderEntry(entryOf(field, index), key, index)}</Fragment>
  ))
  if (removed) {
    const notice = (
      <Box component="li" key={`removed ${removed.key}`} sx={{ gridColumn: '1 / -1' }}>
        <Box role="status" sx={noticeLook}>
          <Typography variant="body2" noWrap>
            Removed {name(removed.item, removed.index)}
          </Typography>
          <Button
            size="small"
            color="inherit"
            data-undo={removed.key}
            startIcon={<UndoIcon fontSize="small" />}
            onClick={list.putBack}
            sx={{ flexShrink: 0 }}
          >
            Undo
          </Button>
        </Box>
      </Box>
    )
    entries.splice(removed.index, 0, notice)
  }
  return (
    <div>
      {empty && keys.length === 0 && !removed && (
        <Typography sx={{ color: 'text.secondary', py: 1 }}>{empty}</Typography>
      )}
      <Box
        component="ol"
        sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)', ...sx }}
      >
        {entries}
      </Box>
      {errors.length > 0 && <FormHelperText error>{errors.join(' ')}</FormHelperText>}
      {children}
      <VisuallyHidden role="status">{list.announcement}</VisuallyHidden>
    </div>
  )
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

type AddButtonProps<Item> = {
  list: EditableList<Item>
  label: string
  max: number
  create: (count: number) => Item
  outlined?: boolean
  /** Stands beside the button. */
  children?: ReactNode
}

/** Below a list; shows the limit when the list is full. */
export function AddButton<Item>({ list, label, max, create, outlined = false, children }: AddButtonProps<Item>) {
  const count = list.keys.length
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, mt: outlined ? 1.5 : 1 }}>
      <Button
        size="small"
        variant={outlined ? 'outlined' : 'text'}
        startIcon={<AddIcon />}
        disabled={count >= max}
        onClick={() => list.add(create(count))}
      >
        {label}
      </Button>
      {children}
      {count >= max && <Muted>{max} at most.</Muted>}
    </Box>
  )
}

type LineEntryProps<Item> = EntryButtonsProps & {
  list: EditableList<Item>
  entryKey: string
  /** Where the text stands in the content. */
  path: string
  text: string
  onChange: (text: string) => void
  errors: readonly string[]
  /** Makes the next entry, when Enter is pressed in the last one; without it Enter begins a new line. */
  create?: () => Item
  max: number
  sx?: SxProps
  /** Further fields of the entry. */
  children?: ReactNode
}

/** An entry that is a text: one row. */
export function LineEntry<Item>(props: LineEntryProps<Item>) {
  const { list, index, name, entryKey, path, text, onChange, errors, create, max, sx, children } = props
  const addsNext = index === list.keys.length - 1 && index < max - 1 && text !== ''
  return (
    <Box component="li" data-entry={entryKey} data-path={path} sx={{ display: 'flex', alignItems: 'start', gap: 0.5 }}>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)', ...sx }}>
        <TextField
          id={`line-${entryKey}`}
          value={text}
          onChange={({ target }) => onChange(create ? oneLine(target.value) : target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !create || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (addsNext) list.add(create())
          }}
          error={errors.length > 0}
          helperText={errors.join(' ') || undefined}
          multiline
          maxRows={8}
          slotProps={{ htmlInput: { 'aria-label': capitalize(name) } }}
        />
        {children}
      </Box>
      <Box sx={{ pt: '4px' }}>
        <EntryButtons list={list} index={index} name={name} />
      </Box>
    </Box>
  )
}

/** A long line wraps on a narrow screen, but stays one line. */
const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ')
