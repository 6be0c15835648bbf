import { importLimits } from '@kerbside/schema/imports/import'
import { z } from 'zod'
import { readUpload } from '../http/read-upload.ts'
import { csvDownload, data, restFields, routesTagged } from '../http/route.ts'
import { openProblems, uploadImport } from './imports.service.ts'

const aFile = { what: 'file of leads', maxBytes: importLimits.bytes }

const ImportJson = z
  .object({
    id: z.string().describe('For the GraphQL fields leadImport, checkImport and importLeads'),
    file_name: z.string(),
    rows: z.int().describe('Rows with something in them, without the header'),
    expires_at: z.iso.datetime().describe('The file is deleted then'),
  })
  .meta({ id: 'LeadImport' })

const route = routesTagged('Imports')

export const importRoutes = [
  route('post', '/imports', 'uploadImport', {
    summary: 'Send a CSV file of leads. Nothing is imported before importLeads.',
    who: 'lead:import',
    upload: z.object({
      file: z.string().meta({
        format: 'binary',
        description: 'CSV in UTF-8 with a header; comma, semicolon or tab; 10 MB and 50,000 rows at most',
      }),
    }),
    answers: {
      201: { description: 'Stored', schema: z.object({ data: ImportJson }) },
      413: 'More than 10 MB',
      415: 'Not multipart/form-data',
      422: 'No file that can be imported: the message says why and what to do',
      429: 'Too many files of this person are stored',
    },
    handle: async (ctx, { request }) => {
      const stored = await uploadImport(ctx, () => readUpload(request, aFile))
      return data(restFields(ImportJson, stored), 201)
    },
  }),
  route('get', '/imports/{token}', 'downloadImportProblems', {
    summary: 'The rows of a file that cannot be imported. Its signed address comes from the GraphQL field leadImport.',
    who: 'public',
    params: z.object({ token: z.string() }),
    answers: {
      200: {
        description: 'The list',
        schema: z.string().describe('CSV in UTF-8 with a byte order mark: row, column, problem'),
        type: 'text/csv',
      },
      404: 'No such list, or the person who sent the file may import no leads any more',
      410: 'The list has been deleted',
    },
    handle: async (ctx, { params }) => {
      const { size, open } = await openProblems(ctx, params.token)
      return csvDownload('kerbside-import-problems.csv', size, open())
    },
  }),
]
