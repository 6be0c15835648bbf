import { AppError, invalid } from '@kerbside/schema/errors'
import { longestEdge, uploadLimits, type Image } from '@kerbside/schema/images/image'
import { fileTypeFromBuffer } from 'file-type'
import type { Metadata, Sharp } from 'sharp'
import { decoding, loadSharp, decodingSeconds } from './sharp.ts'

export type PreparedImage = Pick<Image, 'mimeType' | 'width' | 'height'> & { bytes: Buffer }

/** The most pixels that are read, and those of the longest edge of what is made of them; `isOpaque`: nothing shows through. */
type Limits = { pixels: number; edge: number; isOpaque?: boolean }
const ofImages: Limits = { pixels: uploadLimits.pixels, edge: longestEdge }

/**
 * A new picture from the pixels of what was sent: upright, in sRGB, 3,200 pixels long at most, and without anything
 * else that was in the file. JPEG, or PNG where something shows through.
 */
export async function prepareImage(upload: Buffer, limits: Limits = ofImages): Promise<PreparedImage> {
  const mime = await recogniseImage(upload)
  try {
    const sharp = await loadSharp()
    // Only the header is read. Without the limit, so that the message about too many pixels is ours.
    const metadata = await sharp(upload, { ...decoding, limitInputPixels: false }).metadata()
    checkPixels(metadata, limits)
    const upright = sharp(upload, { ...decoding, limitInputPixels: limits.pixels })
      .timeout({ seconds: decodingSeconds })
      .autoOrient()
      .resize({ width: limits.edge, height: limits.edge, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    if (!limits.isOpaque) return await encode(upright, metadata)
    return await encode(upright.flatten({ background: '#fff' }), { ...metadata, hasAlpha: false })
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(mime, error)
  }
}

function checkPixels({ width, height }: Metadata, { pixels }: Limits) {
  if (width * height <= pixels) return
  const has = Math.ceil((width * height) / 1_000_000).toLocaleString('en-GB')
  const max = pixels / 1_000_000
  throw invalid(
    'file',
    `This picture has ${has} megapixels; ${max} is the most we take. Make it smaller and try again.`,
  )
}

async function encode(upright: Sharp, { hasAlpha, format }: Metadata): Promise<PreparedImage> {
  const isPng = hasAlpha && (await isTransparent(upright))
  // Fine colour where the original had it: logos and screenshots come as PNG or GIF.
  const chromaSubsampling = format === 'png' || format === 'gif' ? '4:4:4' : '4:2:0'
  const encoded = isPng ? upright.png() : upright.jpeg({ quality: 85, mozjpeg: true, chromaSubsampling })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { bytes: data, mimeType: isPng ? 'image/png' : 'image/jpeg', width: info.width, height: info.height }
}

/** Screenshots have an alpha channel, but not one pixel that shows through. */
async function isTransparent(upright: Sharp): Promise<boolean> {
  const sharp = await loadSharp()
  const { data, info } = await upright.clone().extractChannel('alpha').raw().toBuffer({ resolveWithObject: true })
  const { channels } = await sharp(data, { raw: info }).stats()
  return channels.some(({ min }) => min < 255)
}

function unreadable(mime: string, cause: unknown): AppError {
  const isHeic = mime === 'image/heic' || mime === 'image/heif'
  const message = isHeic
    ? heicMessage
    : 'This picture is damaged or incomplete, so we cannot read it. Try another copy.'
  return new AppError('INVALID', message, { fields: { file: [message] }, cause })
}

const taken = ['jpeg', 'png', 'apng', 'webp', 'avif', 'gif', 'heic', 'heif'].map((type) => `image/${type}`)
const whatWeTake = 'We take JPEG, PNG, WebP, AVIF and GIF.'

const svgMessage = 'SVG files are not taken, because they can carry scripts. Export the drawing as PNG and upload that.'
const heicMessage =
  'This HEIC photo cannot be read here. Save it as JPEG and upload that (on an iPhone: Settings, Camera, Formats, Most Compatible).'
const notAPicture = `This file is not a picture we can read. ${whatWeTake}`

// The signatures of pictures are at the very beginning; the less is read, the less can deceive us.
const headLength = 4_100

/** The MIME type of the bytes, whatever the file is called. Rejects what is not among the pictures we take. */
async function recogniseImage(bytes: Buffer): Promise<string> {
  const head = bytes.subarray(0, headLength)
  if (isSvg(head)) throw invalid('file', svgMessage)
  const mime = (await fileTypeFromBuffer(head))?.mime.replace(/-sequence$/, '')
  if (mime !== undefined && taken.includes(mime)) return mime
  if (!mime?.startsWith('image/')) throw invalid('file', notAPicture)
  const name = mime.replace(/^image\/(?:x-|vnd\.)?/, '').toUpperCase()
  throw invalid('file', `${name} pictures are not taken. ${whatWeTake}`)
}

/** Text that begins like an SVG document, in any of the encodings XML may have. */
function isSvg(head: Buffer): boolean {
  const encoding = (head[0] === 0xff && head[1] === 0xfe) || head[1] === 0 ? 'utf16le' : 'utf8'
  const text = head
    .toString(encoding)
    .replace(/^\uFEFF/, '')
    .trimStart()
  return text.startsWith('<') && /<(?:[\w-]+:)?svg[\s>/]/i.test(text)
}
