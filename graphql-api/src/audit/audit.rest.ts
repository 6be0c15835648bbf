import { csvFile, downloadsTagged } from '../http/route.ts'
import { openAuditExport } from './audit-export.service.ts'

const download = downloadsTagged('Audit')

export const auditRoutes = [
  download('/audit/{token}', 'downloadAudit', {
    summary: 'The audit trail as a file. Its signed address comes from the GraphQL field auditExportUrl.',
    answers: {
      200: csvFile('The entries that the filter leaves, newest first'),
      404: 'No such address, or the person who asked for it may not see the trail any more',
      410: 'The address has run out',
    },
    open: openAuditExport,
  }),
]
