import type { SvgIconComponent } from '@mui/icons-material'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import InboxIcon from '@mui/icons-material/MoveToInboxOutlined'
import NewReleasesIcon from '@mui/icons-material/NewReleasesOutlined'
import PeopleIcon from '@mui/icons-material/PeopleAltOutlined'
import {
  Box,
  Button,
  Card,
  CardActionArea,
  Link,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Skeleton,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router-dom'
import { StatusChip } from '../leads/lead-parts.tsx'
import { jobOf, nameOf, statusLabels } from '../leads/lead-labels.ts'
import { leadList, managerFigures, useLeadFigures } from '../leads/leads.queries.ts'
import { ListSkeleton } from '../ui/list.tsx'
import { EmptyState, LoadFailure, StaleNotice } from '../ui/notices.tsx'
import { formatAgo } from '../ui/times.ts'
import { toneStyle } from '../ui/tone-chip.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Muted, Row, Rows, Section } from '../ui/section.tsx'
import { StatCards, type Stat } from '../ui/stat-cards.tsx'
import { userList } from '../users/users.queries.ts'

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

/** The leads that are waiting for somebody, and for what. */
const openStatuses = [
  { status: 'NEW', name: 'new', hint: 'Waiting for first contact' },
  { status: 'CONTACTED', name: 'contacted', hint: 'Waiting for a quote' },
  { status: 'QUOTED', name: 'quoted', hint: 'Waiting for a decision' },
] as const

/** The number of leads with each of these statuses; a card opens the list with that filter. */
function SummaryCards({ listPath }: { listPath: string }) {
  const figure = useLeadFigures()
  return (
    <Box sx={{ containerType: 'inline-size', mb: { xs: 2, md: 3 } }}>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1.5, md: 2 },
          '@container (min-width: 600px)': { gridTemplateColumns: 'repeat(3, 1fr)' },
        }}
      >
        {openStatuses.map(({ status, name, hint }) => (
          <Card key={status}>
            <CardActionArea component={RouterLink} to={`${listPath}?status=${name}`} sx={{ px: 2, py: 1.25 }}>
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                <Box
                  aria-hidden
                  sx={[
                    toneStyle(statusLabels[status].tone),
                    { width: 10, height: 10, borderRadius: '50%', border: '2px solid currentColor' },
                  ]}
                />
                <Box sx={{ flexGrow: 1, minWidth: 0 }}>
                  <Typography sx={{ fontWeight: 600 }}>{statusLabels[status].label}</Typography>
                  <Muted>{hint}</Muted>
                </Box>
                <Typography sx={{ fontWeight: 700, fontSize: '1.125rem', whiteSpace: 'nowrap' }}>
                  {figure(name) === null ? <Skeleton width={24} /> : (figure(name) ?? '—')}
                </Typography>
              </Box>
            </CardActionArea>
          </Card>
        ))}
      </Box>
    </Box>
  )
}

function RecentLeads({ title, listPath }: { title: string; listPath: string }) {
  const leads = useQuery(leadList({ search: '', status: null, after: null, before: null }, 8))
  return (
    <Section
      title={title}
      action={
        <Button component={RouterLink} to={listPath} size="small">
          All leads
        </Button>
      }
    >
      {leads.isPending && <ListSkeleton rows={5} label="Loading leads…" />}
      {leads.isLoadingError && <LoadFailure query={leads} />}
      <StaleNotice query={leads} />
      {leads.data?.nodes.length === 0 && (
        <EmptyState title="No leads yet">A request sent with the quote form appears here within seconds.</EmptyState>
      )}
      <Rows>
        {leads.data?.nodes.map((lead) => (
          <Row
            key={lead.id}
            title={
              <Link component={RouterLink} to={`${listPath}/${lead.id}`} color="inherit" underline="hover">
                {nameOf(lead)}
              </Link>
            }
            detail={[jobOf(lead), lead.postcode, formatAgo(lead.createdAt)].filter(Boolean).join(' · ')}
          >
            <StatusChip status={lead.status} />
          </Row>
        ))}
      </Rows>
    </Section>
  )
}
