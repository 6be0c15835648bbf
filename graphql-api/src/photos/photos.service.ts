import { AppError } from '@kerbside/schema/errors'
import { openFile, removeFilesOrLeave, storeFile } from '@kerbside/schema/file-store.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import type { Lead } from '@kerbside/schema/leads/lead'
import { isByStaff, maximumPhotos, photoDays, photoLimits, type Photo } from '@kerbside/schema/photos/photo'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { requireCan } from '@kerbside/schema/users/user'
import { Types } from 'mongoose'
import type { Context } from '../deps.ts'
import { networkOf } from '../http/client-address.ts'
import { prepareImage } from '../images/prepare-image.ts'
import { decodeInTurn } from '../images/sharp.ts'
import { getLead } from '../leads/leads.service.ts'

/** Which photo of which quote; both ids are made on the phone. */
export type PhotoKey = { submissionId: string; photoId: string }

export type ReceivedPhoto = Pick<Photo, 'id' | 'at'> & { isNew: boolean }

/**
 * Stores a photo of a quote that came by the form. The same id again changes nothing. A quote that is held as spam, or was
 * discarded, is answered exactly like any other. `read` is called for the bytes once it is known that they are wanted.
 */
export async function receivePhoto(ctx: Context, key: PhotoKey, read: () => Promise<Buffer>): Promise<ReceivedPhoto> {
  if ((await ctx.limits.countPhoto(networkOf(ctx.client.address))) === 'rejected') throw tooMany
  const quote = await findQuote(ctx, key)
  const known = receivedBefore(quote, key)
  if (known) return known
  return storePhoto(ctx, { id: key.photoId, read, isKept: !quote.isDiscarded }, (photo) => add(ctx, key, quote, photo))
}

/** What was sent under an id; `isKept`: not of a quote that was discarded. */
export type SentPhoto = { id: string; read: () => Promise<Buffer>; isKept: boolean }

type AddedPhoto = ReceivedPhoto & { isStored: boolean }

/** Makes the photo, stores its file and adds it. The file goes again when it was not added. */
export async function storePhoto(
  ctx: Context,
  { id, read, isKept }: SentPhoto,
  addPhoto: (photo: Photo) => Promise<AddedPhoto>,
): Promise<ReceivedPhoto> {
  const bytes = await read()
  const { width, height, ...picture } = await decodeInTurn(() =>
    prepareImage(bytes, { ...photoLimits, isOpaque: true }),
  )
  const fileId = new Types.ObjectId()
  const photo = { id, fileId: String(fileId), width, height, size: picture.bytes.length, at: ctx.now() }
  // The file first, so that nobody finds a photo without one; the clearing job removes files that no photo names.
  if (isKept) await storeFile('photos', fileId, `${id}.jpg`, picture.bytes)
  try {
    const { isStored, ...received } = await addPhoto(photo)
    if (!isStored) await removeFilesOrLeave({ photos: [fileId] }, ctx.log)
    return received
  } catch (error) {
    await removeFilesOrLeave({ photos: [fileId] }, ctx.log)
    throw error
  }
}

const tooMany = new AppError('RATE_LIMITED', 'Too many photos from your network. They are sent again in 10 minutes.', {
  retryAfter: 600,
})

/** The same for a quote that never was, is too old, or is erased. */
const notTaken = new AppError(
  'NOT_FOUND',
  `Photos can be sent for ${photoDays} days after a request, as long as we have it. Please reply to our email with them.`,
)
const enough = new AppError('CONFLICT', `A request takes ${maximumPhotos} photos at most, and it has them already.`)

type Quote = { id: number; photos: Photo[]; place: 'lead' | 'held'; isDiscarded: boolean }

/** The lead of the submission, or the held quote that it may become. */
async function findQuote(ctx: Context, { submissionId }: PhotoKey): Promise<Quote> {
  const createdAt = { $gt: new Date(ctx.now().getTime() - photoDays * 86_400_000) }
  const own = { submissionId, createdAt }
  const ofForm = { ...own, importId: { $exists: false }, erasedAt: null }
  const lead = await LeadModel.findOne(ofForm, 'photos').read('primary').lean()
  if (lead) return { id: lead._id, photos: lead.photos ?? [], place: 'lead', isDiscarded: false }
  const held = await HeldQuoteModel.findOne(own, 'lead.photos discardedAt').read('primary').lean()
  if (!held) throw notTaken
  const photos = (held.lead as { photos?: Photo[] }).photos ?? []
  return { id: held._id, photos, place: 'held', isDiscarded: Boolean(held.discardedAt) }
}

/** Null when there is room for it. */
function receivedBefore({ photos }: Quote, { photoId }: PhotoKey): ReceivedPhoto | null {
  const known = photos.find(({ id }) => id === photoId)
  if (known) return { id: known.id, at: known.at, isNew: false }
  if (photos.filter((photo) => !isByStaff(photo)).length >= maximumPhotos) throw enough
  return null
}

/**
 * All that must hold is checked by the write, so that the same photo twice at one moment is stored once, and more than five
 * at one moment get as many places as there are.
 */
async function add(ctx: Context, key: PhotoKey, quote: Quote, photo: Photo): Promise<AddedPhoto> {
  if (await push(quote, photo)) {
    ctx.log.info({ leadId: quote.id }, 'photo received')
    return { id: photo.id, at: photo.at, isNew: true, isStored: !quote.isDiscarded }
  }
  // Staff have released the quote, or discarded it, or another photo came first.
  const now = await findQuote(ctx, key)
  const known = receivedBefore(now, key)
  return known ? { ...known, isStored: false } : add(ctx, key, now, photo)
}

async function push({ id, place, isDiscarded }: Quote, photo: Photo): Promise<boolean> {
  const list = place === 'lead' ? 'photos' : 'lead.photos'
  const ofHomeowner = { $filter: { input: { $ifNull: [`$${list}`, []] }, cond: { $not: ['$$this.by'] } } }
  const hasRoom = { [`${list}.id`]: { $ne: photo.id }, $expr: { $lt: [{ $size: ofHomeowner }, maximumPhotos] } }
  if (place === 'lead') {
    return writeGuarded({ leadId: id, at: photo.at, guard: { erasedAt: null, ...hasRoom }, push: { photos: photo } })
  }
  // Nothing is kept of a discarded quote but what a repeat needs for its answer.
  const kept = isDiscarded ? { id: photo.id, at: photo.at } : photo
  const guard = { _id: id, discardedAt: isDiscarded ? { $ne: null } : null, ...hasRoom }
  return (
    (await HeldQuoteModel.updateOne(guard, { $push: { 'lead.photos': kept } }, { writeConcern: { w: 'majority' } }))
      .matchedCount === 1
  )
}

/** The photos of leads, for staff. */
export async function photosOf(ctx: Context, leadIds: readonly number[]): Promise<Photo[][]> {
  requireCan(ctx.viewer, 'lead:read')
  const records = await LeadModel.find({ _id: { $in: [...leadIds] } }, { photos: 1 }).lean()
  const byId = new Map(records.map(({ _id, photos }) => [_id, photos]))
  return leadIds.map((id) => byId.get(id) ?? [])
}

/** A photo for whoever may see the details of its lead: the caller has found out. */
export function photoAnswer({ photos = [] }: Pick<Lead, 'photos'>, photoId: string): Response {
  const photo = photos.find(({ id }) => id === photoId)
  if (!photo) throw new AppError('NOT_FOUND', 'There is no such photo.')
  return new Response(openFile('photos', new Types.ObjectId(photo.fileId), 0, photo.size), {
    headers: {
      'content-type': 'image/jpeg',
      'content-length': String(photo.size),
      'content-disposition': 'inline',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  })
}

/** For staff. */
export async function openPhoto(ctx: Context, leadId: string, photoId: string): Promise<Response> {
  return photoAnswer(await getLead(ctx, leadId), photoId)
}
