import { z } from 'zod'
import { downloadRow, routesTagged } from '../http/route.ts'
import { openAuditExport } from './audit-export.service.ts'

const route = routesTagged('Audit')

export const auditRoutes = [
  route(
    'get',
    '/audit/{token}',
    'downloadAudit',
    downloadRow({
      summary: 'The audit trail as a file. Its signed address comes from the GraphQL field auditExportUrl.',
      file: {
        description: 'The entries that the filter leaves, newest first',
        schema: z.string().describe('CSV in UTF-8 with a byte order mark'),
        type: 'text/csv',
      },
      notFound: 'No such address, or the person who asked for it may not see the trail any more',
      gone: 'The address has run out',
      open: openAuditExport,
    }),
  ),
]
