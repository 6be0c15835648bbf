import { imageWidths, type ImageFormat } from '@kerbside/schema/images/image'
import { readFile, storeFile } from '@kerbside/schema/images/image-files.model'
import {
  ImageVariantModel,
  variantKey,
  type ImageRecord,
  type ImageVariantRecord,
  type VariantExtension,
} from '@kerbside/schema/images/image.model'
import { Types } from 'mongoose'
import { toAppError } from '../http/errors.ts'
import { decoding, loadSharp, outgoing, secondsAtMost } from './sharp.ts'

export const mimeTypes: Record<VariantExtension, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
}

export type VariantWish = { w?: number; format: ImageFormat }
/** `width` in pixels, never more than the picture has. */
export type Variant = { width: number; extension: VariantExtension }

export const extensionOf = ({ mimeType }: Pick<ImageRecord, 'mimeType'>) => (mimeType === 'image/png' ? 'png' : 'jpg')

/** What is served for a wish; null is the picture as it is kept. Few wishes differ in the end, so few are made. */
export function variantFor(image: Pick<ImageRecord, 'mimeType' | 'width'>, { w, format }: VariantWish): Variant | null {
  const kept = extensionOf(image)
  const next = w === undefined ? image.width : (imageWidths.find((width) => width >= w) ?? Math.max(...imageWidths))
  const width = Math.min(next, image.width)
  const extension = format === 'original' ? kept : format === 'jpeg' ? 'jpg' : format
  return width === image.width && extension === kept ? null : { width, extension }
}

// Variants that this process is making: whoever asks for one meanwhile waits for the same.
const inTheMaking = new Map<string, Promise<ImageVariantRecord>>()

/** The kept variant; the first who asks has it made. */
export async function findVariant(image: ImageRecord, variant: Variant): Promise<ImageVariantRecord> {
  const key = variantKey(String(image._id), variant.width, variant.extension)
  const kept = await ImageVariantModel.findOne({ filename: key }).lean()
  if (kept) return kept
  const begun = inTheMaking.get(key)
  if (begun) return begun
  const made = outgoing(() => makeVariant(image, variant, key)).finally(() => inTheMaking.delete(key))
  inTheMaking.set(key, made)
  return made
}

async function makeVariant(image: ImageRecord, variant: Variant, key: string): Promise<ImageVariantRecord> {
  const bytes = await encode(await readFile('images', image._id), variant)
  const id = new Types.ObjectId()
  try {
    await storeFile('imageVariants', id, key, bytes)
  } catch (error) {
    // Another process was first. Its bytes count, so that one address never shows two.
    if (toAppError(error)?.code !== 'CONFLICT') throw error
    return ImageVariantModel.findOne({ filename: key }).orFail().lean()
  }
  return { _id: id, filename: key, length: bytes.length, uploadDate: new Date() }
}

async function encode(bytes: Buffer, { width, extension }: Variant): Promise<Buffer> {
  const sharp = await loadSharp()
  const resized = sharp(bytes, decoding).timeout({ seconds: secondsAtMost }).resize({ width, withoutEnlargement: true })
  switch (extension) {
    case 'webp':
      return resized.webp({ quality: 78 }).toBuffer()
    case 'avif':
      // More effort takes many times longer for a tenth less.
      return resized.avif({ quality: 55, effort: 2 }).toBuffer()
    case 'jpg':
      return resized.flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true }).toBuffer()
    case 'png':
      return resized.png().toBuffer()
  }
}
