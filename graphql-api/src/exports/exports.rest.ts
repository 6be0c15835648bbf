import { csvFile, downloadsTagged } from '../http/route.ts'
import { openExport } from './exports.service.ts'

const download = downloadsTagged('Exports')

export const exportRoutes = [
  download('/exports/{token}', 'downloadExport', {
    summary: 'A file of leads. Its signed address comes from the GraphQL field leadExport.',
    answers: {
      200: csvFile('The file'),
      404: 'No such file, or the person who asked for it may see no leads any more',
      410: 'The file has been deleted',
    },
    open: openExport,
  }),
]
