import { AppError } from '@kerbside/schema/errors'
import { imageFormats, isImageId, type Image } from '@kerbside/schema/images/image'
import { openFile, storeFileWith } from '@kerbside/schema/file-store.model'
import { ImageModel, toImage } from '@kerbside/schema/images/image.model'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { Types } from 'mongoose'
import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import type { Upload } from '../http/read-upload.ts'
import { prepareImage } from './prepare-image.ts'
import { decodeInTurn } from './sharp.ts'
import { extensionOf, findVariant, mimeTypes, variantFor } from './variants.ts'

/** Stores a picture. `read` is called for the file only after the permission is checked. */
export async function uploadImage(ctx: Context, read: () => Promise<Upload>): Promise<Image> {
  requireCan(ctx.viewer, 'image:upload')
  const { id, name } = ctx.viewer
  const upload = await read()
  const { bytes, ...picture } = await decodeInTurn(() => prepareImage(upload.bytes))
  const now = ctx.now()
  const baseName = baseNameOf(upload.fileName)
  const record = {
    _id: new Types.ObjectId(),
    name: baseName,
    fileName: `${baseName}.${extensionOf(picture)}`,
    ...picture,
    size: bytes.length,
    alt: '',
    createdAt: now,
    createdBy: { id, name },
    // No page shows it yet; the clean-up job finds out when one does.
    unusedSince: now,
  }
  await storeFileWith('images', record._id, { name: record.fileName, bytes }, () => ImageModel.create(record))
  const subject = { kind: 'image' as const, id: String(record._id), label: record.fileName }
  await recordAudit(ctx, { action: 'image.uploaded', subject })
  return toImage(record)
}

/** The name without folders and ending, and without characters that could break a header or a screen. */
function baseNameOf(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? ''
  const clean = base
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/[^\p{L}\p{N}\p{M} _.()-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...clean].slice(0, 100).join('').trim() || 'picture'
}

const wMessage = 'The width must be a whole number of pixels, like 640.'
export const ImageQuery = z.object({
  w: z.coerce
    .number(wMessage)
    .int(wMessage)
    .min(1, wMessage)
    .optional()
    .describe('Pixels; rounded up to a width we make, and never more than the picture has'),
  format: z
    .enum(imageFormats, 'The format must be original, webp, avif or jpeg.')
    .default('original')
    .describe('original: as it is kept'),
})

/** A picture to be sent. Other bytes have another tag. */
export type ImageFile = {
  tag: string
  fileName: string
  mimeType: string
  size: number
  /** The bytes from `start` up to but not including `end`. */
  open: (start: number, end: number) => ReadableStream<Uint8Array>
}

/** The picture, in the width and format that come nearest to what was asked for. Public, like the pages that show it. */
export async function openImage(id: string, query: unknown): Promise<ImageFile> {
  const wish = parse(ImageQuery, query)
  const image = isImageId(id) ? await ImageModel.findById(id).lean() : null
  if (!image) throw new AppError('NOT_FOUND', 'There is no such picture.')
  const variant = variantFor(image, wish)
  if (variant === null) {
    const { _id, fileName, mimeType, size } = image
    return { tag: String(_id), fileName, mimeType, size, open: (...part) => openFile('images', _id, ...part) }
  }
  const file = await findVariant(image, variant)
  return {
    tag: String(file._id),
    fileName: `${image.name}-${variant.width}.${variant.extension}`,
    mimeType: mimeTypes[variant.extension],
    size: file.length,
    open: (...part) => openFile('imageVariants', file._id, ...part),
  }
}
