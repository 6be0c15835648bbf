import { QueryClient } from '@tanstack/react-query'
import { mayPass } from './api-error.ts'

const minute = 60_000

/** docs/specification.md, 9.2: unused entries stay five minutes, three tries, one second doubling up to thirty. */
export const cacheRules = {
  keepUnusedMs: 5 * minute,
  retries: 3,
  retryDelay: (attempt: number) => Math.min(1_000 * 2 ** attempt, 30_000),
} as const

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: cacheRules.keepUnusedMs,
        staleTime: 5_000,
        retry: (failures, error) => mayPass(error) && failures < cacheRules.retries,
        retryDelay: cacheRules.retryDelay,
        refetchOnWindowFocus: true,
        // The browser's own idea of being online is often wrong: ask the server.
        networkMode: 'always',
      },
      // A person watches a mutation and decides about trying again.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
