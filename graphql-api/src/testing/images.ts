import { chunksOf, filesOf } from '@kerbside/schema/file-store.model'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Pictures as people and attackers send them, made for tests. */
const left = { r: 200, g: 20, b: 20 }
const right = { r: 20, g: 20, b: 200 }

/** Red on the left, blue on the right. */
export function twoHalves(width: number, height: number) {
  const half = Math.floor(width / 2)
  const create = { width: half, height, channels: 3 as const, background: right }
  return sharp({ create: { width, height, channels: 3, background: left } }).composite([
    { input: { create }, left: width - half, top: 0 },
  ])
}

export const secretText = 'Aoife took this at home'

/** As a phone writes it: lying on its side, with the place, the owner, an own colour profile and XMP. */
export const aPhonePhoto = (width = 80, height = 40) =>
  twoHalves(width, height)
    .withIccProfile('p3')
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secretText}</a></x:xmpmeta>`)
    .withExif({
      IFD0: { Copyright: secretText, Make: 'Kerbphone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

export const anImage = (width = 40, height = 20) => twoHalves(width, height).jpeg().toBuffer()

export const aTransparentPng = (alpha: number, size = 30) =>
  sharp({ create: { width: size, height: size, channels: 4, background: { ...left, alpha } } })
    .png()
    .toBuffer()

/** Much detail, so that files are large and cutting one off hurts. */
export const aDetailedImage = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: left, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })

/** A few hundred bytes that claim this size. */
export function aPngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.alloc(100_000))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** What an iPhone sends: recognisable, but compressed in a way that our library may not read. */
export const aHeicHead = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic'),
  Buffer.alloc(400),
])

/** Two frames, red and blue. */
export async function anAnimation(format: 'gif' | 'webp') {
  const frames = [left, right].map((background) => ({
    create: { width: 16, height: 8, channels: 3 as const, background },
  }))
  const pixels = await Promise.all(frames.map(({ create }) => sharp({ create }).png().toBuffer()))
  return sharp(pixels, { join: { animated: true } })
    .toFormat(format, { loop: 0 })
    .toBuffer()
}

/** For tests: empties both stores, chunks included. */
export async function emptyStores() {
  for (const store of ['images', 'imageVariants'] as const) {
    await filesOf(store).deleteMany({})
    await chunksOf(store).deleteMany({})
  }
}

/** Entries and chunks, of pictures and variants. */
export async function countStored() {
  const [files, chunks, variants] = await Promise.all([
    filesOf('images').countDocuments(),
    chunksOf('images').countDocuments(),
    filesOf('imageVariants').countDocuments(),
  ])
  return { files, chunks, variants }
}

/** As a browser uploads a picture. */
export function formWith(bytes: Uint8Array, fileName: string) {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], fileName, { type: 'image/jpeg' }))
  return form
}
