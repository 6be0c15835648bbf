import CallIcon from '@mui/icons-material/EditCalendarOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import MenuIcon from '@mui/icons-material/ExpandMore'
import PersonAddIcon from '@mui/icons-material/PersonAddAltOutlined'
import StatusIcon from '@mui/icons-material/SwapHoriz'
import BoardIcon from '@mui/icons-material/ViewKanbanOutlined'
import ListIcon from '@mui/icons-material/ViewListOutlined'
import {
  Alert,
  Box,
  Button,
  Checkbox,
  ListItemIcon,
  Menu,
  MenuItem,
  ToggleButton,
  ToggleButtonGroup,
  useMediaQuery,
  type ButtonProps,
  type Theme,
} from '@mui/material'
import { useState } from 'react'
import { useCan } from '../../../api/session.ts'
import { headerHeight } from '../../ui/page-title.ts'
import { Muted } from '../../ui/section.tsx'
import { countText, numberOfLeads } from '../lead-labels.ts'
import type { LeadTotal, LeadView } from '../leads.queries.ts'
import type { BulkAction } from '../bulk/bulk-changes.queries.ts'
import type { Selection } from './use-selection.ts'

export const listBarHeight = 52
/** Of the search on a phone. */
export const searchRowHeight = 56

type LeadListBarProps = {
  /** How many leads there are, in words. */
  summary: string
  /** Null for those who may not change leads. */
  selection: Selection | null
  onAct: (kind: BulkAction['kind']) => void
  view: LeadView | null
  onView: (view: LeadView | null) => void
}

/** The number of leads and what can be done with the selected ones; it sticks, so that this stays in reach. */
export function LeadListBar({ summary, selection, onAct, view, onView }: LeadListBarProps) {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'))
  const isSelecting = selection !== null && selection.count > 0
  return (
    <Box
      sx={{
        // On a phone the search sticks above it, and without a selection there is nothing to do here.
        position: { xs: isSelecting ? 'sticky' : 'static', md: 'sticky' },
        top: { xs: headerHeight + searchRowHeight, md: headerHeight },
        zIndex: 3,
        display: 'flex',
        alignItems: 'center',
        columnGap: 1,
        minHeight: listBarHeight,
        px: 2,
        bgcolor: 'background.paper',
      }}
    >
      {isPhone && selection && (
        <Checkbox
          {...selection.ofPage}
          sx={{ ml: -1 }}
          slotProps={{ input: { 'aria-label': 'Select all on this page' } }}
        />
      )}
      <Muted role="status" sx={{ flexGrow: 1 }}>
        {isSelecting ? `${numberOfLeads(selection.count, selection.isCapped)} selected` : summary}
      </Muted>
      {selection && <BulkButtons selection={selection} onAct={onAct} />}
      <ViewSwitch view={view} onView={onView} />
    </Box>
  )
}

/** Its labels are seen where there is room for them. */
const ViewSwitch = ({ view, onView }: Pick<LeadListBarProps, 'view' | 'onView'>) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    aria-label="Show the leads as"
    value={view ?? 'list'}
    onChange={(_event, chosen: LeadView | 'list' | null) =>
      chosen !== null && onView(chosen === 'list' ? null : chosen)
    }
    sx={{ flexShrink: 0 }}
  >
    {[
      { value: 'list', label: 'List', Icon: ListIcon },
      { value: 'board', label: 'Board', Icon: BoardIcon },
    ].map(({ value, label, Icon }) => (
      <ToggleButton key={value} value={value} aria-label={label} sx={{ py: 0.375, gap: 0.5, textTransform: 'none' }}>
        <Icon fontSize="small" />
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
          {label}
        </Box>
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)

type BulkEntry = { kind: BulkAction['kind']; label: string; Icon: typeof CallIcon; color: ButtonProps['color'] }

const entries: readonly BulkEntry[] = [
  { kind: 'assign', label: 'Assign Leads', Icon: PersonAddIcon, color: 'primary' },
  { kind: 'message', label: 'Send Follow-up', Icon: MailIcon, color: 'primary' },
  { kind: 'status', label: 'Update Status', Icon: StatusIcon, color: 'primary' },
  { kind: 'follow-up', label: 'Schedule Calls', Icon: CallIcon, color: 'primary' },
]
const deletion: BulkEntry = { kind: 'delete', label: 'Delete Selected', Icon: DeleteIcon, color: 'error' }

/** Beside each other, or in a menu where there is no room for that. */
function BulkButtons({ selection, onAct }: Pick<LeadListBarProps, 'onAct'> & { selection: Selection }) {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('lg'))
  const mayDelete = useCan('lead:delete')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const shown = mayDelete ? [...entries, deletion] : entries
  const disabled = selection.count === 0
  const labelOf = ({ kind, label }: BulkEntry) =>
    kind === 'delete' && !disabled ? `${label} (${countText(selection)})` : label
  if (!isNarrow) {
    return shown.map((entry) => (
      <Button
        key={entry.kind}
        size="small"
        variant="outlined"
        color={entry.color}
        startIcon={<entry.Icon />}
        disabled={disabled}
        onClick={() => onAct(entry.kind)}
        sx={{ flexShrink: 0 }}
      >
        {labelOf(entry)}
      </Button>
    ))
  }
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        endIcon={<MenuIcon />}
        disabled={disabled}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ flexShrink: 0 }}
      >
        Actions
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {shown.map((entry) => (
          <MenuItem
            key={entry.kind}
            sx={entry.color === 'error' ? { color: 'error.main' } : {}}
            onClick={() => {
              setAnchor(null)
              onAct(entry.kind)
            }}
          >
            <ListItemIcon sx={{ color: 'inherit' }}>
              <entry.Icon fontSize="small" />
            </ListItemIcon>
            {labelOf(entry)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

/** Once the whole page is selected: the way to all that match, and back. */
export function SelectEverything({ selection, total }: { selection: Selection; total: LeadTotal }) {
  if (!selection.hasMore && !selection.isEverything) return null
  const all = numberOfLeads(total.totalCount, total.totalIsCapped)
  const action = selection.isEverything ? (
    <Button size="small" color="inherit" onClick={selection.clear} sx={{ whiteSpace: 'nowrap' }}>
      Clear selection
    </Button>
  ) : (
    <Button size="small" color="inherit" onClick={selection.selectEverything}>
      Select all {all.replace(/ leads?$/, '')} that match
    </Button>
  )
  return (
    <Alert
      severity="info"
      icon={false}
      action={action}
      sx={{ mx: 2, mb: 1, py: 0, alignItems: 'center', '& .MuiAlert-action': { p: 0 } }}
    >
      {selection.isEverything
        ? `All ${all} that match are selected.`
        : `The ${selection.count} on this page are selected.`}
    </Alert>
  )
}
