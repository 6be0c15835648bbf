import type { SxProps } from '@mui/material'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListSkeleton } from './lists/list.tsx'
import { LoadFailure, StaleNotice } from './notices.tsx'

type LoadedQuery = Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching' | 'isPending' | 'isLoadingError'>

type QueryStateProps = {
  query: LoadedQuery & Parameters<typeof StaleNotice>[0]['query']
  /** For screen readers, where no visible text reports the loading. */
  loading?: string
  /** The rows of the skeleton of a list. */
  rows?: number
  /** Stands where something else than a list is loading. */
  skeleton?: ReactNode
  /** Shows also when the data are not the latest. A part of a screen leaves that to its screen. */
  staleNotice?: boolean
  /** Above why it could not be loaded. */
  failed?: string | undefined
  failureSx?: SxProps
}

/** In place of what a query loads: its skeleton, or why it could not be loaded, with Try again. */
export function QueryState({ query, loading, rows = 0, skeleton, staleNotice, failed, failureSx }: QueryStateProps) {
  return (
    <>
      {staleNotice && <StaleNotice query={query} />}
      {query.isPending && (skeleton ?? <ListSkeleton rows={rows} label={loading} />)}
      {query.isLoadingError && <LoadFailure query={query} title={failed} sx={failureSx} />}
    </>
  )
}
