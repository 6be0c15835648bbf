import { contentLimits } from '@kerbside/schema/pages/content/content-fields'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Fragment, useId } from 'react'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { AddButton } from './add-button.tsx'
import { errorsOf, entryOf, type Cursor } from './cursor.ts'
import { EntryButtons } from './entry-buttons.tsx'
import { RemovedNotice } from './removed-notice.tsx'
import { useList } from './use-list.ts'

type Props = {
  field: Cursor<string[]>
  label: string
  /** One of them, in lower case: "bullet". */
  entry: string
  help?: string
  multiline?: boolean
  /** The label is the title of the group around it already. */
  titled?: boolean
}

/** A list of texts: one row each. Enter in a row adds the next. */
export function LineList({ field, label, entry, help, multiline = false, titled = false }: Props) {
  const id = useId()
  const list = useList(field)
  const errors = errorsOf(field)
  const undo = list.removed && (
    <RemovedNotice
      name={`${entry} “${list.removed.item.slice(0, 40)}”`}
      putBack={list.putBack}
      entryKey={list.removed.key}
    />
  )
  return (
    <Box role="group" {...(titled ? { 'aria-label': label } : { 'aria-labelledby': id })}>
      {!titled && (
        <Typography variant="h3" component="p" id={id}>
          {label}
        </Typography>
      )}
      {help && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {help}
        </Typography>
      )}
      <Stack spacing={1} sx={{ mt: titled ? 0 : 1 }}>
        {list.keys.map((key, index) => (
          <Fragment key={key}>
            {list.removed?.index === index && undo}
            <Row field={entryOf(field, index)} rowKey={key} {...{ list, index, entry, multiline }} />
          </Fragment>
        ))}
        {list.removed !== null && list.removed.index >= list.keys.length && undo}
      </Stack>
      {errors.length > 0 && <FormHelperText error>{errors.join(' ')}</FormHelperText>}
      <AddButton label={`Add ${entry}`} count={list.keys.length} most={contentLimits.items} add={() => list.add('')} />
      <VisuallyHidden role="status">{list.said}</VisuallyHidden>
    </Box>
  )
}

/** A long line wraps on a narrow screen, but stays one line. */
const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ')

type RowProps = Pick<Props, 'entry' | 'multiline'> & {
  field: Cursor<string>
  rowKey: string
  index: number
  list: ReturnType<typeof useList<string>>
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
        slotProps={{ htmlInput: { 'aria-label': name.charAt(0).toUpperCase() + name.slice(1) } }}
      />
      <Box sx={{ pt: '4px' }}>
        <EntryButtons list={list} index={index} name={name} />
      </Box>
    </Box>
  )
}
