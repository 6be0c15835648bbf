import { imageWidths, type ImageFormat } from '@kerbside/schema/images/image'
import { readFile, storeFile } from '@kerbside/schema/file-store.model'
import {
  ImageVariantModel,
  variantKey,
  type ImageRecord,
  type ImageVariantRecord,
  type VariantExtension,
} from '@kerbside/schema/images/image.model'
import { Types } from 'mongoose'
import { toAppError } from '../http/errors.ts'
import { decoding, decodingSeconds, loadSharp, decodeInTurn } from './sharp.ts'

export const mimeTypes: Record<VariantExtension, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
}

export type VariantRequest = { w?: number; format: ImageFormat }
/** `width` in pixels, never more than the picture has. */
export type Variant = { width: number; extension: VariantExtension }

export const extensionOf = ({ mimeType }: Pick<ImageRecord, 'mimeType'>) => (mimeType === 'image/png' ? 'png' : 'jpg')

/** The variant that answers a request, or null for the stored picture. Widths are rounded up, so that few are made. */
export function variantFor(
  image: Pick<ImageRecord, 'mimeType' | 'width'>,
  { w, format }: VariantRequest,
): Variant | null {
  const stored = extensionOf(image)
  const next = w === undefined ? image.width : (imageWidths.find((width) => width >= w) ?? Math.max(...imageWidths))
  const width = Math.min(next, image.width)
  const extension = format === 'original' ? stored : format === 'jpeg' ? 'jpg' : format
  return width === image.width && extension === stored ? null : { width, extension }
}

// Variants that this process is making. Requests for the same one wait for it together.
const inProgress = new Map<string, Promise<ImageVariantRecord>>()

/** The stored variant; the first request for it has it made. */
export async function findVariant(image: ImageRecord, variant: Variant): Promise<ImageVariantRecord> {
  const key = variantKey(String(image._id), variant.width, variant.extension)
  const found = (await ImageVariantModel.findOne({ filename: key }).lean()) ?? inProgress.get(key)
  if (found) return found
  const made = decodeInTurn(() => makeVariant(image, variant, key)).finally(() => inProgress.delete(key))
  inProgress.set(key, made)
  return made
}

async function makeVariant(image: ImageRecord, variant: Variant, key: string): Promise<ImageVariantRecord> {
  const bytes = await encode(await readFile('images', image._id), variant)
  const id = new Types.ObjectId()
  try {
    await storeFile('imageVariants', id, key, bytes)
  } catch (error) {
    // Another process was first. Its file is used, so that one address never shows two different ones.
    if (toAppError(error)?.code !== 'CONFLICT') throw error
    return ImageVariantModel.findOne({ filename: key }).orFail().lean()
  }
  return { _id: id, filename: key, length: bytes.length, uploadDate: new Date() }
}

async function encode(bytes: Buffer, { width, extension }: Variant): Promise<Buffer> {
  const sharp = await loadSharp()
  const resized = sharp(bytes, decoding)
    .timeout({ seconds: decodingSeconds })
    .resize({ width, withoutEnlargement: true })
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
