import { contractorImportLimits } from '@kerbside/schema/imports/contractor-fields'
import { importLimits } from '@kerbside/schema/imports/import'
import { z } from 'zod'
import { readUpload } from '../http/read-upload.ts'
import { csvFile, data, downloadsTagged, readRestFields, routesTagged } from '../http/route.ts'
import { importContractors } from './import-contractors.service.ts'
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

const someFirms = { what: 'file of contractors', maxBytes: contractorImportLimits.bytes }

const ContractorImportJson = z
  .object({
    rows: z.int().describe('Rows with something in them, without the header'),
    added: z.int().describe('In a dry run, those that would be'),
    existing: z.int().describe('Rows with the email address of a firm that is there, or of an earlier row'),
    skipped: z.int().describe('Rows with problems'),
    problems: z.array(
      z.object({
        row: z.int().describe('As a spreadsheet counts: the header is row 1'),
        column: z.string().describe('As the file names it; empty if the whole row is wrong'),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'ContractorImport' })

const route = routesTagged('Imports')
const download = downloadsTagged('Imports')

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
      return data(readRestFields(ImportJson, stored), 201)
    },
  }),
  route('post', '/contractors/import', 'importContractors', {
    summary: 'Add the firms of a CSV file, or only report what would become of its rows',
    who: 'contractor:edit',
    query: z.object({
      dry_run: z.enum(['true', 'false'], 'Write true or false').default('true').describe('true adds nothing'),
    }),
    upload: z.object({
      file: z.string().meta({
        format: 'binary',
        description: 'CSV in UTF-8 with a header; comma, semicolon or tab; 1 MB and 1,000 rows at most',
      }),
    }),
    answers: {
      200: { description: 'The report', schema: z.object({ data: ContractorImportJson }) },
      413: 'More than 1 MB',
      415: 'Not multipart/form-data',
      422: 'No file that can be imported: the message says why and what to do',
    },
    handle: async (ctx, { query, request }) => {
      const isDryRun = query.dry_run === 'true'
      const report = await importContractors(ctx, { isDryRun }, () => readUpload(request, someFirms))
      return data(readRestFields(ContractorImportJson, report))
    },
  }),
  download('/imports/{token}', 'downloadImportProblems', {
    summary: 'The rows of a file that cannot be imported. Its signed address comes from the GraphQL field leadImport.',
    answers: {
      200: csvFile('The list', ': row, column, problem'),
      404: 'No such list, or the person who sent the file may import no leads any more',
      410: 'The list has been deleted',
    },
    open: openProblems,
  }),
]
