import { completeHome } from '@kerbside/schema/pages/defaults/content-inputs'
import { queryOptions } from '@tanstack/react-query'
import { restCall } from '../../../api/rest.ts'

/** The main home page as visitors see it: its header stands around every other page. */
export const mainHome = () =>
  queryOptions({
    queryKey: ['pages', 'main-home'],
    queryFn: async ({ signal }) => completeHome(await restCall('/index/root', { signal })),
    staleTime: 60_000,
  })
