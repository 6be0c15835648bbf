import { useQuery } from '@tanstack/react-query'
import { leadStats } from '../leads/leads.queries.ts'

type Figures = Awaited<ReturnType<NonNullable<ReturnType<typeof leadStats>['queryFn']>>>

/** Reads one figure: null while it loads, undefined when it could not be had. */
export function useLeadFigures() {
  const { data, isPending } = useQuery(leadStats())
  return (pick: (figures: Figures) => number) => (data ? pick(data) : isPending ? null : undefined)
}
