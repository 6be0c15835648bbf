import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import type { ImageFile } from './images.service.ts'

export const ImageRequestHeaders = z.object({
  'if-none-match': z.string().optional(),
  range: z.string().optional(),
  'if-range': z.string().optional(),
})

const cacheControl = 'public, max-age=31536000, immutable'

/** A picture never changes under its address, so it may be cached for a year. */
export function imageAnswer(file: ImageFile, request: z.infer<typeof ImageRequestHeaders>): Response {
  const etag = `"${file.tag}"`
  const headers = { etag, 'cache-control': cacheControl, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' }
  const isSameFile = request['if-range'] === undefined || request['if-range'] === etag
  const range = isSameFile ? rangeOf(request.range, file.size) : null
  if (range === 'unsatisfiable') return unsatisfiable(file.size)
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

function unsatisfiable(size: number): Response {
  const detail = 'The picture has no such bytes.'
  const body = { type: 'about:blank', title: STATUS_CODES[416], status: 416, detail, message: detail }
  return new Response(JSON.stringify(body), {
    status: 416,
    headers: {
      'content-type': 'application/problem+json',
      'content-range': `bytes */${size}`,
      'cache-control': 'no-store',
    },
  })
}

/** The plain name is for clients that do not understand the encoded one (RFC 6266). */
function inline(fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/[^\w .()-]/g, '') || 'picture'
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}
