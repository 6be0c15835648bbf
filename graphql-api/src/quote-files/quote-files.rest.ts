import { maximumQuoteFile } from '@kerbside/schema/quote-files/quote-file'
import { z } from 'zod'
import { readUpload } from '../http/read-upload.ts'
import { data, downloadsTagged, readRestFields, routesTagged } from '../http/route.ts'
import { openQuoteFile, uploadQuoteFile } from './quote-files.service.ts'

const aFile = { what: 'PDF', maxBytes: maximumQuoteFile }

const QuoteFileJson = z
  .object({ id: z.string().describe('For fileId of the GraphQL field sendQuote'), name: z.string(), size: z.int() })
  .meta({ id: 'QuoteFile' })

const route = routesTagged('Quotes')
const download = downloadsTagged('Quotes')

export const quoteFileRoutes = [
  route('post', '/quote/{id}/files', 'uploadQuoteFile', {
    summary: 'Store a PDF for the next quote to a homeowner. It is deleted after a day unless sendQuote names it.',
    who: 'lead:edit',
    params: z.object({ id: z.string() }),
    upload: z.object({ file: z.string().meta({ format: 'binary', description: 'PDF; 5 MB at most' }) }),
    answers: {
      201: { description: 'Stored', schema: z.object({ data: QuoteFileJson }) },
      404: 'No such lead',
      413: 'More than 5 MB',
      415: 'Not multipart/form-data',
      422: 'No PDF: the message says what to do',
      429: 'Too many files of this lead were never sent',
    },
    handle: async (ctx, { params, request }) => {
      const stored = await uploadQuoteFile(ctx, params.id, () => readUpload(request, aFile))
      return data(readRestFields(QuoteFileJson, stored), 201)
    },
  }),
  download('/quote-files/{token}', 'downloadQuoteFile', {
    summary: 'A PDF that was sent with a quote. Its signed address comes from the GraphQL field quoteFileUrl.',
    answers: {
      200: { description: 'The file', schema: z.string().describe('PDF'), type: 'application/pdf' },
      404: 'No such file, or the person who asked for it may see no leads any more',
      410: 'The address has run out',
    },
    open: openQuoteFile,
  }),
]
