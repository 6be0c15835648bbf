import { AppError } from '@kerbside/schema/errors'
import { photoLimits } from '@kerbside/schema/photos/photo'
import { uuid } from '@kerbside/schema/submission/quote-request'
import { z } from 'zod'
import { readBytes } from '../http/read-body.ts'
import { data, noContent, routesTagged } from '../http/route.ts'
import { openPhoto, receivePhoto } from './photos.service.ts'
import { addStaffPhoto, removeStaffPhoto } from './staff-photos.service.ts'

const Uuid = z
  .string()
  .regex(uuid, 'Must be a UUID')
  .transform((id) => id.toLowerCase())
const route = routesTagged('Photos')

const tooLarge = () =>
  new AppError('TOO_LARGE', `A photo may have ${photoLimits.bytes / 1024} KiB at most. Make it smaller and try again.`)

const PhotoJson = z.object({ id: z.string(), received_at: z.iso.datetime() }).meta({ id: 'ReceivedPhoto' })

export const photoRoutes = [
  route('put', '/quote/{id}/photos/{photo_id}', 'sendPhoto', {
    summary: 'Store a photo of the job with a quote that was sent before. The same id again changes nothing.',
    who: 'public',
    params: z.object({ id: Uuid.describe('The submission_id of the quote'), photo_id: Uuid.describe('A new UUID') }),
    file: 'image/*',
    answers: {
      201: { description: 'Stored', schema: z.object({ data: PhotoJson }) },
      200: { description: 'It was stored before', schema: z.object({ data: PhotoJson }) },
      404: 'No such quote, or it takes no photos any more',
      409: 'The quote has five photos',
      413: 'More than 1 MiB',
      422: 'No photo that we can read: the message says why and what to do',
      429: 'Too many photos from this network',
    },
    handle: async (ctx, { params, request }) => {
      const key = { submissionId: params.id, photoId: params.photo_id }
      const { id, at, isNew } = await receivePhoto(ctx, key, () => readBytes(request, photoLimits.bytes, tooLarge))
      return data({ id, received_at: at }, isNew ? 201 : 200)
    },
  }),
  route('put', '/quote/{id}/staff-photos/{photo_id}', 'addStaffPhoto', {
    summary: 'Add a photo of the job to a lead, as a colleague. The same id again changes nothing.',
    who: 'lead:edit',
    params: z.object({ id: z.string().describe('The number of the lead'), photo_id: Uuid.describe('A new UUID') }),
    file: 'image/*',
    answers: {
      201: { description: 'Added', schema: z.object({ data: PhotoJson }) },
      200: { description: 'It was added before', schema: z.object({ data: PhotoJson }) },
      404: 'No such lead',
      409: 'The lead has ten photos by staff, or its details are erased',
      413: 'More than 1 MiB',
      422: 'No photo that we can read: the message says why and what to do',
    },
    handle: async (ctx, { params, request }) => {
      const key = { leadId: params.id, photoId: params.photo_id }
      const { id, at, isNew } = await addStaffPhoto(ctx, key, () => readBytes(request, photoLimits.bytes, tooLarge))
      return data({ id, received_at: at }, isNew ? 201 : 200)
    },
  }),
  route('delete', '/quote/{id}/staff-photos/{photo_id}', 'removeStaffPhoto', {
    summary: 'Remove a photo that a colleague added to a lead.',
    who: 'lead:edit',
    params: z.object({ id: z.string().describe('The number of the lead'), photo_id: Uuid }),
    answers: {
      204: 'Removed',
      404: 'No such lead or photo',
      409: 'The homeowner sent the photo, or the details of the lead are erased',
    },
    handle: async (ctx, { params }) => {
      await removeStaffPhoto(ctx, { leadId: params.id, photoId: params.photo_id })
      return noContent()
    },
  }),
  route('get', '/quote/{id}/photos/{photo_id}', 'getPhoto', {
    summary: 'A photo of the job, upright, 1,600 pixels long at most, without metadata.',
    who: 'lead:read',
    params: z.object({
      id: z.string().describe('The number of the lead; for PUT the submission_id'),
      photo_id: z.string(),
    }),
    answers: {
      200: { description: 'The photo', schema: z.string().meta({ format: 'binary' }), type: 'image/jpeg' },
      404: 'No such photo',
    },
    handle: async (ctx, { params }) => openPhoto(ctx, params.id, params.photo_id),
  }),
]
