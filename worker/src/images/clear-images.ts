import { unusedDays } from '@kerbside/schema/images/image'
import { chunksOf, filesOf, removeFiles, type FileStore } from '@kerbside/schema/file-store.model'
import { ImageModel, removeImageFiles } from '@kerbside/schema/images/image.model'
import { findImageUses } from '@kerbside/schema/pages/image-uses.model'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'

const dayMs = 86_400_000
/** Pictures removed in one pass. */
const batchSize = 500
/** After this long an upload is over: whatever still has no entry is a leftover. */
const leftoverMs = dayMs

/**
 * Removes pictures, with all their variants, that no page has used for 30 days, and what interrupted uploads and
 * removals have left. Safe to repeat and to run side by side.
 */
export async function clearImages({ now, log }: Pick<Deps, 'now' | 'log'>): Promise<void> {
  const at = now()
  const before = new Date(at.getTime() - unusedDays * dayMs)
  // Found before the pages are read, so that a picture used from now on is noticed below.
  const due = await ImageModel.find({ unusedSince: { $lte: before } }, '_id')
    .sort({ unusedSince: 1 })
    .limit(batchSize)
    .lean()
  // The days run from the last use, so a version that is restored within them still has its pictures.
  const used = await findImageUses()
  const ids = [...used.keys()]
  await ImageModel.updateMany({ _id: { $in: ids }, unusedSince: { $ne: null } }, { unusedSince: null })
  await ImageModel.updateMany({ _id: { $nin: ids }, unusedSince: null }, { unusedSince: at })

  let images = 0
  for (const { _id } of due) {
    if (!used.has(String(_id)) && (await removeImage(_id, before))) images += 1
  }
  const leftovers = await removeLeftovers(new Date(at.getTime() - leftoverMs))
  if (images + leftovers > 0) log.info({ images, leftovers }, 'cleared pictures that nothing uses')
}

/** Removes the record first: if this is interrupted, the files are leftovers of a picture that nobody finds. */
async function removeImage(id: Types.ObjectId, before: Date): Promise<boolean> {
  const removed = await ImageModel.findOneAndDelete({ _id: id, unusedSince: { $lte: before } }).lean()
  if (!removed) return false
  await removeImageFiles(id)
  return true
}

/** Removes files whose picture is gone, and bytes whose entry was never written or has been removed. */
async function removeLeftovers(before: Date): Promise<number> {
  const old = { $lt: Types.ObjectId.createFromTime(before.getTime() / 1000) }
  const imageOf = { $convert: { input: { $substrBytes: ['$filename', 0, 24] }, to: 'objectId', onError: null } }
  const files = [{ $match: { _id: old } }, ...without('images', '_id')]
  const variants = [{ $set: { image: imageOf } }, ...without('images', 'image')]
  let removed = await removeFound('images', filesOf('images'), files)
  removed += await removeFound('imageVariants', filesOf('imageVariants'), variants)
  for (const store of ['images', 'imageVariants'] as const) {
    const chunks = [
      { $match: { files_id: old } },
      { $group: { _id: '$files_id' } },
      ...without(`${store}.files`, '_id'),
    ]
    removed += await removeFound(store, chunksOf(store), chunks)
  }
  return removed
}

async function removeFound(store: FileStore, entries: ReturnType<typeof filesOf>, pipeline: object[]): Promise<number> {
  const found = await entries.aggregate<Entry>(pipeline).toArray()
  await removeFiles(store, idsOf(found))
  return found.length
}

type Entry = { _id: Types.ObjectId }
const idsOf = (entries: readonly Entry[]) => entries.map(({ _id }) => _id)

/** Pipeline stages that keep the documents for which the other collection has no document with the id in this field. */
const without = (collection: string, field: string) => [
  { $lookup: { from: collection, localField: field, foreignField: '_id', as: 'found' } },
  { $match: { found: [] } },
  { $project: { _id: 1 } },
]
