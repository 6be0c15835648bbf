import { evidenceKinds, type Evidence } from '@kerbside/schema/contractors/evidence'
import { builder, enumValues } from '../graphql/builder.ts'
import { evidenceUrl, listEvidence, removeEvidence } from './evidence.service.ts'

const EvidenceKindEnum = builder.enumType('EvidenceKind', { values: enumValues(evidenceKinds) })

const EvidenceType = builder.objectRef<Evidence>('Evidence').implement({
  description: 'A file by which a firm was verified. It is sent to POST /api/contractors/{id}/evidence.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: EvidenceKindEnum }),
    fileName: t.exposeString('fileName'),
    size: t.exposeInt('size', { description: 'Bytes.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'Null: it never expires.' }),
    uploadedBy: t.string({ resolve: ({ uploadedBy }) => uploadedBy.name }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  contractorEvidence: t.field({
    type: [EvidenceType],
    description: 'The files of a firm: what expires first comes first.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => listEvidence(ctx, id),
  }),
  evidenceUrl: t.string({
    description: 'A signed address of the file, for five minutes and for the viewer alone. It needs no session.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => evidenceUrl(ctx, id),
  }),
}))

builder.mutationField('deleteEvidence', (t) =>
  t.boolean({
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => removeEvidence(ctx, id).then(() => true),
  }),
)
