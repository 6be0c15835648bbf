import { AppError } from '@kerbside/schema/errors'
import { removeFilesOrLeave } from '@kerbside/schema/file-store.model'
import type { Lead } from '@kerbside/schema/leads/lead'
import { isByStaff, maximumStaffPhotos, type Photo } from '@kerbside/schema/photos/photo'
import { erasePhotosOf } from '@kerbside/schema/photos/photo.model'
import { requireCan } from '@kerbside/schema/users/user'
import type { ClientSession, Types } from 'mongoose'
import type { Context } from '../deps.ts'
import { getLead } from '../leads/leads.service.ts'
import { writeLead } from '../leads/write-lead.ts'
import { storePhoto, type ReceivedPhoto } from './photos.service.ts'

const enough = () =>
  new AppError('CONFLICT', `A lead takes ${maximumStaffPhotos} photos by staff at most, and it has them already.`)

/** The lead's number, and the UUID that the photo was given on a device. */
type StaffPhotoKey = { leadId: string; photoId: string }

/**
 * Adds a photo by staff to a lead. The id is made on the device; the same once more changes nothing. `read` is called for
 * the bytes once it is known that they are wanted.
 */
export async function addStaffPhoto(
  ctx: Context,
  { leadId, photoId }: StaffPhotoKey,
  read: () => Promise<Buffer>,
): Promise<ReceivedPhoto> {
  requireCan(ctx.viewer, 'lead:edit')
  const by = { id: ctx.viewer.id, name: ctx.viewer.name }
  const known = addedBefore(await getLead(ctx, leadId), photoId)
  if (known) return { id: known.id, at: known.at, isNew: false }
  return storePhoto(ctx, { id: photoId, read, isKept: true }, async (made) => {
    const photo = { ...made, by }
    const { photos = [] } = await writeLead(ctx, { id: leadId, version: null }, (lead) =>
      addedBefore(lead, photoId)
        ? { set: {}, activity: [] }
        : { set: {}, activity: [{ kind: 'photo-added', at: made.at, by }], photo },
    )
    const { id, at, fileId } = photos.find((each) => each.id === photoId) ?? photo
    const isNew = fileId === made.fileId
    return { id, at, isNew, isStored: isNew }
  })
}

/** Undefined when there is room for it. */
function addedBefore({ photos = [] }: Lead, photoId: string): Photo | undefined {
  const known = photos.find(({ id }) => id === photoId)
  if (!known && photos.filter(isByStaff).length >= maximumStaffPhotos) throw enough()
  return known
}

/** Removes a photo that staff added, and every byte of it: it may be of another drive. */
export async function removeStaffPhoto(ctx: Context, { leadId, photoId }: StaffPhotoKey): Promise<void> {
  requireCan(ctx.viewer, 'lead:edit')
  const by = { id: ctx.viewer.id, name: ctx.viewer.name }
  const at = ctx.now()
  let removed: Photo | undefined
  let files: Types.ObjectId[] = []
  const alongside = async (session: ClientSession) => {
    files = await erasePhotosOf([{ photos: removed ? [removed] : [] }], at, session)
  }
  await writeLead(ctx, { id: leadId, version: null, alongside }, ({ photos = [] }) => {
    removed = photos.find(({ id }) => id === photoId)
    if (!removed) throw new AppError('NOT_FOUND', 'There is no such photo.')
    if (!isByStaff(removed))
      throw new AppError('CONFLICT', 'The homeowner sent this photo. It goes with their details.')
    return { set: {}, activity: [{ kind: 'photo-removed', at, by }], removedPhoto: photoId }
  })
  await removeFilesOrLeave({ photos: files }, ctx.log)
}
