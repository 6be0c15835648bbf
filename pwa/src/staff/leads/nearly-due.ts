import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { graphql, query } from '../../api/graphql.ts'
import { leadKeys, liveMs } from './leads.queries.ts'

const NearlyDue = graphql(`
  query NearlyDue {
    dashboard {
      nearlyDue {
        count
        isCapped
        filter {
          waiting
          from
          to
        }
      }
    }
  }
`)

/** The leads about to miss the promise. A change of a lead makes them load again. */
export const nearlyDue = () =>
  queryOptions({
    queryKey: [...leadKeys.all, 'nearly-due'],
    queryFn: async () => (await query(NearlyDue, {})).dashboard.nearlyDue,
    refetchInterval: liveMs,
  })

/** The icon of the installed app counts them while somebody is signed in here. */
export function useIconBadge(): void {
  const { data, dataUpdatedAt } = useQuery(nearlyDue())
  // Also when the number is the same as before: a notification may have shown another one meanwhile.
  useEffect(() => {
    if (data) showBadge(data.count)
  }, [data, dataUpdatedAt])
  useEffect(() => () => showBadge(0), [])
}

function showBadge(count: number): void {
  // A browser without badges, or an app that is not installed, has none to show.
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  shown?.catch(() => {})
}
