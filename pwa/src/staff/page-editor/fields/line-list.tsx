import { contentLimits } from '@kerbside/schema/pages/content/content-fields'
import { Box, capitalize, Stack, TextField, Typography } from '@mui/material'
import { Fragment, useId } from 'react'
import { errorsOf, entryOf, type Cursor } from './cursor.ts'
import { AddButton, EntryButtons, ListFooter, RemovedNotice } from './list-parts.tsx'
import { useList, type EditableList } from './use-list.ts'

export type LineListOptions = {
  label: string
  /** One of them, in lower case: "bullet". */
  entry: string
  multiline?: boolean
  /** The label is the title of the group around it already. */
  titled?: boolean
}

type Props = LineListOptions & { field: Cursor<string[]> }

/** A list of texts: one row each. Enter in a row adds the next. */
export function LineList({ field, label, entry, multiline = false, titled = false }: Props) {
  const id = useId()
  const list = useList(field)
  const count = list.keys.length
  const nameOf = (text: string) => `${entry} “${text.slice(0, 40)}”`
  return (
    <Box role="group" {...(titled ? { 'aria-label': label } : { 'aria-labelledby': id })}>
      {!titled && (
        <Typography variant="h3" component="p" id={id}>
          {label}
        </Typography>
      )}
      <Stack spacing={1} sx={{ mt: titled ? 0 : 1 }}>
        {list.keys.map((key, index) => (
          <Fragment key={key}>
            <RemovedNotice list={list} name={nameOf} before={index} />
            <Row field={entryOf(field, index)} rowKey={key} {...{ list, index, entry, multiline }} />
          </Fragment>
        ))}
        <RemovedNotice list={list} name={nameOf} before={count} />
      </Stack>
      <ListFooter list={list}>
        <AddButton label={`Add ${entry}`} count={count} max={contentLimits.items} add={() => list.add('')} />
      </ListFooter>
    </Box>
  )
}

/** A long line wraps on a narrow screen, but stays one line. */
const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ')

type RowProps = Pick<Props, 'entry' | 'multiline'> & {
  field: Cursor<string>
  rowKey: string
  index: number
  list: EditableList<string>
}

function Row({ field, rowKey, list, index, entry, multiline }: RowProps) {
  const errors = errorsOf(field)
  const name = `${entry} ${index + 1}`
  return (
    <Box data-entry={rowKey} sx={{ display: 'flex', alignItems: 'start', gap: 0.5 }}>
      <TextField
        id={`line-${rowKey}`}
        value={field.value}
        onChange={({ target }) => field.update(() => (multiline ? target.value : oneLine(target.value)))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || multiline || event.nativeEvent.isComposing) return
          event.preventDefault()
          const last = index === list.keys.length - 1 && index < contentLimits.items - 1
          if (last && field.value !== '') list.add('')
        }}
        error={errors.length > 0}
        helperText={errors.join(' ') || undefined}
        multiline
        maxRows={8}
        fullWidth
        slotProps={{ htmlInput: { 'aria-label': capitalize(name) } }}
      />
      <Box sx={{ pt: '4px' }}>
        <EntryButtons list={list} index={index} name={name} />
      </Box>
    </Box>
  )
}
