import { uploadLimits, type Image } from '@kerbside/schema/images/image'
import { z } from 'zod'
import { problemResponse } from '../http/errors.ts'
import { readUpload } from '../http/read-upload.ts'
import { json, readRestFields, routesTagged } from '../http/route.ts'
import { ImageQuery, openImage, uploadImage, type ImageFile } from './images.service.ts'

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
  readRestFields(ImageJson, {
    ...image,
    collection: 'images',
    path: `images/${image.id}.${image.fileName.split('.').at(-1)}`,
    disk: 'gridfs',
  })

const aPicture = { what: 'picture', maxBytes: uploadLimits.bytes }
const binary = (description: string) => z.string().meta({ format: 'binary', description })
const route = routesTagged('Images')

const ImageRequestHeaders = z.object({
  'if-none-match': z.string().optional(),
  range: z.string().optional(),
  'if-range': z.string().optional(),
})

const cacheControl = 'public, max-age=31536000, immutable'

export const imageRoutes = [
  route('post', '/images', 'uploadImage', {
    summary: 'Upload a picture. It is turned upright, reduced to 3,200 pixels, and kept without its metadata.',
    who: 'image:upload',
    upload: z.object({ file: binary('JPEG, PNG, WebP, AVIF or GIF; 12 MB and 50 megapixels at most') }),
    answers: {
      201: { description: 'Kept', schema: z.object({ image: ImageJson }) },
      413: 'More than 12 MB',
      415: 'Not multipart/form-data',
      422: 'No picture that we can take: the message says why and what to do',
    },
    handle: async (ctx, { request }) =>
      json({ image: toRestImage(await uploadImage(ctx, () => readUpload(request, aPicture))) }, 201),
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

/** A picture never changes under its address, so it may be cached for a year. */
function imageAnswer(file: ImageFile, request: z.infer<typeof ImageRequestHeaders>): Response {
  const etag = `"${file.tag}"`
  const headers = { etag, 'cache-control': cacheControl, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' }
  const isSameFile = request['if-range'] === undefined || request['if-range'] === etag
  const range = isSameFile ? rangeOf(request.range, file.size) : null
  if (range === 'unsatisfiable') {
    return problemResponse(416, 'The picture has no such bytes.', { 'content-range': `bytes */${file.size}` })
  }
  const { start, end } = range ?? { start: 0, end: file.size }
  return new Response(file.open(start, end), {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      'content-type': file.mimeType,
      'content-length': String(end - start),
      'content-disposition': inline(file.fileName),
      ...(range !== null && { 'content-range': `bytes ${start}-${end - 1}/${file.size}` }),
    },
  })
}

/**
 * The one range that was asked for, `end` not included. Null stands for everything, which is also the answer to several
 * ranges at once and to what is no range (RFC 9110, 14.2).
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** The plain name is for clients that do not understand the encoded one (RFC 6266). */
function inline(fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/[^\w .()-]/g, '') || 'picture'
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}
