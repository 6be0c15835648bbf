import mongoose, { Schema, type Types } from 'mongoose'
import { removeFiles } from '../file-store.model.ts'
import type { Image } from './image.ts'

/** The picture itself is the GridFS file of the same id (`file-store.model.ts`). */
export type ImageRecord = Omit<Image, 'id'> & { _id: Types.ObjectId }

const image = new Schema<ImageRecord>(
  {
    name: { type: String, required: true },
    fileName: { type: String, required: true },
    mimeType: { type: String, enum: ['image/jpeg', 'image/png'], required: true },
    size: { type: Number, required: true },
    width: { type: Number, required: true },
    height: { type: Number, required: true },
    alt: { type: String, default: '' },
    createdAt: { type: Date, required: true },
    createdBy: { type: new Schema({ id: String, name: String }, { _id: false }), required: true },
    unusedSince: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
image.index({ unusedSince: 1 }) // the clearing job: pictures that no page uses, longest unused first

/** What GridFS stores about one variant. Only GridFS writes it; `filename` is the `variantKey`. */
export type ImageVariantRecord = { _id: Types.ObjectId; filename: string; length: number; uploadDate: Date }

const variant = new Schema<ImageVariantRecord>(
  { filename: { type: String, required: true }, length: Number, uploadDate: Date },
  { versionKey: false, strict: false, autoIndex: false },
)
variant.index({ filename: 1 }, { unique: true }) // stores each variant once; finds all variants of a picture

export const ImageModel = mongoose.model<ImageRecord>('Image', image, 'images')
export const ImageVariantModel = mongoose.model<ImageVariantRecord>('ImageVariant', variant, 'imageVariants.files')

export const toImage = ({ _id, ...record }: ImageRecord): Image => ({ id: String(_id), ...record })

export type VariantExtension = 'jpg' | 'png' | 'webp' | 'avif'

/** `width` in pixels. */
export const variantKey = (id: string, width: number, extension: VariantExtension) => `${id}-${width}.${extension}`

/** Matches the keys of all variants of one picture, and uses the index. */
export const variantKeysOf = (id: string) => new RegExp(`^${id}-`)

/** Removes the bytes of a picture, whose record is gone already, and of all its variants. */
export async function removeImageFiles(id: Types.ObjectId): Promise<void> {
  await removeFiles('images', [id])
  const variants = await ImageVariantModel.find({ filename: variantKeysOf(String(id)) }, '_id').lean()
  await removeFiles(
    'imageVariants',
    variants.map(({ _id }) => _id),
  )
}
