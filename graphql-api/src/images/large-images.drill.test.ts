import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import sharp from 'sharp'
import { serveApp, signInAs, useTestApp } from '../testing/test-app.ts'
import * as fixtures from '../testing/images.ts'

const app = useTestApp()
beforeEach(fixtures.emptyStores)

const megabyte = 1024 * 1024
const origin = await serveApp(app)

async function upload(bytes: Uint8Array, fileName = 'house.jpg') {
  const authorization = `Bearer ${await signInAs('admin')}`
  const init = { method: 'POST', body: fixtures.formWith(bytes, fileName), headers: { authorization } }
  const response = await app.send('/api/images', init)
  return { status: response.status, body: await response.json() }
}

const bigPng = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()

test('50 megapixels less a little are taken, and 51 are not', async () => {
  expect((await upload(await bigPng(8_160, 6_120))).status).toBe(201)
  const { status, body } = await upload(await bigPng(10_200, 5_000))
  expect([status, body.message]).toEqual([422, expect.stringMatching(/51 megapixels/)])
})

test('13 MB are rejected over the wire, announced or not, before anything is decoded', async () => {
  const authorization = `Bearer ${await signInAs('admin')}`
  const bytes = Buffer.concat([await fixtures.anImage(), Buffer.alloc(13 * megabyte)])
  const announced = await fetch(`${origin}/api/images`, {
    method: 'POST',
    body: fixtures.formWith(bytes, 'a.jpg'),
    headers: { authorization },
  })
  expect(announced.status).toBe(413)
  expect(await announced.json()).toMatchObject({
    status: 413,
    message: expect.stringMatching(/file is too large.*12 MB/),
  })

  // Without a length, and without an end.
  const endless = startUpload({ authorization })
  endless.on('drain', () => void endless.write(Buffer.alloc(megabyte)))
  endless.write(Buffer.alloc(megabyte))
  expect(await statusOf(endless)).toBe(413)
  expect(await fixtures.countStored()).toEqual({ files: 0, chunks: 0, variants: 0 })
})

test('a file of just over 12 MB in a form that is not too large is rejected as well', async () => {
  expect((await upload(Buffer.concat([await fixtures.anImage(), Buffer.alloc(12 * megabyte)]))).status).toBe(413)
  expect((await upload(Buffer.concat([await fixtures.anImage(), Buffer.alloc(11 * megabyte)]))).status).toBe(201)
})

test('12 MB from somebody who is not signed in are not waited for', async () => {
  const upload = startUpload({ 'content-length': String(12 * megabyte) })
  upload.write('--x\r\n')
  expect(await statusOf(upload)).toBe(401)
})

/** An upload whose body the test sends, or does not. */
function startUpload(headers: Record<string, string>) {
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  return request(`${origin}/api/images`, { method: 'POST', headers: { ...type, ...headers } })
}

/** The answer's status, which comes before the body has ended. */
async function statusOf(upload: ClientRequest): Promise<number | undefined> {
  upload.on('error', () => {}) // the server may hang up once it has answered
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  upload.destroy()
  return response.statusCode
}

test('while pictures are worked on, other requests are answered', async () => {
  const photo = await bigPng(8_000, 6_000)
  let finished = 0
  const uploads = Promise.all([upload(photo), upload(photo)].map((one) => one.finally(() => (finished += 1))))
  for (let times = 0; times < 10; times += 1) expect((await app.request('GET', '/api/auth/me')).status).toBe(401)
  expect(finished).toBe(0)
  for (const { status } of await uploads) expect(status).toBe(201)
})
