import { manageLink } from '@kerbside/schema/links/signed-link'
import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { ErasureModel } from '@kerbside/schema/erasures/erasure.model'
import { chunksOf, filesOf, readFile } from '@kerbside/schema/file-store.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { maximumPhotos, maximumStaffPhotos, photoLimits } from '@kerbside/schema/photos/photo'
import { aLead } from '@kerbside/schema/testing/factories'
import { Types } from 'mongoose'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { anImage, aPhonePhoto, secretText } from '../testing/images.ts'
import { signInAs, useTestApp } from '../testing/test-app.ts'

// PUT /quote/{id}/staff-photos/{photo_id}: 200, 201, 401, 403, 404, 409, 413, 422; DELETE: 204, 401, 403, 404, 409
const app = useTestApp()
const submissionId = '0b6f0f5e-3a51-4c52-8d7e-5f6a7b8c9d01'
const idOf = (number: number) => `0b6f0f5e-3a51-4c52-8d7e-0000000000${String(number).padStart(2, '0')}`
let manager = ''
beforeEach(async () => {
  await filesOf('photos').deleteMany({})
  await chunksOf('photos').deleteMany({})
  await LeadModel.create(aLead(1, { submissionId, createdAt: new Date() }))
  manager = await signInAs('manager')
})

type Sent = { lead?: number; photo?: string; content?: Uint8Array; token?: string | null }
async function put(path: string, content?: Uint8Array, token?: string | null) {
  const body = new Uint8Array(content ?? (await anImage()))
  const headers = { 'content-type': 'image/jpeg', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await app.send(path, { method: 'PUT', body, headers })
  return { status: response.status, body: await response.json() }
}
const add = ({ lead = 1, photo = idOf(1), content, token = manager }: Sent = {}) =>
  put(`/api/quote/${lead}/staff-photos/${photo}`, content, token)
const sendAsHomeowner = (photo: string) => put(`/api/quote/${submissionId}/photos/${photo}`)
const lead = () => LeadModel.findById(1).lean().orFail()
const stored = async () => ({
  photos: ((await lead()).photos ?? []).map(({ id }) => id),
  files: await filesOf('photos').countDocuments(),
})
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

test('a photo by staff is added once, without metadata, with who added it, and recorded once', async () => {
  const content = await aPhonePhoto()
  const first = await add({ content })
  const again = await add({ content, photo: idOf(1).toUpperCase() })
  expect([first.status, first.body]).toEqual([201, { data: { id: idOf(1), received_at: expect.any(String) } }])
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await stored()).toEqual({ photos: [idOf(1)], files: 1 })

  const { photos = [], activity = [], version } = await lead()
  const by = { id: expect.any(String), name: expect.any(String) }
  expect(photos[0]).toMatchObject({ width: 40, height: 80, by })
  expect(activity).toEqual([expect.objectContaining({ kind: 'photo-added', by: photos[0]?.by })])
  expect(version).toBe(2)
  const bytes = await readFile('photos', new Types.ObjectId(photos[0]?.fileId))
  const { exif, xmp, format } = await sharp(bytes).metadata()
  expect([exif, xmp, format]).toEqual([undefined, undefined, 'jpeg'])
  expect(bytes.toString('latin1')).not.toContain(secretText)

  const entries = await AuditEntryModel.find({ action: 'lead.changed' }).lean()
  expect(entries.map(({ details, subject }) => [details, subject.id])).toEqual([['Photo added', '1']])
  const { data } = await app.graphql('{ lead(id: "1") { photos { id by { name } } activity { kind } } }', {}, manager)
  expect(data.lead).toEqual({
    photos: [{ id: idOf(1), by: { name: photos[0]?.by?.name } }],
    activity: [{ kind: 'PHOTO_ADDED' }],
  })
})

test('the same photo ten times at one moment is added once', async () => {
  const content = await anImage()
  const answers = await Promise.all(Array.from({ length: 10 }, () => add({ content })))
  expect(statusesOf(answers)).toEqual([...Array(9).fill(200), 201])
  expect([await stored(), (await lead()).activity?.length]).toEqual([{ photos: [idOf(1)], files: 1 }, 1])
})

test('of twelve photos at one moment ten are added; those of the homeowner are counted apart', async () => {
  for (let index = 0; index < maximumPhotos - 1; index += 1) await sendAsHomeowner(idOf(20 + index))
  const content = await anImage()
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => add({ content, photo: idOf(index) })))
  expect(statusesOf(answers)).toEqual([...Array(10).fill(201), 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.message).toContain(`${maximumStaffPhotos} photos by staff`)
  expect((await sendAsHomeowner(idOf(30))).status).toBe(201)
  expect((await sendAsHomeowner(idOf(31))).status).toBe(409)
  expect((await add({ photo: idOf(32) })).status).toBe(409)
  const { photos, files } = await stored()
  expect([new Set(photos).size, files]).toEqual([15, 15])
})

test.each([
  ['text', () => Buffer.from('no photo'), 422, /not a picture/],
  ['a photo cut off', async () => (await anImage(400, 400)).subarray(0, 600), 422, /damaged or incomplete/],
  ['more than 1 MiB', () => Buffer.alloc(photoLimits.bytes + 1), 413, /1024 KiB/],
])('%s is rejected and nothing stored', async (_what, content, status, message) => {
  const answer = await add({ content: await content() })
  expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(message)])
  expect([await stored(), (await lead()).activity ?? []]).toEqual([{ photos: [], files: 0 }, []])
})

test('only who may change leads adds a photo, and to a lead that is there and not erased', async () => {
  await LeadModel.create(aLead(2, { erasedAt: new Date() }))
  const [user, admin] = [await signInAs('user'), await signInAs('admin')]
  expect((await add({ token: null })).status).toBe(401)
  expect((await add({ token: user })).status).toBe(403)
  expect((await add({ lead: 9 })).status).toBe(404)
  expect(await filesOf('photos').countDocuments()).toBe(0)
  const erased = await add({ lead: 2 })
  expect([erased.status, erased.body.message]).toEqual([409, expect.stringContaining('details erased')])
  expect((await add({ photo: 'x' })).body.errors).toEqual({ photo_id: ['Must be a UUID'] })
  expect(await filesOf('photos').countDocuments()).toBe(0)
  expect((await add({ token: admin })).status).toBe(201)
})

test('the homeowner sees photos by staff apart from their own, and no byte is left once they erase their details', async () => {
  await sendAsHomeowner(idOf(1))
  await add({ photo: idOf(2) })
  const token = await app.deps.links.sign(manageLink(1, 'aoife@example.com'), new Date(Date.now() + 3_600_000))
  const page = await (await app.send(`/manage/${token}`)).text()
  const galleries = page.split('<h2>').filter((part) => part.includes('/photos/'))
  expect(galleries.map((part) => part.slice(0, part.indexOf('</h2>')))).toEqual([
    'Your photos',
    'Photos of the job that we added',
  ])
  expect(galleries.map((part) => [part.includes(idOf(1)), part.includes(idOf(2))])).toEqual([
    [true, false],
    [false, true],
  ])
  const own = await (await app.send(`/manage/${token}/data.json`)).json()
  expect(own.photos.map((photo: { added_by: string }) => photo.added_by)).toEqual(['you', 'us'])

  const files = ((await lead()).photos ?? []).map(({ fileId }) => fileId)
  await app.send(`/manage/${token}/erase`, { method: 'POST' })
  expect((await lead()).photos).toBeUndefined()
  expect([await filesOf('photos').countDocuments(), await chunksOf('photos').countDocuments()]).toEqual([0, 0])
  const erasures = await ErasureModel.find({ kind: 'photo' }).lean()
  expect(erasures.map(({ id }) => id).toSorted()).toEqual(files.toSorted())
})

test('a photo by staff is removed with every byte, and recorded; one of the homeowner stays', async () => {
  await sendAsHomeowner(idOf(1))
  await add({ photo: idOf(2) })
  const file = (await lead()).photos?.[1]?.fileId
  const remove = async (photo: string, token: string | null = manager) => {
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : undefined)
    return (await app.send(`/api/quote/1/staff-photos/${photo}`, { method: 'DELETE', headers })).status
  }
  expect([await remove(idOf(2), null), await remove(idOf(2), await signInAs('user'))]).toEqual([401, 403])
  expect(await stored()).toEqual({ photos: [idOf(1), idOf(2)], files: 2 })
  expect([await remove(idOf(1)), await remove(idOf(2)), await remove(idOf(2))]).toEqual([409, 204, 404])
  expect(await stored()).toEqual({ photos: [idOf(1)], files: 1 })
  expect((await lead()).activity?.map(({ kind }) => kind)).toEqual(['photo-added', 'photo-removed'])
  expect((await ErasureModel.find({ kind: 'photo' }).lean()).map(({ id }) => id)).toEqual([file])
  const entries = await AuditEntryModel.find({ action: 'lead.changed' }).sort({ at: 1 }).lean()
  expect(entries.map(({ details }) => details)).toEqual(['Photo added', 'Photo removed'])
})
