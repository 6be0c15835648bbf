import { chunksOf, filesOf, readFile } from '@kerbside/schema/file-store.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { maximumPhotos, photoLimits } from '@kerbside/schema/photos/photo'
import { aLead } from '@kerbside/schema/testing/factories'
import { Types } from 'mongoose'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import {
  aDetailedImage,
  aHeicHead,
  anImage,
  aPhonePhoto,
  aPngOfSize,
  aTransparentPng,
  secretText,
} from '../testing/images.ts'
import { signInAs, useTestApp, type TestAnswer } from '../testing/test-app.ts'

// PUT /quote/{id}/photos/{photo_id}: 200, 201, 404, 409, 413, 422, 429; GET of the same: 200, 401, 403, 404
const app = useTestApp()
const submissionId = '0b6f0f5e-3a51-4c52-8d7e-5f6a7b8c9d01'
const idOf = (number: number) => `0b6f0f5e-3a51-4c52-8d7e-00000000000${number}`
beforeEach(async () => {
  await filesOf('photos').deleteMany({})
  await chunksOf('photos').deleteMany({})
  await LeadModel.create(aLead(1, { submissionId, createdAt: new Date() }))
})

type Sent = { quote?: string; photo?: string; content?: Uint8Array; peer?: string }
async function send({ quote = submissionId, photo = idOf(1), content, peer }: Sent = {}): Promise<TestAnswer> {
  const body = new Uint8Array(content ?? (await anImage()))
  const path = `/api/quote/${quote}/photos/${photo}`
  const response = await app.send(path, { method: 'PUT', body, headers: { 'content-type': 'image/jpeg' } }, peer)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const photosOfLead = async () => (await LeadModel.findById(1).lean().orFail()).photos ?? []
const stored = async () => ({
  photos: (await photosOfLead()).map(({ id }) => id),
  files: await filesOf('photos').countDocuments(),
})

test('a photo is stored once under its id, upright, without metadata, and told the same when it is sent again', async () => {
  const content = await aPhonePhoto()
  const first = await send({ content })
  const again = await send({ content, photo: idOf(1).toUpperCase() })
  expect([first.status, first.body]).toEqual([201, { data: { id: idOf(1), received_at: expect.any(String) } }])
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await stored()).toEqual({ photos: [idOf(1)], files: 1 })

  const [photo] = await photosOfLead()
  const bytes = await readFile('photos', new Types.ObjectId(photo?.fileId))
  const { exif, xmp, orientation, width, height, format } = await sharp(bytes).metadata()
  expect({ exif, xmp, orientation, width, height, format }).toEqual({ width: 40, height: 80, format: 'jpeg' })
  expect(photo).toMatchObject({ width: 40, height: 80, size: bytes.length })
  expect(bytes.toString('latin1')).not.toContain(secretText)
})

test('the same photo ten times at one moment is stored once', async () => {
  const content = await anImage()
  const answers = await Promise.all(Array.from({ length: 10 }, () => send({ content })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(9).fill(200), 201])
  expect(await stored()).toEqual({ photos: [idOf(1)], files: 1 })
})

test('of eight photos at one moment five are stored, and the others told why not', async () => {
  const content = await anImage()
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => send({ content, photo: idOf(index) })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 201, 201, 201, 201, 409, 409, 409,
  ])
  expect(answers.find(({ status }) => status === 409)?.body.message).toContain(`${maximumPhotos} photos at most`)
  const { photos, files } = await stored()
  expect([new Set(photos).size, files]).toEqual([5, 5])
})

test('a large photo is reduced to 1,600 pixels; one with transparency becomes a JPEG on white', async () => {
  await send({ content: await aDetailedImage(1_800, 900).jpeg({ quality: 20 }).toBuffer() })
  await send({ content: await aTransparentPng(0), photo: idOf(2) })
  const [large, transparent] = await photosOfLead()
  expect(large).toMatchObject({ width: 1_600, height: 800 })
  const bytes = await readFile('photos', new Types.ObjectId(transparent?.fileId))
  const { dominant } = await sharp(bytes).stats()
  expect([(await sharp(bytes).metadata()).format, dominant]).toEqual(['jpeg', { r: 248, g: 248, b: 248 }])
})

test.each([
  ['text', () => Buffer.from('no photo'), 422, /not a picture/],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, /SVG/],
  ['a HEIC that cannot be read', () => aHeicHead, 422, /HEIC/],
  ['a photo cut off', async () => (await anImage(400, 400)).subarray(0, 600), 422, /damaged or incomplete/],
  ['20 megapixels in a few bytes', () => aPngOfSize(5_000, 4_000), 422, /20 megapixels; 16/],
  ['nothing', () => Buffer.alloc(0), 422, /not a picture/],
  ['more than 1 MiB', () => Buffer.alloc(photoLimits.bytes + 1), 413, /1024 KiB/],
])('%s is rejected and nothing stored', async (_what, content, status, message) => {
  const answer = await send({ content: await content() })
  expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(message)])
  expect(await stored()).toEqual({ photos: [], files: 0 })
})

test('no photo is taken for a quote that is unknown, imported, erased or older than 30 days', async () => {
  const old = new Date(Date.now() - 30 * 86_400_000 - 1_000)
  const ids = { unknown: idOf(9), old: idOf(2), erased: idOf(3), imported: idOf(4) }
  await LeadModel.create([
    aLead(2, { submissionId: ids.old, createdAt: old }),
    aLead(3, { submissionId: ids.erased, createdAt: new Date(), erasedAt: new Date() }),
    aLead(4, { submissionId: ids.imported, createdAt: new Date(), importId: 'import' }),
  ])
  const answers = await Promise.all(Object.values(ids).map((quote) => send({ quote })))
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
    Array(4).fill([404, expect.stringContaining('30 days')]),
  )
  expect(await filesOf('photos').countDocuments()).toBe(0)
})

test('ids that are no UUIDs are rejected by name', async () => {
  const { status, body } = await send({ quote: '1', photo: 'x' })
  expect([status, body.errors]).toEqual([422, { id: ['Must be a UUID'], photo_id: ['Must be a UUID'] }])
})

test('300 tries from one network in ten minutes are heard, and no other network is held up by them', async () => {
  const peer = '198.51.100.7'
  await Promise.all(Array.from({ length: 300 }, () => send({ quote: idOf(9), peer })))
  const { status, headers } = await send({ quote: idOf(9), peer })
  expect([status, headers.get('retry-after')]).toEqual([429, '600'])
  expect((await send({ quote: idOf(9), peer: '198.51.101.7' })).status).toBe(404)
})

test('staff see the photos of a lead; nobody else reads one', async () => {
  const content = await anImage()
  await send({ content })
  await send({ content, photo: idOf(2) })
  const manager = await signInAs('manager')
  const { data } = await app.graphql(
    '{ lead(id: "1") { photos { id width height size at by { name } } } }',
    {},
    manager,
  )
  const photo = { width: 40, height: 20, size: expect.any(Number), at: expect.any(String), by: null }
  expect(data.lead.photos).toEqual([1, 2].map((number) => ({ id: idOf(number), ...photo })))

  const get = async (token: string | null, lead = 1, id = idOf(1)) => {
    const headers = token ? { authorization: `Bearer ${token}` } : undefined
    return app.send(`/api/quote/${lead}/photos/${id}`, headers && { headers })
  }
  const answer = await get(manager)
  expect([answer.status, (await sharp(await answer.arrayBuffer()).metadata()).width]).toEqual([200, 40])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  await LeadModel.create(aLead(2))
  const statuses = [get(null), get(await signInAs('user')), get(manager, 2), get(manager, 1, idOf(7))]
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 403, 404, 404])
})
