import { invalid } from '@kerbside/schema/errors'
import { fileTypeFromBuffer } from 'file-type'

const taken = [
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/heic',
  'image/heif',
]
const whatWeTake = 'We take JPEG, PNG, WebP, AVIF and GIF.'

export const svgRefusal =
  'SVG files are not taken, because they can carry scripts. Export the drawing as PNG and upload that.'
export const heicRefusal =
  'This HEIC photo cannot be read here. Save it as JPEG and upload that (on an iPhone: Settings, Camera, Formats, Most Compatible).'
const notAPicture = `This file is not a picture we can read. ${whatWeTake}`

// The signatures of pictures stand at the very beginning; less to read is less to be fooled by.
const headLength = 4_100

/** What the bytes are, whatever the file is called. Refuses what is not among the pictures we take. */
export async function recogniseImage(bytes: Buffer): Promise<string> {
  const head = bytes.subarray(0, headLength)
  if (isSvg(head)) throw invalid('file', svgRefusal)
  const mime = (await fileTypeFromBuffer(head))?.mime.replace(/-sequence$/, '')
  if (mime !== undefined && taken.includes(mime)) return mime
  if (!mime?.startsWith('image/')) throw invalid('file', notAPicture)
  const name = mime.replace(/^image\/(?:x-|vnd\.)?/, '').toUpperCase()
  throw invalid('file', `${name} pictures are not taken. ${whatWeTake}`)
}

/** Text that begins like a drawing, in any of the encodings XML may have. */
function isSvg(head: Buffer): boolean {
  const encoding = (head[0] === 0xff && head[1] === 0xfe) || head[1] === 0 ? 'utf16le' : 'utf8'
  const text = head
    .toString(encoding)
    .replace(/^\uFEFF/, '')
    .trimStart()
  return text.startsWith('<') && /<(?:[\w-]+:)?svg[\s>/]/i.test(text)
}
