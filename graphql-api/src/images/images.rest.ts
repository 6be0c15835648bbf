import type { Image } from '@kerbside/schema/images/image'
import { z } from 'zod'
import { json, restFields, routesTagged } from '../http/route.ts'
import { imageAnswer, ImageRequestHeaders } from './image-answer.ts'
import { ImageQuery, openImage, uploadImage } from './images.service.ts'
import { readUpload } from './read-upload.ts'

const ImageJson = z
  .object({
    id: z.string().describe('The picture is shown from /api/images/{id}/stream'),
    collection: z.literal('images'),
    path: z.string(),
    name: z.string().describe('The name it was sent with, without its ending'),
    file_name: z.string(),
    mime_type: z.enum(['image/jpeg', 'image/png']).describe('As it is kept'),
    size: z.number().describe('Bytes, as it is kept'),
    disk: z.literal('gridfs'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Image' })

const toRestImage = (image: Image) =>
  restFields(ImageJson, {
    ...image,
    collection: 'images',
    path: `images/${image.id}.${image.fileName.split('.').at(-1)}`,
    disk: 'gridfs',
  })

const binary = (description: string) => z.string().meta({ format: 'binary', description })
const route = routesTagged('Images')

export const imageRoutes = [
  route('post', '/images', 'uploadImage', {
    summary: 'Upload a picture. It is turned upright, reduced to 3,200 pixels, and kept without its metadata.',
    who: 'admin',
    upload: z.object({ file: binary('JPEG, PNG, WebP, AVIF or GIF; 12 MB and 50 megapixels at most') }),
    answers: {
      201: { description: 'Kept', schema: z.object({ image: ImageJson }) },
      413: 'More than 12 MB',
      415: 'Not multipart/form-data',
      422: 'No picture that we can take: the message says why and what to do',
    },
    handle: async (ctx, { request }) =>
      json({ image: toRestImage(await uploadImage(ctx, () => readUpload(request))) }, 201),
  }),
  route('get', '/images/{id}/stream', 'streamImage', {
    summary: 'A picture. What is behind an address never changes.',
    who: 'public',
    params: z.object({ id: z.string() }),
    query: ImageQuery,
    headers: ImageRequestHeaders,
    etag: true,
    answers: {
      200: { description: 'The picture', schema: binary('The bytes'), type: 'image/*' },
      206: { description: 'The range that was asked for', schema: binary('The bytes'), type: 'image/*' },
      304: 'The same as the ETag that was sent',
      404: 'No such picture',
      416: 'The picture has no such bytes',
      422: 'The width or the format is none',
    },
    handle: async (_ctx, { params, query, headers }) => imageAnswer(await openImage(params.id, query), headers),
  }),
]
