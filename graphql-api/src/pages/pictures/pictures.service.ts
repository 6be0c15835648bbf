import { AppError } from '@kerbside/schema/errors'
import { isImageId, longestAlt, type Image } from '@kerbside/schema/images/image'
import { ImageModel, removeImageFiles, toImage, type ImageRecord } from '@kerbside/schema/images/image.model'
import { findImageUses } from '@kerbside/schema/pages/image-uses.model'
import type { ImageUse } from '@kerbside/schema/pages/page'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Context } from '../../deps.ts'
import { publishPageChange } from '../page-updates.ts'

/** The library shows so many, the newest. */
const shownImages = 1_000

export type LibraryImage = Image & { usedBy: readonly ImageUse[] }

/** The uploaded pictures, newest first, each with the pages that show it. */
export async function listImages(ctx: Context): Promise<LibraryImage[]> {
  requireCan(ctx.viewer, 'image:edit')
  const [records, uses] = await Promise.all([
    ImageModel.find().sort({ _id: -1 }).limit(shownImages).lean<ImageRecord[]>(),
    findImageUses(),
  ])
  return records.map((record) => ({ ...toImage(record), usedBy: uses.get(String(record._id)) ?? [] }))
}

const Alt = z.strictObject({
  alt: z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(z.string().max(longestAlt, `Write ${longestAlt} characters at most.`)),
})

/** Changes the alternative text, also on the pages that show the picture already. */
export async function describeImage(ctx: Context, id: string, input: string): Promise<LibraryImage> {
  requireCan(ctx.viewer, 'image:edit')
  const change = parse(Alt, { alt: input })
  const record = isImageId(id)
    ? await ImageModel.findByIdAndUpdate(id, change, { returnDocument: 'after' }).lean<ImageRecord>()
    : null
  if (!record) throw notFound()
  await recordAudit(ctx, { action: 'image.described', subject: subjectOf(record) })
  await publishPageChange(ctx, 'pictures')
  const uses = await findImageUses()
  return { ...toImage(record), usedBy: uses.get(id.toLowerCase()) ?? [] }
}

/** Deletes a picture that no page shows, neither to visitors nor in its draft. */
export async function deleteImage(ctx: Context, id: string): Promise<void> {
  requireCan(ctx.viewer, 'image:edit')
  if (!isImageId(id)) throw notFound()
  await requireUnused(id)
  const record = await ImageModel.findByIdAndDelete(id).lean<ImageRecord>()
  if (!record) throw notFound()
  try {
    // A page may have been saved with it meanwhile; the bytes are still there.
    await requireUnused(id)
  } catch (error) {
    await ImageModel.create(record)
    throw error
  }
  await removeImageFiles(record._id)
  await recordAudit(ctx, { action: 'image.deleted', subject: subjectOf(record) })
}

async function requireUnused(id: string): Promise<void> {
  const [use] = (await findImageUses()).get(id.toLowerCase()) ?? []
  if (use) throw new AppError('CONFLICT', `The page ${use.url} shows this picture. Take it out there first.`)
}

const notFound = () => new AppError('NOT_FOUND', 'There is no such picture. It may have been deleted.')

const subjectOf = ({ _id, fileName }: ImageRecord) => ({ kind: 'image' as const, id: String(_id), label: fileName })
