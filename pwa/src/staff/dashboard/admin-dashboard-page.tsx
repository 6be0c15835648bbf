import InboxIcon from '@mui/icons-material/MoveToInboxOutlined'
import PeopleIcon from '@mui/icons-material/PeopleAltOutlined'
import { useQuery } from '@tanstack/react-query'
import { usePageTitle } from '../ui/page-title.ts'
import { StatCards } from '../ui/stat-cards.tsx'
import { userList } from '../users/users.queries.ts'
import { DashboardColumns } from './dashboard-columns.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentLeads } from './recent-leads.tsx'
import { openCounts, SummaryCards } from './summary-cards.tsx'
import { useLeadFigures } from './use-lead-figures.ts'

const actions = [
  { label: 'Manage Leads', hint: 'Search, view and delete leads', to: '/admin/leads', Icon: InboxIcon },
  { label: 'Manage Users', hint: 'Who may sign in, and as what', to: '/admin/users', Icon: PeopleIcon },
]

export function AdminDashboardPage() {
  usePageTitle('Dashboard')
  const figure = useLeadFigures()
  const activeUsers = useActiveUsers()
  return (
    <>
      <StatCards
        label="Key figures"
        stats={[
          { label: 'Total Leads', value: figure(({ total }) => total) },
          { label: 'New This Week', value: figure(({ thisWeek }) => thisWeek) },
          { label: 'Conversion Rate', value: figure(({ conversionRate }) => conversionRate), percent: true },
          { label: 'Active Users', value: activeUsers },
        ]}
      />
      <SummaryCards listPath="/admin/leads" counts={openCounts(figure)} />
      <DashboardColumns
        main={<RecentLeads title="Recent Activity" listPath="/admin/leads" />}
        side={<QuickActions actions={actions} />}
      />
    </>
  )
}

function useActiveUsers(): number | null | undefined {
  const { data, isPending } = useQuery(userList())
  return data?.filter(({ status }) => status === 'active').length ?? (isPending ? null : undefined)
}
