import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../api/session.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { StatCards, type Stat } from '../../ui/stat-cards.tsx'
import { leadStats } from '../leads.queries.ts'
import { LeadList } from './lead-list.tsx'

export type LeadListPageProps = {
  /** The path of the list; a lead is one segment below it. */
  path: '/admin/leads' | '/manager/leads'
  title: string
}

export function LeadListPage({ path, title }: LeadListPageProps) {
  usePageTitle(title)
  const stats = useLeadListStats(path === '/admin/leads')
  const mayDelete = useCan('lead:delete')
  const mayDecide = useCan('held-quote:decide')
  return (
    <>
      <StatCards label="Lead figures" stats={stats} />
      <LeadList path={path} mayDelete={mayDelete} mayDecide={mayDecide} />
    </>
  )
}

function useLeadListStats(forAdmin: boolean): readonly Stat[] {
  const { data, isPending } = useQuery(leadStats())
  const value = (pick: (figures: NonNullable<typeof data>) => number) =>
    data ? pick(data) : isPending ? null : undefined
  const total = { label: 'Total Leads', value: value((figures) => figures.total) }
  const converted = { label: 'Converted', value: value((figures) => figures.converted) }
  if (forAdmin)
    return [
      total,
      { label: 'New Leads', value: value((figures) => figures.new) },
      converted,
      { label: 'Conversion Rate', value: value((figures) => figures.conversionRate), percent: true },
    ]
  return [
    total,
    { label: 'Pending', value: value((figures) => figures.new + figures.contacted + figures.quoted) },
    converted,
    { label: 'This Week', value: value((figures) => figures.thisWeek) },
  ]
}
