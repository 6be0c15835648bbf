import type { SxProps } from '@mui/material'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure, StaleNotice } from './notices.tsx'

export type ShownQuery<Data> = Pick<
  UseQueryResult<Data>,
  | 'data'
  | 'error'
  | 'refetch'
  | 'isFetching'
  | 'isPending'
  | 'isLoadingError'
  | 'isRefetchError'
  | 'dataUpdatedAt'
  | 'failureReason'
>

type QueryStateProps<Data> = {
  query: ShownQuery<Data>
  /** In place of the data while they load. */
  skeleton: ReactNode
  /** Shows also when the data are not the latest. A part of a screen leaves that to its screen. */
  staleNotice?: boolean
  failureSx?: SxProps
  children?: (data: Data) => ReactNode
}

/** What a query has loaded; before that its skeleton, or why it could not be loaded, with Try again. */
export function QueryState<Data>({ query, skeleton, staleNotice, failureSx, children }: QueryStateProps<Data>) {
  return (
    <>
      {staleNotice && <StaleNotice query={query} />}
      {query.isPending && skeleton}
      {query.isLoadingError && <LoadFailure query={query} sx={failureSx} />}
      {query.data !== undefined && children?.(query.data)}
    </>
  )
}
