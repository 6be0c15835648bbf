import { z } from 'zod'
import { downloadRow, routesTagged } from '../http/route.ts'
import { openExport } from './exports.service.ts'

const route = routesTagged('Exports')

export const exportRoutes = [
  route(
    'get',
    '/exports/{token}',
    'downloadExport',
    downloadRow({
      summary: 'A file of leads. Its signed address comes from the GraphQL field leadExport.',
      file: {
        description: 'The file',
        schema: z.string().describe('CSV in UTF-8 with a byte order mark'),
        type: 'text/csv',
      },
      notFound: 'No such file, or the person who asked for it may see no leads any more',
      gone: 'The file has been deleted',
      open: openExport,
    }),
  ),
]
