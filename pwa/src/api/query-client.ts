import { QueryClient } from '@tanstack/react-query'
import { mayPass } from './api-error.ts'

/** docs/specification.md, 9.2: unused entries stay five minutes, three tries, one second doubling up to thirty. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * 60_000,
        staleTime: 5_000,
        retry: (failures, error) => mayPass(error) && failures < 3,
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 30_000),
        refetchOnWindowFocus: true,
        // The browser's own idea of being online is often wrong: ask the server.
        networkMode: 'always',
      },
      // A person watches a mutation and decides about trying again.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
