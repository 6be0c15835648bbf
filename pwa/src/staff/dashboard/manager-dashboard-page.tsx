import InboxIcon from '@mui/icons-material/MoveToInboxOutlined'
import NewReleasesIcon from '@mui/icons-material/NewReleasesOutlined'
import { usePageTitle } from '../ui/page-title.ts'
import { StatCards } from '../ui/stat-cards.tsx'
import { DashboardColumns } from './dashboard-columns.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentLeads } from './recent-leads.tsx'
import { openCounts, SummaryCards } from './summary-cards.tsx'
import { useLeadFigures } from './use-lead-figures.ts'

const actions = [
  { label: 'New Leads', hint: 'Nobody has contacted them yet', to: '/manager/leads?status=new', Icon: NewReleasesIcon },
  { label: 'My Leads', hint: 'Search and view leads', to: '/manager/leads', Icon: InboxIcon },
]

export function ManagerDashboardPage() {
  usePageTitle('Dashboard')
  const figure = useLeadFigures()
  return (
    <>
      <StatCards
        label="Key figures"
        stats={[
          { label: 'Total Leads', value: figure(({ total }) => total) },
          { label: 'Pending', value: figure((figures) => figures.new + figures.contacted + figures.quoted) },
          { label: 'Converted', value: figure(({ converted }) => converted) },
          { label: 'This Week', value: figure(({ thisWeek }) => thisWeek) },
        ]}
      />
      <SummaryCards listPath="/manager/leads" counts={openCounts(figure)} />
      <DashboardColumns
        main={<RecentLeads title="Newest Leads" listPath="/manager/leads" />}
        side={<QuickActions actions={actions} />}
      />
    </>
  )
}
