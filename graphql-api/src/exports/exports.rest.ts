import { z } from 'zod'
import { csvDownload, routesTagged } from '../http/route.ts'
import { openExport } from './exports.service.ts'

const route = routesTagged('Exports')

export const exportRoutes = [
  route('get', '/exports/{token}', 'downloadExport', {
    summary: 'A file of leads. Its signed address comes from the GraphQL field leadExport.',
    who: 'public',
    params: z.object({ token: z.string() }),
    answers: {
      200: {
        description: 'The file',
        schema: z.string().describe('CSV in UTF-8 with a byte order mark'),
        type: 'text/csv',
      },
      404: 'No such file, or the person who asked for it may see no leads any more',
      410: 'The file has been deleted',
    },
    handle: async (ctx, { params }) => {
      const { fileName, size, open } = await openExport(ctx, params.token)
      return csvDownload(fileName, size, open())
    },
  }),
]
