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
  /** Stands where something else than a list is loading; null for nothing. */
  skeleton?: ReactNode
  /** Shows also when the data are not the latest. A part of a screen leaves that to its screen. */
  staleNotice?: boolean
  /** Above why it could not be loaded. */
  failed?: string | undefined
  failureSx?: SxProps
}

/** Milliseconds after which a skeleton says that it waits for the server. */
const slowMs = 6_000

/** Whether there is neither an answer nor a failure yet: the tries after the first one take half a minute. */
export const isWaiting = ({ isPending, failureReason }: Pick<LoadedQuery, 'isPending' | 'failureReason'>) =>
  isPending && failureReason === null

/**
 * In place of what a query loads: its skeleton, or why it could not be loaded, with Try again. That comes with the first
 * failure.
 */
export function QueryState({ query, loading, rows = 0, skeleton, staleNotice, failed, failureSx }: QueryStateProps) {
  const isFirstTry = isWaiting(query)
  const isSlow = useIsAfter(slowMs, isFirstTry)
  return (
    <>
      {staleNotice && <StaleNotice query={query} />}
      {isFirstTry && isSlow && (
        <Alert severity="info" role="status" sx={failureSx ?? { mb: 2 }}>
          The server has not answered yet. Check your connection; a try ends by itself after 30 seconds.
        </Alert>
      )}
      {isFirstTry && (skeleton === undefined ? <ListSkeleton rows={rows} label={loading} /> : skeleton)}
      {(query.isLoadingError || (query.isPending && !isFirstTry)) && (
        <LoadFailure query={query} title={failed} sx={failureSx} />
      )}
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
