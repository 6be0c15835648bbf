// @vitest-environment jsdom
import { uploadLimits } from '@kerbside/schema/images/image'
import { expect, test } from 'vitest'
import { anImageStore } from '../testing/upload.ts'
import { checkFile, sendImage } from './use-uploads.ts'

const aFile = () => new File(['pretend'], 'house.png', { type: 'image/png' })

test('a picture goes out as multipart under the name file, with the token, and its progress is reported', async () => {
  const bodies: string[] = []
  const store = await anImageStore((body) => {
    bodies.push(body)
    return { status: 201, body: { image: { id: 'i1', path: 'p' } } }
  })
  const shares: number[] = []
  const body = await sendImage(aFile(), { token: 't1', base: store.url, onProgress: (share) => shares.push(share) })
  expect(body).toEqual({ image: { id: 'i1', path: 'p' } })
  expect(store.seen).toContain('POST /images Bearer t1')
  expect(bodies[0]).toContain('name="file"; filename="house.png"')
  expect(shares.at(-1)).toBe(1)
})

test.each([
  [422, { message: 'This image is damaged.' }, 'INVALID', 'This image is damaged.'],
  [415, { message: 'SVG images are not accepted.' }, 'UNSUPPORTED', 'SVG images are not accepted.'],
  [413, '<html>', 'TOO_LARGE', 'This image is too large.'],
  [401, { message: 'Please sign in.' }, 'UNAUTHENTICATED', 'Please sign in.'],
  [503, '<html>', 'UNAVAILABLE', 'Something went wrong on our side. Please try again.'],
])('an upload rejected with %i reports why', async (status, body, code, message) => {
  const store = await anImageStore(() => ({ status, body }))
  await expect(sendImage(aFile(), { token: null, base: store.url })).rejects.toMatchObject({ code, message })
})

test('an upload that is cancelled ends with the reason it was given', async () => {
  const store = await anImageStore(() => ({ status: 201, body: {} }))
  const abort = new AbortController()
  const sent = sendImage(aFile(), { token: null, base: store.url, signal: abort.signal })
  abort.abort(new DOMException('Cancelled', 'AbortError'))
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  await expect(sendImage(aFile(), { token: null, signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test.each([
  ['house.png', 'image/png', 10, null],
  ['house.HEIC', '', 10, null],
  ['notes.txt', 'text/plain', 10, 'This file is not an image.'],
  ['notes', '', 10, 'This file is not an image.'],
  ['huge.jpg', 'image/jpeg', uploadLimits.bytes + 1, 'This image is larger than 12 MB.'],
])('%s of type "%s" is checked before it is sent', (name, type, size, problem) => {
  expect(checkFile({ name, type, size })).toBe(problem)
})
