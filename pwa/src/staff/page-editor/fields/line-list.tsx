import { contentLimits } from '@kerbside/schema/pages/content/content-fields'
import { Box, Typography } from '@mui/material'
import { errorsOf, type Cursor } from './cursor.ts'
import { AddButton, Entries, LineEntry } from './list-parts.tsx'
import { useList } from './use-list.ts'

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
  const list = useList(field)
  return (
    <Box role="group" aria-label={label}>
      {!titled && (
        <Typography variant="h3" component="p">
          {label}
        </Typography>
      )}
      <Box sx={{ mt: titled ? 0 : 1 }}>
        <Entries
          list={list}
          name={(text) => `${entry} “${text.slice(0, 40)}”`}
          renderEntry={(line, entryKey, index) => (
            <LineEntry
              {...{ list, entryKey, index, max }}
              path={line.path}
              name={`${entry} ${index + 1}`}
              text={line.value}
              onChange={(text) => line.update(() => text)}
              errors={errorsOf(line)}
              create={multiline ? undefined : newLine}
            />
          )}
        >
          <AddButton {...{ list, max }} label={`Add ${entry}`} create={newLine} />
        </Entries>
      </Box>
    </Box>
  )
}

const newLine = () => ''
const max = contentLimits.items
