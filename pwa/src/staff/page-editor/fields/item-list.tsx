import { contentLimits } from '@kerbside/schema/pages/content/content-fields'
import type { ContentIcon } from '@kerbside/schema/pages/content/icons'
import ExpandIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import Collapse from '@mui/material/Collapse'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Fragment, useId, useState, type ReactNode } from 'react'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { Icon } from '../../../brand/icons.tsx'
import { entryOf, errorCountWithin, errorsOf, type Cursor } from './cursor.ts'
import { AddButton } from './add-button.tsx'
import { EntryButtons } from './entry-buttons.tsx'
import { ErrorCount } from './error-count.tsx'
import { RemovedNotice } from './removed-notice.tsx'
import type { EditableList } from './use-list.ts'

type Summary = { title: string; note?: string; icon?: ContentIcon; image?: string }

type Props<Item> = {
  list: EditableList<Item>
  /** One of them, in lower case: "testimonial". */
  entry: string
  /** Words of the button that adds one. */
  addLabel: string
  create: () => Item
  /** What the closed entry shows: enough to find it. */
  summary: (item: Item, index: number) => Summary
  /** The server takes no more. */
  most?: number
  /** Shown while there is none. */
  empty?: ReactNode
  children: (field: Cursor<Item>, key: string) => ReactNode
}

/** A list of records: closed to one line each for scanning, opened for editing. */
export function ItemList<Item>(props: Props<Item>) {
  const { list, entry, addLabel, create, summary, most = contentLimits.items, empty, children } = props
  const { field, keys, removed } = list
  const errors = errorsOf(field)
  const undo = removed && (
    <RemovedNotice
      name={nameOf(entry, summary(removed.item, removed.index).title)}
      putBack={list.putBack}
      entryKey={removed.key}
    />
  )
  return (
    <Box>
      {keys.length === 0 && !removed && empty}
      <Stack spacing={1} component="ol" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {keys.map((key, index) => (
          <Fragment key={key}>
            {removed?.index === index && <li>{undo}</li>}
            <Entry
              {...{ list, index, entry, field: entryOf(field, index), entryKey: key }}
              summary={summary(field.value[index] as Item, index)}
            >
              {children(entryOf(field, index), key)}
            </Entry>
          </Fragment>
        ))}
        {removed !== null && removed.index >= keys.length && <li>{undo}</li>}
      </Stack>
      {errors.length > 0 && <FormHelperText error>{errors.join(' ')}</FormHelperText>}
      <AddButton label={addLabel} count={keys.length} most={most} add={() => list.add(create())} outlined />
      <VisuallyHidden role="status">{list.said}</VisuallyHidden>
    </Box>
  )
}

const nameOf = (entry: string, title: string) => (title.trim() === '' ? entry : `${entry} “${title.slice(0, 40)}”`)

type EntryProps<Item> = {
  list: EditableList<Item>
  index: number
  entry: string
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
    <Card component="li" data-entry={entryKey}>
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
          {summary.image && <Thumbnail url={summary.image} />}
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' }}>
              {summary.title.trim() || `Empty ${entry}`}
            </Typography>
            {summary.note && (
              <Typography noWrap variant="body2" sx={{ color: 'text.secondary' }}>
                {summary.note}
              </Typography>
            )}
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

function Thumbnail({ url }: { url: string }) {
  return (
    <Box
      component="img"
      src={url}
      alt=""
      sx={{ flex: 'none', width: 44, height: 32, objectFit: 'cover', borderRadius: '4px', bgcolor: 'action.hover' }}
    />
  )
}
