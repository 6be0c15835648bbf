import { Alert, type SxProps } from '@mui/material'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { ListSkeleton } from './lists/list.tsx'
import { LoadFailure, StaleNotice } from './notices.tsx'

type LoadedQuery = Pick<
  UseQueryResult,
  'error' | 'failureReason' | 'refetch' | 'isFetching' | 'isPending' | 'isLoadingError'
>

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

/** Milliseconds after which a skeleton says that it waits for the server. */
const slowMs = 6_000

/**
 * In place of what a query loads: its skeleton, or why it could not be loaded, with Try again. That comes with the first
 * failure: the tries that follow by themselves take half a minute.
 */
export function QueryState({ query, loading, rows = 0, skeleton, staleNotice, failed, failureSx }: QueryStateProps) {
  const hasFailed = query.isLoadingError || (query.isPending && query.failureReason !== null)
  const isWaiting = query.isPending && !hasFailed
  const isSlow = useIsAfter(slowMs, isWaiting)
  return (
    <>
      {staleNotice && <StaleNotice query={query} />}
      {isWaiting && isSlow && (
        <Alert severity="info" role="status" sx={failureSx ?? { mb: 2 }}>
          The server has not answered yet. Check your connection; a try ends by itself after 30 seconds.
        </Alert>
      )}
      {isWaiting && (skeleton ?? <ListSkeleton rows={rows} label={loading} />)}
      {hasFailed && <LoadFailure query={query} title={failed} sx={failureSx} />}
    </>
  )
}

function useIsAfter(milliseconds: number, isRunning: boolean): boolean {
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setAfter(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setAfter(false)
    }
  }, [milliseconds, isRunning])
  return isAfter
}
