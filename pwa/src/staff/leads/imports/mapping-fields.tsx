import { Alert, Box, Typography } from '@mui/material'
import { ChoiceField } from '../../ui/lists/filter-fields.tsx'
import { Muted } from '../../ui/section.tsx'
import type { LeadImport } from './imports.queries.ts'

type Mapped = Pick<LeadImport, 'columns' | 'fields'>
type Fields = readonly (string | null)[]

/** What every row needs and no column is yet. */
export const unmappedFields = ({ fields }: Mapped, chosen: Fields) =>
  fields.filter(({ name, isRequired }) => isRequired && !chosen.includes(name))

type MappingFieldsProps = { file: Mapped; fields: Fields; onChoose: (index: number, field: string | null) => void }

/** Each column of the file with its first value, and what it is. */
export function MappingFields({ file, fields, onChoose }: MappingFieldsProps) {
  const missing = unmappedFields(file, fields).map(({ label }) => label)
  const labels: Record<string, { label: string }> = Object.fromEntries(
    file.fields.map(({ name, label, isRequired }) => [name, { label: isRequired ? `${label} *` : label }]),
  )
  return (
    <>
      {missing.length > 0 && (
        <Alert severity="info" role="status" sx={{ mb: 2 }}>
          No column yet for {missing.join(', ')}.
        </Alert>
      )}
      <Box component="ul" aria-label="Columns of the file" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {file.columns.map(({ name, sample }, index) => (
          <Box
            component="li"
            key={index}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
              gap: 1,
              alignItems: 'center',
              py: 1,
              borderTop: index > 0 ? 1 : 0,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{name}</Typography>
              <Muted noWrap>{sample === '' ? 'Empty in the first rows' : sample}</Muted>
            </Box>
            <ChoiceField
              label={`What is ${name}?`}
              all="Not imported"
              value={fields[index] ?? null}
              labels={labels}
              onChoose={(field) => onChoose(index, field)}
            />
          </Box>
        ))}
      </Box>
    </>
  )
}
