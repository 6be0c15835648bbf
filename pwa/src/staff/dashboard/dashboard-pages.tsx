import type { SvgIconComponent } from '@mui/icons-material'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import InboxIcon from '@mui/icons-material/MoveToInboxOutlined'
import NewReleasesIcon from '@mui/icons-material/NewReleasesOutlined'
import PeopleIcon from '@mui/icons-material/PeopleAltOutlined'
import { Box, List, ListItem, ListItemButton, ListItemIcon, ListItemText } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router-dom'
import { managerFigures, useLeadFigures } from '../leads/lead-figures.queries.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { Section } from '../ui/section.tsx'
import { StatCards, type Stat } from '../ui/stat-cards.tsx'
import { userList } from '../users/users.queries.ts'
import { RecentLeads } from './recent-leads.tsx'
import { SummaryCards } from './summary-cards.tsx'

const adminActions = [
  { label: 'Manage Leads', hint: 'Search, view and delete leads', to: '/admin/leads', Icon: InboxIcon },
  { label: 'Manage Users', hint: 'Who may sign in, and as what', to: '/admin/users', Icon: PeopleIcon },
]
const managerActions = [
  { label: 'New Leads', hint: 'Nobody has contacted them yet', to: '/manager/leads?status=new', Icon: NewReleasesIcon },
  { label: 'My Leads', hint: 'Search and view leads', to: '/manager/leads', Icon: InboxIcon },
]

export function AdminDashboardPage() {
  const figure = useLeadFigures()
  const users = useQuery(userList())
  const activeUsers = users.data?.filter(({ status }) => status === 'active').length
  const stats = [
    { label: 'Total Leads', value: figure('total') },
    { label: 'New This Week', value: figure('thisWeek') },
    { label: 'Conversion Rate', value: figure('conversionRate'), percent: true },
    { label: 'Active Users', value: users.isPending ? null : activeUsers },
  ]
  return <Dashboard stats={stats} recent="Recent Activity" listPath="/admin/leads" actions={adminActions} />
}

export function ManagerDashboardPage() {
  const stats = managerFigures(useLeadFigures())
  return <Dashboard stats={stats} recent="Newest Leads" listPath="/manager/leads" actions={managerActions} />
}

type DashboardProps = { stats: readonly Stat[]; recent: string; listPath: string; actions: readonly QuickAction[] }

function Dashboard({ stats, recent, listPath, actions }: DashboardProps) {
  usePageTitle('Dashboard')
  return (
    <>
      <StatCards label="Key figures" stats={stats} />
      <SummaryCards listPath={listPath} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
        }}
      >
        <Box sx={{ order: { xs: 2, lg: 1 } }}>
          <RecentLeads title={recent} listPath={listPath} />
        </Box>
        <Box sx={{ order: { xs: 1, lg: 2 } }}>
          <QuickActions actions={actions} />
        </Box>
      </Box>
    </>
  )
}

type QuickAction = { label: string; hint: string; to: string; Icon: SvgIconComponent }

function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  return (
    <Section title="Quick Actions">
      <List disablePadding sx={{ mx: -1 }}>
        {actions.map(({ label, hint, to, Icon }) => (
          <ListItem key={to} disablePadding>
            <ListItemButton component={RouterLink} to={to} sx={{ borderRadius: 1, px: 1 }}>
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
