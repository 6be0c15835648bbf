import { Box, Checkbox, FormControlLabel, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { ChoiceField, DayField } from '../../ui/lists/filter-fields.tsx'
import { assignees } from '../detail/work/work.queries.ts'
import { leadSorts, me, newestFirst, nobody } from '../lead-filter.ts'
import { statusLabels } from '../lead-labels.ts'
import type { ListState } from './use-lead-list-state.ts'

type FieldsProps = { list: ListState }

export const StatusField = ({ list: { state, show } }: FieldsProps) => (
  <ChoiceField
    label="Status"
    all="All statuses"
    value={state.status}
    labels={statusLabels}
    onChoose={(status) => show({ status })}
  />
)

export function AssigneeField({ list: { state, show } }: FieldsProps) {
  const labels = useAssigneeLabels(state.assignedTo)
  return (
    <ChoiceField
      label="Assignee"
      all="Anybody"
      value={state.assignedTo}
      labels={labels}
      onChoose={(assignedTo) => show({ assignedTo })}
    />
  )
}

/** What can be chosen of assignees: those of the team, and whoever is chosen though no longer on it. */
export function useAssigneeLabels(chosen: string | null): Record<string, { label: string }> {
  const { data: colleagues, isPending } = useQuery(assignees())
  const labels = {
    [me]: { label: 'Assigned to me' },
    [nobody]: { label: 'Unassigned' },
    ...Object.fromEntries((colleagues ?? []).map(({ id, name }) => [id, { label: name }])),
  }
  if (chosen === null || chosen in labels) return labels
  return { ...labels, [chosen]: { label: isPending ? 'Loading…' : 'A former colleague' } }
}

export function MoreFilterFields({ list: { state, show } }: FieldsProps) {
  return (
    <>
      <DayField label="Received from" value={state.from} onChoose={(from) => show({ from })} />
      <DayField label="Received to" value={state.to} onChoose={(to) => show({ to })} />
      <SourceField key={state.source} value={state.source} onChoose={(source) => show({ source })} />
      <FormControlLabel
        label="Follow-up due"
        control={
          <Checkbox
            size="small"
            checked={state.followUp}
            onChange={(event) => show({ followUp: event.target.checked })}
          />
        }
        sx={{ mr: 0 }}
      />
    </>
  )
}

export const SortField = ({ list: { state, show } }: FieldsProps) => (
  <Box sx={{ display: 'contents', '& > *': { minWidth: 190 } }}>
    <ChoiceField
      label="Sort by"
      all={newestFirst}
      value={state.sort}
      labels={leadSorts}
      onChoose={(sort) => show({ sort })}
    />
  </Box>
)

type SourceFieldProps = { value: string; onChoose: (source: string) => void }

/** A source is matched whole, so it filters when the field is left or Enter is pressed. */
function SourceField({ value, onChoose }: SourceFieldProps) {
  const choose = (text: string) => text.trim() !== value && onChoose(text.trim())
  return (
    <TextField
      label="Source"
      placeholder="utm_source"
      defaultValue={value}
      onBlur={(event) => choose(event.target.value)}
      onKeyDown={(event) =>
        event.key === 'Enter' && event.target instanceof HTMLInputElement && choose(event.target.value)
      }
      sx={{ flex: { xs: '1 1 140px', md: '0 1 150px' } }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { maxLength: 200, spellCheck: false, autoCapitalize: 'none' },
      }}
    />
  )
}
