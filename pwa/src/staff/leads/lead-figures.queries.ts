import { queryOptions, useQuery } from '@tanstack/react-query'
import { graphql, query, type ResultOf } from '../../api/graphql.ts'
import type { Stat } from '../ui/stat-cards.tsx'
import { leadKeys, liveMs } from './leads.queries.ts'

const Stats = graphql(`
  query LeadStats {
    leadStats {
      total
      new
      contacted
      quoted
      converted
      lost
      conversionRate
      thisWeek
    }
  }
`)

const leadStats = () =>
  queryOptions({
    queryKey: leadKeys.stats,
    queryFn: async () => withPending((await query(Stats, {})).leadStats),
    refetchInterval: liveMs,
  })

const withPending = (stats: ResultOf<typeof Stats>['leadStats']) => ({
  ...stats,
  pending: stats.new + stats.contacted + stats.quoted,
})
type LeadStats = ReturnType<typeof withPending>

type Figure = (name: keyof LeadStats) => Stat['value']

/** Reads one figure: null while it loads, undefined when it could not be loaded. */
export function useLeadFigures(): Figure {
  const { data, isPending } = useQuery(leadStats())
  return (name) => (data ? data[name] : isPending ? null : undefined)
}

/** Above a manager's list and on the manager's dashboard. `pending`: nobody has won or lost the job yet. */
export const managerFigures = (figure: Figure): Stat[] => [
  { label: 'Total Leads', value: figure('total') },
  { label: 'Pending', value: figure('pending') },
  { label: 'Converted', value: figure('converted') },
  { label: 'This Week', value: figure('thisWeek') },
]
