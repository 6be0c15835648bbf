import { imageUrl } from '@kerbside/schema/images/image'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import sharp from 'sharp'
import { signInAs, useTestApp } from '../testing/test-app.ts'
import * as fixtures from '../testing/images.ts'

const app = useTestApp()
beforeEach(fixtures.emptyStores)

async function upload(bytes: Uint8Array, fileName = 'house.jpg') {
  const authorization = `Bearer ${await signInAs('admin')}`
  const init = { method: 'POST', body: fixtures.formWith(bytes, fileName), headers: { authorization } }
  const response = await app.send('/api/images', init)
  return { status: response.status, body: await response.json() }
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const textBytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)

test.each<[string, RegExp, () => Buffer | Promise<Buffer>, string?]>([
  ['SVG', /SVG.*Export the drawing as PNG/, () => textBytes(svg), 'logo.svg'],
  ['SVG called a photo', /SVG/, () => textBytes(svg), 'logo.jpg'],
  ['SVG behind XML and a comment', /SVG/, () => textBytes(`\uFEFF  <?xml version="1.0"?><!-- a > b -->\n${svg}`)],
  ['SVG with a prefix', /SVG/, () => textBytes('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>')],
  ['SVG in UTF-16', /SVG/, () => textBytes(`\uFEFF${svg}`, 'utf16le')],
  ['zipped SVG', /not a picture/, () => gzipSync(svg)],
  ['text called a photo', /not a picture we can read/, () => textBytes('Hello, I am a photo.')],
  ['a page', /not a picture/, () => textBytes('<!doctype html><script>alert(1)</script>')],
  ['PDF', /not a picture/, () => textBytes('%PDF-1.7\n1 0 obj<<>>endobj')],
  ['PostScript', /not a picture/, () => textBytes('%!PS-Adobe-3.0 EPSF-3.0\n(id) run')],
  ['ImageMagick script', /not a picture/, () => textBytes('push graphic-context\nimage over 0,0 0,0 "|id"\n')],
  [
    'a program',
    /not a picture/,
    () => Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(99)]),
  ],
  ['BMP', /BMP pictures are not taken/, () => Buffer.concat([textBytes('BM'), Buffer.alloc(200)])],
  [
    'TIFF',
    /TIFF pictures are not taken/,
    () => Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(200)]),
  ],
  ['a GIF that is a script', /damaged or incomplete/, () => textBytes(`GIF89a/*${' '.repeat(40)}*/=1;alert(1)//`)],
  [
    'the first half of a JPEG',
    /damaged or incomplete/,
    async () => half(await fixtures.aDetailedImage(400, 300).jpeg().toBuffer()),
  ],
  [
    'the first half of a PNG',
    /damaged or incomplete/,
    async () => half(await fixtures.aDetailedImage(400, 300).png().toBuffer()),
  ],
  [
    'the first half of a WebP',
    /damaged or incomplete/,
    async () => half(await fixtures.aDetailedImage(400, 300).webp().toBuffer()),
  ],
  ['the first bytes of a JPEG', /damaged or incomplete/, async () => (await fixtures.anImage()).subarray(0, 20)],
  [
    'a PNG with damaged pixels',
    /damaged or incomplete/,
    async () => damaged(await fixtures.aDetailedImage(90, 90).png().toBuffer()),
  ],
  ['a bomb of 10,000 megapixels', /10,000 megapixels; 50 is the most/, () => fixtures.aPngOfSize(100_000, 100_000)],
  ['a bomb one pixel high', /51 megapixels/, () => fixtures.aPngOfSize(50_000_001, 1)],
  ['a PNG without width', /damaged or incomplete/, () => fixtures.aPngOfSize(0, 10)],
  ['a PNG with less than it claims', /damaged or incomplete/, () => fixtures.aPngOfSize(7_000, 7_000)],
  ['HEIC that we cannot read', /HEIC.*as JPEG/, () => fixtures.aHeicHead, 'IMG_1234.HEIC'],
])('%s is rejected in words, and nothing is kept', async (_name, message, bytes, fileName) => {
  const { status, body } = await upload(await bytes(), fileName)
  expect(body.message).toMatch(message)
  expect(status).toBe(422)
  expect(body.errors).toEqual({ file: [body.message] })
  expect(await fixtures.countStored()).toEqual({ files: 0, chunks: 0, variants: 0 })
})

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
function damaged(bytes: Buffer) {
  bytes.fill(0x55, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2))
  return bytes
}

const script = '<script>alert(document.domain)</script><?php system($_GET[0]); ?>'
test.each<[string, () => Promise<Buffer>]>([
  ['a JPEG with a page behind it', async () => Buffer.concat([await fixtures.anImage(), textBytes(script)])],
  ['a JPEG with a script as its comment', async () => withComment(await fixtures.anImage())],
  [
    'a GIF with a script behind it',
    async () => Buffer.concat([await fixtures.anAnimation('gif'), textBytes(`*/${script}`)]),
  ],
  [
    'a PNG with an archive behind it',
    async () => Buffer.concat([await fixtures.aTransparentPng(0.5), textBytes(`PK\x03\x04${script}`)]),
  ],
  [
    'notes full of script',
    () =>
      sharp(Buffer.alloc(300), { raw: { width: 10, height: 10, channels: 3 } })
        .withExif({ IFD0: { Copyright: script } })
        .jpeg()
        .toBuffer(),
  ],
])('%s is kept as a picture and nothing else', async (_name, bytes) => {
  const sent = await bytes()
  expect(sent.includes('<script>')).toBe(true)
  const { status, body } = await upload(sent, `x"; onload='y.php\r\nset-cookie: a=b.html`)
  expect(status).toBe(201)
  const response = await app.send(imageUrl(body.image.id))
  const kept = Buffer.from(await response.arrayBuffer())
  expect(kept.includes('script')).toBe(false)
  expect(kept.includes('<?php')).toBe(false)
  expect(response.headers.get('content-type')).toBe(body.image.mime_type)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(body.image.file_name).toMatch(/^[\w .-]+\.(jpg|png)$/)
})

function withComment(jpeg: Buffer) {
  const comment = textBytes(script)
  const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2)])
}
