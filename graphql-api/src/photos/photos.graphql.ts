import type { Photo } from '@kerbside/schema/photos/photo'
import { builder } from '../graphql/builder.ts'
import { LeadType } from '../leads/lead.type.ts'
import { AssigneeType } from '../users/users.graphql.ts'
import { photosOf } from './photos.service.ts'

const PhotoType = builder.objectRef<Photo>('Photo').implement({
  description: 'A photo of the job. It is read from /api/quote/{id of the lead}/photos/{id}.',
  fields: (t) => ({
    id: t.exposeID('id'),
    width: t.exposeInt('width', { description: 'In pixels.' }),
    height: t.exposeInt('height', { description: 'In pixels.' }),
    size: t.exposeInt('size', { description: 'In bytes.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When we received it.' }),
    by: t.field({
      type: AssigneeType,
      nullable: true,
      description: 'Who of the staff added it. Null when the homeowner sent it.',
      resolve: ({ by }) => by ?? null,
    }),
  }),
})

builder.objectFields(LeadType, (t) => ({
  photos: t.loadableList({
    type: PhotoType,
    description: 'In the order in which they arrived; five by the homeowner and ten by staff at most.',
    resolve: ({ id }) => id,
    load: (ids: number[], ctx) => photosOf(ctx, ids),
  }),
}))
