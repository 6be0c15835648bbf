import { AppError, invalid } from '@kerbside/schema/errors'
import { longestEdge, uploadLimits, type Image } from '@kerbside/schema/images/image'
import type { Metadata, Sharp } from 'sharp'
import { heicRefusal, recogniseImage } from './recognise.ts'
import { decoding, loadSharp, secondsAtMost } from './sharp.ts'

export type PreparedImage = Pick<Image, 'mimeType' | 'width' | 'height'> & { bytes: Buffer }

/**
 * A new picture from the pixels of what was sent: upright, in sRGB, 3,200 pixels long at most, and without anything
 * else that was in the file. JPEG, or PNG where something shows through.
 */
export async function prepareImage(upload: Buffer): Promise<PreparedImage> {
  const mime = await recogniseImage(upload)
  try {
    const sharp = await loadSharp()
    // Without the limit, to say ourselves what is too large. Only the header is read.
    const metadata = await sharp(upload, { ...decoding, limitInputPixels: false }).metadata()
    checkPixels(metadata)
    const upright = sharp(upload, decoding)
      .timeout({ seconds: secondsAtMost })
      .autoOrient()
      .resize({ width: longestEdge, height: longestEdge, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    return await encode(upright, metadata)
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(mime, error)
  }
}

function checkPixels({ width, height }: Metadata) {
  if (width * height <= uploadLimits.pixels) return
  const has = Math.ceil((width * height) / 1_000_000).toLocaleString('en-GB')
  const most = uploadLimits.pixels / 1_000_000
  throw invalid(
    'file',
    `This picture has ${has} megapixels; ${most} is the most we take. Make it smaller and try again.`,
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
    ? heicRefusal
    : 'This picture is damaged or incomplete, so we cannot read it. Try another copy.'
  return new AppError('INVALID', message, { fields: { file: [message] }, cause })
}
