import type { ImageUse } from '@kerbside/schema/pages/page'
import { builder } from '../../graphql/builder.ts'
import { PageKindEnum } from '../pages.graphql.ts'
import { deleteImage, describeImage, listImages, type LibraryImage } from './pictures.service.ts'

const ImageUseType = builder.objectRef<ImageUse>('ImageUse').implement({
  description: 'A page that shows a picture.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PageKindEnum }),
    url: t.exposeString('url'),
    isPublished: t.exposeBoolean('isPublished', { description: 'Visitors see it there; else only the draft has it.' }),
  }),
})

const ImageType = builder.objectRef<LibraryImage>('LibraryImage').implement({
  description: 'An uploaded picture. It is shown from /api/images/{id}/stream.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    alt: t.exposeString('alt', { description: 'What it shows; empty while nobody has written it.' }),
    width: t.exposeInt('width', { description: 'Pixels.' }),
    height: t.exposeInt('height'),
    size: t.exposeInt('size', { description: 'Bytes.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    createdBy: t.string({ resolve: ({ createdBy }) => createdBy.name }),
    usedBy: t.expose('usedBy', { type: [ImageUseType] }),
  }),
})

const id = { type: 'ID', required: true } as const

builder.queryField('images', (t) =>
  t.field({
    type: [ImageType],
    description: 'The uploaded pictures, newest first, at most 1,000.',
    resolve: (_root, _args, ctx) => listImages(ctx),
  }),
)

builder.mutationFields((t) => ({
  describeImage: t.field({
    type: ImageType,
    description: 'Changes the alternative text, also on the pages that show the picture already.',
    args: { id: t.arg(id), alt: t.arg.string({ required: true }) },
    resolve: (_root, args, ctx) => describeImage(ctx, args.id, args.alt),
  }),
  deleteImage: t.boolean({
    description: 'Only a picture that no page shows.',
    args: { id: t.arg(id) },
    resolve: (_root, args, ctx) => deleteImage(ctx, args.id).then(() => true),
  }),
}))
