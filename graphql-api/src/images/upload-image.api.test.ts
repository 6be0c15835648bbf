import { ImageModel } from '@kerbside/schema/images/image.model'
import { imageUrl } from '@kerbside/schema/images/image'
import { beforeEach, expect, test } from 'vitest'
import sharp from 'sharp'
import { createSession, createUser, signInAs, useTestApp, type TestAnswer } from '../testing/test-app.ts'
import { uploadImage } from './images.service.ts'
import * as fixtures from '../testing/images.ts'

// POST /images: 201, 400, 401, 403, 413, 415, 422
const app = useTestApp()
beforeEach(fixtures.emptyStores)

async function upload(bytes: Uint8Array, fileName = 'house.jpg', token?: string): Promise<TestAnswer> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], fileName))
  return post(form, token)
}

async function post(body: BodyInit, token?: string | null, headers: Record<string, string> = {}): Promise<TestAnswer> {
  const bearer = token === undefined ? await signInAs('admin') : token
  const authorization: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  const response = await app.send('/api/images', { method: 'POST', body, headers: { ...authorization, ...headers } })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

async function stored(id: string): Promise<Buffer> {
  return Buffer.from(await (await app.send(imageUrl(id))).arrayBuffer())
}

async function colourAt(bytes: Buffer, x: number, y: number) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return [...data.subarray(at, at + info.channels)]
}

test('a photo from a phone is turned upright and loses place, owner and every other note', async () => {
  const photo = await fixtures.aPhonePhoto()
  expect(await sharp(photo).metadata()).toMatchObject({
    orientation: 6,
    exif: expect.anything(),
    xmp: expect.anything(),
  })
  expect(photo.includes(fixtures.secretText)).toBe(true)

  const { status, body } = await upload(photo, 'C:\\photos\\Our house, März.JPEG')
  expect(status).toBe(201)
  const kept = await stored(body.image.id)
  expect(body).toEqual({
    image: {
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      collection: 'images',
      path: `images/${body.image.id}.jpg`,
      name: 'Our house März',
      file_name: 'Our house März.jpg',
      mime_type: 'image/jpeg',
      size: kept.length,
      disk: 'gridfs',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  })

  const metadata = await sharp(kept).metadata()
  expect(metadata).toMatchObject({ format: 'jpeg', width: 40, height: 80, space: 'srgb' })
  for (const note of ['exif', 'xmp', 'icc', 'iptc', 'orientation', 'comments'])
    expect(metadata).not.toHaveProperty(note)
  for (const text of [fixtures.secretText, 'Exif', 'Kerbphone', 'xmpmeta']) expect(kept.includes(text)).toBe(false)
  const [top, bottom] = [await colourAt(kept, 20, 10), await colourAt(kept, 20, 70)]
  expect(top[0]).toBeGreaterThan(150)
  expect(bottom[2]).toBeGreaterThan(150)
})

test('variants carry no notes either', async () => {
  const { body } = await upload(await fixtures.aPhonePhoto(1200, 900))
  for (const format of ['webp', 'avif', 'jpeg']) {
    const variant = await app.send(`${imageUrl(body.image.id)}?w=320&format=${format}`)
    const metadata = await sharp(Buffer.from(await variant.arrayBuffer())).metadata()
    expect(metadata).toMatchObject({ width: 320, height: 427 })
    for (const note of ['exif', 'xmp', 'orientation']) expect(metadata).not.toHaveProperty(note)
  }
})

test('it is kept who uploaded it, and that no page shows it yet', async () => {
  const now = new Date('2026-03-04T05:06:07Z')
  const { viewer } = await createSession(await createUser('admin', { name: 'Ada' }))
  const ctx = { ...app.contextOf(viewer), now: () => now }
  const { id } = await uploadImage(ctx, async () => ({ fileName: 'a.png', bytes: await fixtures.anImage() }))
  expect(await ImageModel.findById(id).lean()).toMatchObject({
    createdBy: { id: viewer.id, name: 'Ada' },
    createdAt: now,
    unusedSince: now,
    fileName: 'a.jpg',
  })
})

test('a picture longer than 3,200 pixels is reduced to that', async () => {
  const { body } = await upload(await fixtures.anImage(4000, 1000))
  expect(await sharp(await stored(body.image.id)).metadata()).toMatchObject({ width: 3200, height: 800 })
})

test('PNG stays PNG only where something shows through', async () => {
  const glass = await upload(await fixtures.aTransparentPng(0.4), 'glass.png')
  expect(glass.body.image).toMatchObject({ mime_type: 'image/png', file_name: 'glass.png' })
  expect((await colourAt(await stored(glass.body.image.id), 3, 3))[3]).toBe(102)
  const screenshot = await upload(await fixtures.aTransparentPng(1), 'screenshot.png')
  expect(screenshot.body.image).toMatchObject({ mime_type: 'image/jpeg', file_name: 'screenshot.jpg' })
})

test.each(['webp', 'avif', 'gif', 'png'] as const)('%s is taken', async (format) => {
  const { status, body } = await upload(await fixtures.aDetailedImage(50, 30).toFormat(format).toBuffer(), 'no-ending')
  expect(status).toBe(201)
  expect(body.image).toMatchObject({ mime_type: 'image/jpeg', name: 'no-ending', file_name: 'no-ending.jpg' })
})

test.each(['gif', 'webp'] as const)('of an animated %s the first frame is kept', async (format) => {
  const { body } = await upload(await fixtures.anAnimation(format))
  const kept = await stored(body.image.id)
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 16, height: 8 })
  expect((await colourAt(kept, 8, 4))[0]).toBeGreaterThan(150)
})

test('only an admin uploads, and nobody else has the file read', async () => {
  const jpeg = await fixtures.anImage()
  for (const [role, status] of [
    [null, 401],
    ['user', 403],
    ['manager', 403],
  ] as const) {
    const token = role && (await signInAs(role))
    const form = new FormData()
    form.set('file', new File([new Uint8Array(jpeg)], 'a.jpg'))
    expect((await post(form, token)).status).toBe(status)
    const unread = () => Promise.reject(new Error('the file was read'))
    const viewer = role && (await createSession(await createUser(role))).viewer
    await expect(uploadImage(app.contextOf(viewer), unread)).rejects.toThrow(/sign in|role may not/)
  }
  expect(await fixtures.countStored()).toEqual({ files: 0, chunks: 0, variants: 0 })
})

const textForm = (fields: Record<string, string | File>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const twoFiles = () => {
  const form = textForm({ file: new File(['a'], 'a.jpg') })
  form.append('file', new File(['b'], 'b.jpg'))
  return form
}
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

test.each<[string, number, BodyInit, Record<string, string>?]>([
  ['an empty form', 422, new FormData()],
  ['another field', 422, textForm({ image: new File(['a'], 'a.jpg') })],
  ['text in the field', 422, textForm({ file: 'hello' })],
  ['an empty file', 422, textForm({ file: new File([], 'a.jpg') })],
  ['two files', 422, twoFiles()],
  ['JSON', 415, '{"file":"x"}', { 'content-type': 'application/json' }],
  ['the bare picture', 415, 'bytes', { 'content-type': 'image/jpeg' }],
  ['an ordinary form', 415, new URLSearchParams({ file: 'x' })],
  ['no boundary', 400, '--x--', { 'content-type': 'multipart/form-data' }],
  ['a form cut off', 400, '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc', multipart],
  ['no form at all', 400, 'hello', multipart],
])('%s: %i, and the field is named', async (_name, status, body, headers) => {
  const answer = await post(body, undefined, headers)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.body.message).toMatch(/\bfile\b|one picture/)
  expect(Object.keys(answer.body.errors ?? {})).toEqual(status === 422 ? ['file'] : [])
})

test('an upload whose record cannot be written leaves no file behind', async () => {
  const { viewer } = await createSession(await createUser('admin'))
  const ctx = { ...app.contextOf(viewer), now: () => new Date(NaN) }
  const bytes = await fixtures.anImage()
  await expect(uploadImage(ctx, async () => ({ fileName: 'a.jpg', bytes }))).rejects.toThrow(/validation failed/)
  expect(await ImageModel.countDocuments()).toBe(0)
  expect(await fixtures.countStored()).toEqual({ files: 0, chunks: 0, variants: 0 })
})

test('many at once all arrive', async () => {
  const token = await signInAs('admin')
  const jpeg = await fixtures.anImage(800, 600)
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => upload(jpeg, `${at}.jpg`, token)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect(new Set(answers.map(({ body }) => body.image.id)).size).toBe(8)
  expect((await fixtures.countStored()).files).toBe(8)
})
