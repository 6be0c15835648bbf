import Box from '@mui/material/Box'
import { ChoiceField } from '../ui/choice-field.tsx'
import { SearchField } from '../ui/search-field.tsx'
import type { UserFilter } from './user-filter.ts'
import { roleChoices, userStatusChoices } from './user-labels.tsx'

type UserFiltersProps = { filter: UserFilter; change: (changes: Partial<UserFilter>) => void }

export function UserFilters({ filter, change }: UserFiltersProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <SearchField
        label="Search name, email or department"
        value={filter.search}
        onSearch={(search) => change({ search })}
      />
      <ChoiceField
        label="Role"
        all="All roles"
        value={filter.role}
        choices={roleChoices}
        onChoose={(role) => change({ role })}
      />
      <ChoiceField
        label="Status"
        all="All statuses"
        value={filter.status}
        choices={userStatusChoices}
        onChoose={(status) => change({ status })}
      />
    </Box>
  )
}
