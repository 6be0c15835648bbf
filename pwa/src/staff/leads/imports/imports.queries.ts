import { importLimits } from '@kerbside/schema/imports/import'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, brokenAnswer } from '../../../api/api-error.ts'
import { graphql, mutate, query, type ResultOf } from '../../../api/graphql.ts'
import { withSession } from '../../../api/renewal.ts'
import { sendFile, type UploadOptions } from '../../../api/send-file.ts'
import { isRecord } from '../../../api/session.ts'

const LeadImportFields = graphql(`
  fragment LeadImportFields on LeadImport @_unmask {
    id
    fileName
    state
    rows
    columns {
      name
      sample
      field
    }
    fields {
      name
      label
      isRequired
    }
    processed
    added
    existing
    skipped
    problems {
      row
      column
      message
    }
    problemsUrl
  }
`)
export type LeadImport = ResultOf<typeof LeadImportFields>

const tooLarge = `This file is larger than ${importLimits.bytes / 1024 / 1024} MB. Divide it into several files.`

/** Stores a file of leads and returns the id of its import. */
export async function uploadImport(file: File, options: UploadOptions): Promise<string> {
  if (file.size > importLimits.bytes) throw new ApiError('TOO_LARGE', tooLarge)
  const answer = await withSession((token) => sendFile('/imports', file, { ...options, token, tooLarge }))
  const stored = isRecord(answer) && isRecord(answer['data']) ? answer['data']['id'] : null
  if (typeof stored !== 'string') throw brokenAnswer()
  return stored
}
export type UploadImport = typeof uploadImport

const ImportProgress = graphql(
  `
    query ImportProgress($id: ID!) {
      leadImport(id: $id) {
        ...LeadImportFields
      }
    }
  `,
  [LeadImportFields],
)

const isRunning = ({ state }: Pick<LeadImport, 'state'>) => state === 'CHECKING' || state === 'IMPORTING'

/** How far an import is; asked for again while a worker is at it. */
export const importProgress = (id: string | null) =>
  queryOptions({
    queryKey: ['import', id],
    queryFn: async () => (id === null ? null : (await query(ImportProgress, { id })).leadImport),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? 700 : false),
  })

const CheckImport = graphql(
  `
    mutation CheckImport($id: ID!, $fields: [String]!) {
      checkImport(id: $id, fields: $fields) {
        ...LeadImportFields
      }
    }
  `,
  [LeadImportFields],
)

/** Starts the dry run; `fields` are in the order of the file's columns. */
export const checkImport = async (id: string, fields: (string | null)[]): Promise<LeadImport> =>
  (await mutate(CheckImport, { id, fields })).checkImport

const ImportLeads = graphql(
  `
    mutation ImportLeads($id: ID!) {
      importLeads(id: $id) {
        ...LeadImportFields
      }
    }
  `,
  [LeadImportFields],
)

/** Imports what the dry run found good. */
export const importLeads = async (id: string): Promise<LeadImport> => (await mutate(ImportLeads, { id })).importLeads
