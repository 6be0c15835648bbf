import type { SvgIconComponent } from '@mui/icons-material'
import ChartIcon from '@mui/icons-material/BarChart'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import FollowUpIcon from '@mui/icons-material/EventRepeatOutlined'
import InboxIcon from '@mui/icons-material/MoveToInboxOutlined'
import NewReleasesIcon from '@mui/icons-material/NewReleasesOutlined'
import ExplorerIcon from '@mui/icons-material/TravelExploreOutlined'
import PeopleIcon from '@mui/icons-material/PeopleAltOutlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import { List, ListItem, ListItemButton, ListItemIcon, ListItemText } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { Section } from '../ui/section.tsx'

type QuickAction = { label: string; hint: string; to: string; Icon: SvgIconComponent }

export const adminActions: readonly QuickAction[] = [
  { label: 'Manage Leads', hint: 'Search, view and delete leads', to: '/admin/leads', Icon: InboxIcon },
  { label: 'Generate Reports', hint: 'A period in figures and charts', to: '/admin/report', Icon: ChartIcon },
  { label: 'System Settings', hint: 'Promise, offers, sender, limits', to: '/admin/settings', Icon: SettingsIcon },
  { label: 'Manage Users', hint: 'Who may sign in, and as what', to: '/admin/users', Icon: PeopleIcon },
  { label: 'API Explorer', hint: 'Ask the data anything, in GraphiQL', to: '/graphql', Icon: ExplorerIcon },
]

export const managerActions: readonly QuickAction[] = [
  {
    label: 'Follow-up Queue',
    hint: 'Follow-ups that are due',
    to: '/manager/leads?filter=followup',
    Icon: FollowUpIcon,
  },
  { label: 'New Leads', hint: 'Waiting for first contact', to: '/manager/leads?status=new', Icon: NewReleasesIcon },
  { label: 'My Leads', hint: 'Search and view leads', to: '/manager/leads', Icon: InboxIcon },
]

export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  return (
    <Section title="Quick Actions">
      <List disablePadding sx={{ mx: -1 }}>
        {actions.map(({ label, hint, to, Icon }) => (
          <ListItem key={to} disablePadding>
            <ListItemButton {...target(to)} sx={{ borderRadius: 1, px: 1 }}>
              <ListItemIcon sx={{ minWidth: 36, color: 'primary.main' }}>
                <Icon fontSize="small" />
              </ListItemIcon>
              <ListItemText primary={label} secondary={hint} slotProps={{ primary: { sx: { fontWeight: 600 } } }} />
              <ChevronRightIcon fontSize="small" color="action" />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Section>
  )
}

/** GraphiQL is no screen of the app and opens beside it. */
const target = (to: string) =>
  to === '/graphql' ? { component: 'a', href: to, target: '_blank', rel: 'noopener' } : { component: RouterLink, to }
