import { queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../../api/graphql.ts'
import { toLeadFilter, type LeadFilterState } from '../lead-filter.ts'

const LeadExportFields = graphql(`
  fragment LeadExportFields on LeadExport @_unmask {
    id
    state
    written
    total
    downloadUrl
  }
`)
export type LeadExport = ResultOf<typeof LeadExportFields>

const ExportLeads = graphql(
  `
    mutation ExportLeads($filter: LeadFilter) {
      exportLeads(filter: $filter) {
        ...LeadExportFields
      }
    }
  `,
  [LeadExportFields],
)

/** Has the server write a file of the leads that the filter leaves. */
export const exportLeads = async (filter: LeadFilterState): Promise<LeadExport> =>
  (await mutate(ExportLeads, { filter: toLeadFilter(filter) })).exportLeads

const ExportProgress = graphql(
  `
    query ExportProgress($id: ID!) {
      leadExport(id: $id) {
        ...LeadExportFields
      }
    }
  `,
  [LeadExportFields],
)

export const isExportUnfinished = ({ state }: Pick<LeadExport, 'state'>) => state === 'WAITING' || state === 'WRITING'

/** How far an export is; asked for again until it is finished. */
export const exportProgress = (id: string | null) =>
  queryOptions({
    queryKey: ['export', id],
    queryFn: async () => (id === null ? null : (await query(ExportProgress, { id })).leadExport),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && !isExportUnfinished(data) ? false : 700),
  })
