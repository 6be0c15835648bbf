import { z } from 'zod'
import { routesTagged } from '../http/route.ts'
import { openAuditExport } from './audit-export.service.ts'

const route = routesTagged('Audit')

export const auditRoutes = [
  route('get', '/audit/{token}', 'downloadAudit', {
    summary: 'The audit trail as a file. Its signed address comes from the GraphQL field auditExportUrl.',
    who: 'public',
    params: z.object({ token: z.string() }),
    answers: {
      200: {
        description: 'The entries that the filter leaves, newest first',
        schema: z.string().describe('CSV in UTF-8 with a byte order mark'),
        type: 'text/csv',
      },
      404: 'No such address, or the person who asked for it may not see the trail any more',
      410: 'The address has run out',
    },
    handle: async (ctx, { params }) => {
      const { fileName, body } = await openAuditExport(ctx, params.token)
      return new Response(body, {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${fileName}"`,
          'x-content-type-options': 'nosniff',
        },
      })
    },
  }),
]
