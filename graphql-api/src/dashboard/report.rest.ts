import { csvFile, downloadsTagged } from '../http/route.ts'
import { openLeadReport } from './report.service.ts'

export const reportRoutes = [
  downloadsTagged('Exports')('/reports/{token}', 'downloadReport', {
    summary: 'The figures of a period. Its signed address comes from the GraphQL field leadReportUrl.',
    answers: {
      200: csvFile('The file', ': part, name, figure, value'),
      404: 'No such report, or the person who asked for it may see no leads any more',
      410: 'The address has run out',
    },
    open: openLeadReport,
  }),
]
