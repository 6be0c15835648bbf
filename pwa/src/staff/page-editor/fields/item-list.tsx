import { contentLimits } from '@kerbside/schema/pages/content/content-fields'
import type { ContentIcon } from '@kerbside/schema/pages/content/icons'
import ExpandIcon from '@mui/icons-material/ExpandMore'
import { Box, ButtonBase, capitalize, Card, Collapse, Stack, Typography } from '@mui/material'
import { useId, useState, type ReactNode } from 'react'
import { Icon } from '../../../brand/icons.tsx'
import { Muted } from '../../ui/section.tsx'
import { errorCountWithin, type Cursor } from './cursor.ts'
import { ErrorCount } from './group.tsx'
import { AddButton, Entries, EntryButtons } from './list-parts.tsx'
import type { EditableList } from './use-list.ts'

type Summary = { title: string; note?: string; icon?: ContentIcon; image?: string }

/** How the entries of a list are named, made and shown. */
export type ItemListOptions<Item> = {
  /** One of them, in lower case: "testimonial". */
  entry: string
  create: (count: number) => Item
  /** What the closed entry shows: enough to find it. */
  summary: (item: Item) => Summary
  /** The server accepts no more. */
  max?: number
  /** Shown while there is none. */
  empty?: string
}

type Props<Item> = ItemListOptions<Item> & {
  list: EditableList<Item>
  children: (field: Cursor<Item>, key: string) => ReactNode
}

/** A list of records: closed to one line each for scanning, opened for editing. */
export function ItemList<Item>(props: Props<Item>) {
  const { list, entry, create, summary, max = contentLimits.items, empty, children } = props
  const nameOf = (item: Item) => {
    const { title } = summary(item)
    return title.trim() === '' ? entry : `${entry} “${title.slice(0, 40)}”`
  }
  return (
    <Entries
      list={list}
      name={nameOf}
      empty={empty}
      renderEntry={(field, entryKey, index) => (
        <Entry {...{ list, index, entry, entryKey, field }} summary={summary(field.value)}>
          {children(field, entryKey)}
        </Entry>
      )}
    >
      <AddButton {...{ list, create, max }} label={`Add ${capitalize(entry)}`} outlined />
    </Entries>
  )
}

type EntryProps<Item> = Pick<Props<Item>, 'list' | 'entry'> & {
  index: number
  entryKey: string
  field: Cursor<Item>
  summary: Summary
  children: ReactNode
}

function Entry<Item>({ list, index, entry, entryKey, field, summary, children }: EntryProps<Item>) {
  const id = useId()
  const wrong = errorCountWithin(field)
  const [open, setOpen] = useState(list.added === entryKey)
  const shown = open || wrong > 0
  return (
    <Card component="li" data-entry={entryKey} data-path={field.path}>
      <Box sx={{ display: 'flex', alignItems: 'center', pr: 0.5 }}>
        <ButtonBase
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setOpen(!shown)}
          sx={{ flex: 1, minWidth: 0, justifyContent: 'start', gap: 1, p: 1, textAlign: 'left', minHeight: 44 }}
        >
          <ExpandIcon
            fontSize="small"
            sx={{ flex: 'none', transition: 'transform 150ms', transform: shown ? 'none' : 'rotate(-90deg)' }}
          />
          {summary.icon && (
            <Box component="span" sx={{ flex: 'none', lineHeight: 0 }}>
              <Icon name={summary.icon} size={20} />
            </Box>
          )}
          {summary.image && <Box component="img" src={summary.image} alt="" sx={thumbnail} />}
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' }}>
              {summary.title.trim() || `Empty ${entry}`}
            </Typography>
            {summary.note && <Muted noWrap>{summary.note}</Muted>}
          </Box>
          <ErrorCount count={wrong} />
        </ButtonBase>
        <EntryButtons list={list} index={index} name={`${entry} ${index + 1}`} />
      </Box>
      <Collapse in={shown} id={id} unmountOnExit>
        <Stack spacing={2} sx={{ p: 2, pt: 1.5 }}>
          {children}
        </Stack>
      </Collapse>
    </Card>
  )
}

const thumbnail = {
  flex: 'none',
  width: 44,
  height: 32,
  objectFit: 'cover',
  borderRadius: '4px',
  bgcolor: 'action.hover',
} as const
