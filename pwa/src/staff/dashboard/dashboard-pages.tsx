import { Box, Card, CardActionArea, Skeleton, Typography, useMediaQuery, type Theme } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { countText, statusLabels } from '../leads/lead-labels.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { isWaiting, QueryState } from '../ui/query-state.tsx'
import { Muted } from '../ui/section.tsx'
import { StatCards, type Stat } from '../ui/stat-cards.tsx'
import { toneStyle } from '../ui/tone-chip.tsx'
import { userList } from '../users/users.queries.ts'
import { dashboardFigures, type LeadFigure } from './dashboard.queries.ts'
import { listAddress, ListPath, useFigureAddress } from './lead-figure.tsx'
import { NearlyDueHint } from './nearly-due-hint.tsx'
import { adminActions, managerActions, QuickActions } from './quick-actions.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { Pulse, Reports } from './reports.tsx'
import { Tasks } from './tasks.tsx'
import { WeeklyPerformance } from './weekly-performance.tsx'

type FigureName = Exclude<keyof NonNullable<ReturnType<typeof useFigures>['data']>, 'conversionRate'>

const useFigures = () => useQuery(dashboardFigures())

/** A card whose number opens its list. */
function useFigureStat(listPath: string) {
  const query = useFigures()
  return (label: string, name: FigureName): Stat => {
    if (!query.data) return { label, value: isWaiting(query) ? null : undefined }
    const figure = query.data[name]
    return { label, value: figure.count, isCapped: figure.isCapped, to: listAddress(listPath, figure) }
  }
}

export function AdminDashboardPage() {
  const listPath = '/admin/leads'
  const stat = useFigureStat(listPath)
  const figures = useFigures()
  const users = useQuery(userList())
  const activeUsers = users.data?.filter(({ status }) => status === 'active').length
  const stats: Stat[] = [
    stat('Total Leads', 'total'),
    stat('New This Week', 'thisWeek'),
    {
      label: 'Conversion Rate',
      value: figures.data?.conversionRate ?? (isWaiting(figures) ? null : undefined),
      percent: true,
    },
    {
      label: 'Active Users',
      value: isWaiting(users) ? null : activeUsers,
      ...(activeUsers !== undefined && { to: '/admin/users?status=active' }),
    },
  ]
  return (
    <Dashboard stats={stats} listPath={listPath} actions={<QuickActions actions={adminActions} />} hasPulse>
      <RecentActivity />
    </Dashboard>
  )
}

export function ManagerDashboardPage() {
  // In the order of the document, so that it is the order of the keyboard too.
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'))
  const listPath = '/manager/leads'
  const stat = useFigureStat(listPath)
  const stats = [
    stat('Total Leads', 'total'),
    stat('Pending', 'pending'),
    stat('Converted', 'converted'),
    stat('This Week', 'thisWeek'),
  ]
  const side = (
    <>
      <QuickActions actions={managerActions} />
      <WeeklyPerformance />
    </>
  )
  return (
    <Dashboard stats={stats} listPath={listPath} actions={side} first={isPhone && <Tasks />}>
      {!isPhone && <Tasks />}
    </Dashboard>
  )
}

type DashboardProps = {
  stats: readonly Stat[]
  listPath: string
  actions: ReactNode
  first?: ReactNode
  children: ReactNode
  /** Leads a day and answer times in the first screen. */
  hasPulse?: boolean
}

function Dashboard({ stats, listPath, actions, first, children, hasPulse = false }: DashboardProps) {
  usePageTitle('Dashboard')
  const figures = useFigures()
  const column = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' } as const
  return (
    <ListPath value={listPath}>
      <QueryState query={figures} skeleton={null} failureSx={{ mb: 2 }} staleNotice />
      <NearlyDueHint />
      {first && <Box sx={{ ...column, mb: 2 }}>{first}</Box>}
      <StatCards label="Key figures" stats={stats} />
      {hasPulse && <Pulse />}
      <SummaryCards />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
          mb: 3,
        }}
      >
        <Box sx={column}>{children}</Box>
        <Box sx={column}>{actions}</Box>
      </Box>
      <Reports isBelowPulse={hasPulse} />
    </ListPath>
  )
}

/** The leads that are waiting for somebody, and for what. */
const openStatuses = [
  { status: 'NEW', name: 'new', hint: 'Waiting for first contact' },
  { status: 'CONTACTED', name: 'contacted', hint: 'Waiting for a quote' },
  { status: 'QUOTED', name: 'quoted', hint: 'Waiting for a decision' },
] as const

/** The number of leads with each of these statuses; a card opens the list with that filter. */
function SummaryCards() {
  const query = useFigures()
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
          <SummaryCard key={status} status={status} hint={hint} figure={isWaiting(query) ? null : query.data?.[name]} />
        ))}
      </Box>
    </Box>
  )
}

type SummaryCardProps = {
  status: (typeof openStatuses)[number]['status']
  hint: string
  figure: LeadFigure | null | undefined
}

function SummaryCard({ status, hint, figure }: SummaryCardProps) {
  const content = (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1.25 }}>
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
      <Typography component="div" sx={{ fontWeight: 700, fontSize: '1.125rem', whiteSpace: 'nowrap' }}>
        {figure ? countText(figure) : figure === null ? <Skeleton width={24} /> : '—'}
      </Typography>
    </Box>
  )
  return <Card>{figure ? <ListArea figure={figure}>{content}</ListArea> : content}</Card>
}

const ListArea = ({ figure, children }: { figure: LeadFigure; children: ReactNode }) => (
  <CardActionArea component={RouterLink} to={useFigureAddress(figure)}>
    {children}
  </CardActionArea>
)
