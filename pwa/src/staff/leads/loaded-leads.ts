import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { keptAnswers } from '../../api/own-device/kept-queries.ts'
import type { LeadDetail } from './lead.queries.ts'
import { leadKeys, type LeadPage, type LeadRow } from './leads.queries.ts'

// What is known of leads without asking the server.

/** Rows of the lists and boards that were loaded since the app was opened, and of those that an own device keeps. */
async function listedLeads(client: QueryClient): Promise<LeadRow[]> {
  const keys = [leadKeys.lists, leadKeys.board]
  const loaded = keys.flatMap((queryKey) => client.getQueriesData({ queryKey }))
  const kept = await Promise.all(keys.map(keptAnswers))
  return [...loaded.map(([, data]) => data), ...kept.flat()].flatMap(rowsOf)
}

/** A page of a list, or the pages of a column of the board. What else is kept has no rows. */
function rowsOf(data: unknown): readonly LeadRow[] {
  const { nodes = [], pages = [] } = (data ?? {}) as Partial<Pick<LeadPage, 'nodes'> & { pages: unknown[] }>
  return [...nodes, ...pages.flatMap(rowsOf)]
}

async function openedLeads(): Promise<LeadDetail[]> {
  const leads = (await keptAnswers([...leadKeys.all, 'detail'])) as (LeadDetail | null)[]
  return leads.filter((lead) => lead !== null)
}

/** Looked up anew each time: it is for the moments in which the server does not answer. */
const lookedUp = { gcTime: 0, staleTime: 0 }

/** Leads that an own device keeps, and those that lists know. */
export function useLoadedLeads(isWanted: boolean): readonly (LeadDetail | LeadRow)[] {
  const client = useQueryClient()
  const loaded = queryOptions({
    ...lookedUp,
    queryKey: ['loaded-leads'],
    queryFn: async () => [...(await openedLeads()), ...(await listedLeads(client))],
  })
  return useQuery({ ...loaded, enabled: isWanted }).data ?? []
}

/** What lists know of one lead; null while nothing is known. */
export function useListedLead(id: string, isWanted = true): LeadRow | null {
  const client = useQueryClient()
  const listed = queryOptions({
    ...lookedUp,
    queryKey: ['loaded-leads', id],
    queryFn: async () => (await listedLeads(client)).find((lead) => lead.id === id) ?? null,
  })
  return useQuery({ ...listed, enabled: isWanted }).data ?? null
}
