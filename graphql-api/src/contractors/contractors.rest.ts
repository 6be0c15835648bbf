import { evidenceKinds, evidenceLimits } from '@kerbside/schema/contractors/evidence'
import { z } from 'zod'
import { readUpload } from '../http/read-upload.ts'
import { data, downloadsTagged, readRestFields, routesTagged } from '../http/route.ts'
import { addEvidence, EvidenceQuery, openEvidence } from './evidence.service.ts'

const aFile = { what: 'file', maxBytes: evidenceLimits.bytes }
const binary = (description: string) => z.string().meta({ format: 'binary', description })

const EvidenceJson = z
  .object({
    id: z.string(),
    kind: z.enum(evidenceKinds),
    file_name: z.string(),
    size: z.int().describe('Bytes'),
    expires_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Evidence' })

const route = routesTagged('Contractors')
const download = downloadsTagged('Contractors')

export const contractorRoutes = [
  route('post', '/contractors/{id}/evidence', 'addEvidence', {
    summary: 'Store a file by which a firm was verified',
    who: 'contractor:edit',
    params: z.object({ id: z.string() }),
    query: EvidenceQuery,
    upload: z.object({ file: binary('PDF, JPEG or PNG; 10 MB at most') }),
    answers: {
      201: { description: 'Stored', schema: z.object({ data: EvidenceJson }) },
      404: 'No such firm',
      409: 'The firm has as many files as it may',
      413: 'More than 10 MB',
      415: 'Not multipart/form-data',
      422: 'Neither PDF, JPEG nor PNG, or a day that is over: the message says what to do',
    },
    handle: async (ctx, { params, query, request }) =>
      data(
        readRestFields(EvidenceJson, await addEvidence(ctx, params.id, query, () => readUpload(request, aFile))),
        201,
      ),
  }),
  download('/evidence/{token}', 'downloadEvidence', {
    summary: 'A file of a firm. Its signed address comes from the GraphQL field evidenceUrl.',
    answers: {
      200: { description: 'The file, as it was sent', schema: binary('The bytes'), type: 'application/octet-stream' },
      404: 'No such file, or the person who asked for it may not see it any more',
      410: 'The address has run out',
    },
    open: openEvidence,
  }),
]
