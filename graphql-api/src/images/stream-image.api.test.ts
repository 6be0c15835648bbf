import { imageUrl } from '@kerbside/schema/images/image'
import { chunksOf } from '@kerbside/schema/file-store.model'
import { ImageModel, ImageVariantModel } from '@kerbside/schema/images/image.model'
import { Types } from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import sharp from 'sharp'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { rangeOf } from './images.rest.ts'
import { uploadImage } from './images.service.ts'
import * as fixtures from '../testing/images.ts'
import { variantFor } from './variants.ts'

// GET /images/{id}/stream: 200, 206, 304, 404, 416, 422
const app = useTestApp()
beforeEach(fixtures.emptyStores)

async function keep(bytes: Buffer, fileName = 'Häuser "1".jpg'): Promise<string> {
  const { viewer } = await createSession(await createUser('admin'))
  return imageUrl((await uploadImage(app.contextOf(viewer), async () => ({ fileName, bytes }))).id)
}

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await app.send(url, { method, headers })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a picture is sent to anybody, to be kept for a year', async () => {
  const url = await keep(await fixtures.anImage())
  const { status, headers, bytes } = await get(url)
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=31536000, immutable',
    etag: expect.stringMatching(/^"[\w-]+"$/),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="Hauser 1.jpg"; filename*=UTF-8''H%C3%A4user%201.jpg`,
  })
  const head = await get(url, {}, 'HEAD')
  expect(head.bytes).toHaveLength(0)
  expect(head.headers.get('content-length')).toBe(String(bytes.length))
})

test.each([
  ['w=320', 320, 'jpeg'],
  ['w=1', 320, 'jpeg'],
  ['w=641&format=webp', 768, 'webp'],
  ['w=640&format=avif', 640, 'heif'],
  ['w=1280&format=jpeg', 1280, 'jpeg'],
  ['w=99999&format=webp', 1400, 'webp'],
  ['w=1600', 1400, 'jpeg'],
  ['format=webp', 1400, 'webp'],
  ['format=original&other=1', 1400, 'jpeg'],
])('?%s is %i wide, as %s', async (query, width, format) => {
  const { status, headers, bytes } = await get(`${await keep(await fixtures.anImage(1400, 70))}?${query}`)
  expect(status).toBe(200)
  expect(await sharp(bytes).metadata()).toMatchObject({ width, height: Math.round(width / 20), format })
  expect(headers.get('content-type')).toBe(`image/${format === 'heif' ? 'avif' : format}`)
  expect(headers.get('content-length')).toBe(String(bytes.length))
})

test('what shows through stays so, and becomes white in JPEG', async () => {
  const url = await keep(await fixtures.aTransparentPng(0, 400), 'a.png')
  const small = await get(`${url}?w=320`)
  expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'png', hasAlpha: true, width: 320 })
  expect(await sharp((await get(`${url}?format=webp`)).bytes).metadata()).toMatchObject({ hasAlpha: true })
  const jpeg = await get(`${url}?format=jpeg`)
  const { dominant } = await sharp(jpeg.bytes).stats()
  expect(dominant.r).toBeGreaterThan(240)
})

test('widths and formats that come to the same are made once', () => {
  const image = { mimeType: 'image/jpeg', width: 1000 } as const
  expect(variantFor(image, { w: 1000, format: 'original' })).toBeNull()
  expect(variantFor(image, { w: 2000, format: 'jpeg' })).toBeNull()
  expect(variantFor(image, { format: 'jpeg' })).toBeNull()
  expect(variantFor(image, { w: 900, format: 'original' })).toBeNull()
  expect(variantFor(image, { w: 600, format: 'original' })).toEqual({ width: 640, extension: 'jpg' })
  expect(variantFor(image, { w: 600, format: 'jpeg' })).toEqual({ width: 640, extension: 'jpg' })
  expect(variantFor({ ...image, mimeType: 'image/png' }, { format: 'jpeg' })).toEqual({ width: 1000, extension: 'jpg' })
})

test('a variant that many ask for at once is made once, and then kept', async () => {
  const url = `${await keep(await fixtures.anImage(900, 600))}?w=640&format=webp`
  const first = await Promise.all(Array.from({ length: 6 }, () => get(url)))
  expect(new Set(first.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1)
  expect(await ImageVariantModel.countDocuments()).toBe(1)
  // What the original was kept in is gone: only the variant that was made can answer.
  await chunksOf('images').deleteMany({})
  const again = await get(url)
  expect(again.status).toBe(200)
  expect(again.bytes.equals(first[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
  expect(again.headers.get('etag')).toBe(first[0]?.headers.get('etag'))
  expect(await ImageVariantModel.countDocuments()).toBe(1)
})

test('whoever has it already is told so', async () => {
  const url = await keep(await fixtures.anImage(900, 600))
  for (const address of [url, `${url}?w=320&format=webp`]) {
    const etag = (await get(address)).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(address, { 'if-none-match': known })
      expect(answer.status).toBe(304)
      expect(answer.bytes).toHaveLength(0)
      expect(answer.headers.get('etag')).toBe(etag)
      expect(answer.headers.get('cache-control')).toContain('immutable')
    }
    expect((await get(address, { 'if-none-match': '"other"' })).status).toBe(200)
  }
})

test('a part is sent as asked for', async () => {
  const url = await keep(await fixtures.aDetailedImage(900, 900).jpeg().toBuffer())
  const whole = await get(url)
  const size = whole.bytes.length
  expect(size).toBeGreaterThan(300_000) // more than one chunk of GridFS
  for (const [range, start, end] of [
    ['bytes=0-9', 0, 10],
    ['bytes=260000-262200', 260_000, 262_201],
    [`bytes=${size - 5}-`, size - 5, size],
    ['bytes=-7', size - 7, size],
    [`bytes=5-${size + 100}`, 5, size],
    ['bytes=-99999999', 0, size],
  ] as const) {
    const part = await get(url, { range })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size}`)
    expect(part.headers.get('content-length')).toBe(String(end - start))
    expect(part.bytes.equals(whole.bytes.subarray(start, end))).toBe(true)
  }
  const outside = await get(url, { range: `bytes=${size}-` })
  expect(outside.status).toBe(416)
  expect(outside.headers.get('content-range')).toBe(`bytes */${size}`)
  const etag = whole.headers.get('etag') ?? ''
  expect((await get(url, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
  expect((await get(url, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
})

test.each([
  [undefined, null],
  ['bytes=', null],
  ['bytes=-', null],
  ['items=0-5', null],
  ['bytes=0-5,7-9', null],
  ['bytes=5-3', null],
  ['bytes=a-b', null],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=9-', { start: 9, end: 10 }],
])('of ten bytes the range %j is %j', (header, range) => {
  expect(rangeOf(header, 10)).toEqual(range)
})

test.each(['0', '-5', 'abc', '1.5', '', 'NaN', '1e999'])('the width %j is rejected by name', async (w) => {
  const url = await keep(await fixtures.anImage())
  const answer = await app.request('GET', `${url}?w=${w}`)
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual({ w: [expect.stringMatching(/whole number of pixels/)] })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a format that we do not make is rejected by name', async () => {
  const answer = await app.request('GET', `${await keep(await fixtures.anImage())}?format=svg`)
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual({ format: ['The format must be original, webp, avif or jpeg.'] })
})

test.each([String(new Types.ObjectId()), 'twelve-bytes', '1', '..%2F..%2Fetc', '%00', '[object Object]'])(
  'there is no picture %j',
  async (id) => {
    const answer = await app.request('GET', `/api/images/${id}/stream`)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  },
)

test('a picture that is gone is 404 in every width', async () => {
  const url = await keep(await fixtures.anImage(900, 600))
  await get(`${url}?w=320`)
  await ImageModel.deleteMany({})
  expect((await get(`${url}?w=320`)).status).toBe(404)
})

test('a reader who goes away in the middle leaves the picture whole for the next', async () => {
  const url = await keep(await fixtures.aDetailedImage(900, 900).jpeg().toBuffer())
  const response = await app.send(url)
  const reader = response.body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(1_000)
  await reader?.cancel()
  const { bytes } = await get(url)
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 900, height: 900 })
})
