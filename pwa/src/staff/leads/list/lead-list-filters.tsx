import FilterIcon from '@mui/icons-material/FilterList'
import ChartIcon from '@mui/icons-material/BarChart'
import ReportIcon from '@mui/icons-material/ReportGmailerrorredOutlined'
import { Box, Button, Chip, Drawer, Typography, useMediaQuery, type Theme } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useCan } from '../../../api/session.ts'
import { ExportLeads } from '../exports/export-leads.tsx'
import { SearchField } from '../../ui/lists/filter-fields.tsx'
import { headerHeight } from '../../ui/page-title.ts'
import { shownMoment } from '../../ui/times.ts'
import { toneStyle } from '../../ui/tone-chip.tsx'
import { heldQuoteCount } from '../held/held.queries.ts'
import { ImportLeads } from '../imports/import-leads.tsx'
import { noFilter, type LeadFilterState } from '../lead-filter.ts'
import { statusLabels } from '../lead-labels.ts'
import { AssigneeField, MoreFilterFields, SortField, StatusField, useAssigneeLabels } from './lead-filter-fields.tsx'
import { searchRowHeight } from './lead-list-bar.tsx'
import { SavedViewsMenu } from './saved-views.tsx'
import type { ListState } from './use-lead-list-state.ts'

type FiltersProps = {
  list: ListState
  /** How many leads match, in words. */
  found: string
}

type LeadListFiltersProps = FiltersProps & { searchLabel: string; reportPath: string | undefined }

/** Search, filters and sort: beside each other, or on a phone in a sheet. */
export function LeadListFilters({ list, found, searchLabel, reportPath }: LeadListFiltersProps) {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'))
  const maySeeHeld = useCan('held-quote:decide')
  const search = (
    <SearchField label={searchLabel} value={list.state.search} onSearch={(text) => list.show({ search: text })} />
  )
  const actions = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: { md: 1 }, ml: { md: 'auto' } }}>
      <SavedViewsMenu list={list} />
      <ExportLeads filter={list.state} />
      <ImportLeads />
      {reportPath && (
        <Button color="inherit" startIcon={<ChartIcon />} component={Link} to={reportPath}>
          Generate Report
        </Button>
      )}
      {maySeeHeld && <HeldBadge />}
    </Box>
  )
  if (isPhone) {
    return (
      <>
        <Box sx={searchRow}>
          {search}
          <FilterSheet list={list} found={found} />
        </Box>
        <Box sx={oneLine}>{actions}</Box>
        <Box sx={{ px: 2 }}>{list.isFiltered && <ActiveFilters list={list} />}</Box>
      </>
    )
  }
  return (
    <Box sx={{ p: 2, pb: 1 }}>
      <FieldRow>
        {search}
        <StatusField list={list} />
        <AssigneeField list={list} />
        {actions}
      </FieldRow>
      <Box sx={{ mt: 1.5 }}>
        <FieldRow>
          <MoreFilterFields list={list} />
          <Box sx={{ ml: 'auto', display: 'flex' }}>
            <SortField list={list} />
          </Box>
        </FieldRow>
      </Box>
      {list.isFiltered && <ActiveFilters list={list} />}
    </Box>
  )
}

/** On a phone the actions take one line, so that six leads are seen below it. */
const oneLine = {
  px: 1,
  overflowX: 'auto',
  '& > div': { flexWrap: 'nowrap' },
  '& .MuiButton-root': { px: 0.75, whiteSpace: 'nowrap', flexShrink: 0 },
} as const

/** On a phone the search stays in reach below the header. */
const searchRow = {
  position: 'sticky',
  top: headerHeight,
  zIndex: 4,
  display: 'flex',
  flexWrap: 'nowrap',
  alignItems: 'center',
  gap: 1,
  minHeight: searchRowHeight,
  px: 1,
  pt: 0.75,
  borderRadius: 2,
  bgcolor: 'background.paper',
} as const

const FieldRow = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1.5 }}>{children}</Box>
)

function FilterSheet({ list, found }: FiltersProps) {
  const [open, setOpen] = useState(false)
  const count = useActiveFilters(list).filter(({ name }) => name !== 'search').length
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<FilterIcon />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        sx={{ borderColor: 'divider', height: 40, px: 1.25 }}
      >
        Filters{count > 0 && ` (${count})`}
      </Button>
      <Drawer
        anchor="bottom"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Filters', sx: { borderRadius: '12px 12px 0 0', p: 2 } } }}
      >
        <Typography variant="h2" component="p" sx={{ mb: 2 }}>
          Filters
        </Typography>
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', alignItems: 'center', gap: 2 }}>
          <StatusField list={list} />
          <AssigneeField list={list} />
          <MoreFilterFields list={list} />
          <Box sx={{ gridColumn: '1 / -1', display: 'grid' }}>
            <SortField list={list} />
          </Box>
        </Box>
        <Box sx={{ display: 'flex', gap: 1, mt: 2 }}>
          <Button color="inherit" disabled={!list.isFiltered} onClick={list.clear}>
            Clear filters
          </Button>
          <Button variant="contained" sx={{ flexGrow: 1 }} onClick={() => setOpen(false)}>
            Show {found}
          </Button>
        </Box>
      </Drawer>
    </>
  )
}

type ActiveFilter = { name: keyof LeadFilterState; label: string }

function useActiveFilters({ state }: ListState): ActiveFilter[] {
  const assigneeLabels = useAssigneeLabels(state.assignedTo)
  const labels: Record<keyof LeadFilterState, string | false | null | undefined> = {
    search: state.search && `“${state.search}”`,
    status: state.status && statusLabels[state.status].label,
    assignedTo: state.assignedTo && assigneeLabels[state.assignedTo]?.label,
    from: state.from && `From ${shownMoment(state.from, 'from')}`,
    to: state.to && `To ${shownMoment(state.to, 'to')}`,
    source: state.source && `Source ${state.source}`,
    followUp: state.followUp && 'Follow-up due',
    pending: state.pending && 'Pending',
    waiting: state.waiting && 'Waiting for an answer',
    awaitingPrice: state.awaitingPrice && 'Waiting for a price for 5 days',
    awaitingConfirmation: state.awaitingConfirmation && 'Chosen, not confirmed for 2 days',
    area: state.area && `Area ${state.area.toUpperCase()}`,
  }
  return (Object.keys(labels) as ActiveFilter['name'][]).flatMap((name) => {
    const label = labels[name]
    return label ? [{ name, label }] : []
  })
}

/** Each is taken away by a press on it. */
function ActiveFilters({ list }: { list: ListState }) {
  const remove = ({ name }: ActiveFilter) => list.show({ [name]: noFilter[name] })
  return (
    <Box
      role="group"
      aria-label="Active filters"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, mt: 1.5 }}
    >
      {useActiveFilters(list).map((filter) => (
        <Chip
          key={filter.name}
          label={filter.label}
          aria-label={`Remove the filter ${filter.label}`}
          onClick={() => remove(filter)}
          onDelete={() => remove(filter)}
          sx={{ maxWidth: 260 }}
        />
      ))}
      <Button size="small" onClick={list.clear}>
        Clear filters
      </Button>
    </Box>
  )
}

/** How many quotes wait for a decision, and the link to them. */
function HeldBadge() {
  const { data: count = 0 } = useQuery(heldQuoteCount())
  return (
    <Button component={Link} to="/admin/held" startIcon={<ReportIcon />} sx={{ flexShrink: 0 }}>
      Held quotes{' '}
      {count > 0 && (
        <Box component="span" sx={[toneStyle('amber'), { ml: 1, px: 0.875, borderRadius: 99, fontWeight: 700 }]}>
          {count.toLocaleString('en-GB')}
        </Box>
      )}
    </Button>
  )
}
