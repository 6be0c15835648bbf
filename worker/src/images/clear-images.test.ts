import { chunksOf, filesOf, storeFile } from '@kerbside/schema/file-store.model'
import { imageUrl } from '@kerbside/schema/images/image'
import { ImageModel, variantKey } from '@kerbside/schema/images/image.model'
import { PageModel, PageVersionModel } from '@kerbside/schema/pages/page.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { Types } from 'mongoose'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { clearImages } from './clear-images.ts'

useDatabase()
beforeEach(async () => {
  for (const store of ['images', 'imageVariants'] as const) {
    await filesOf(store).deleteMany({})
    await chunksOf(store).deleteMany({})
  }
})

const start = new Date('2026-05-01T12:00:00Z')
const day = (days: number) => new Date(start.getTime() + days * 86_400_000)
const clear = (days: number) => clearImages({ now: () => day(days), log: pino({ level: 'silent' }) })
/** As old as the record it belongs to. */
const idAt = (days: number) =>
  Types.ObjectId.createFromTime(day(days).getTime() / 1000 - Math.ceil(Math.random() * 9_999))

/** A picture with two variants. */
async function anImage(unusedSince: Date | null = start): Promise<string> {
  const _id = idAt(0)
  const id = String(_id)
  await storeFile('images', _id, 'a.jpg', Buffer.from('a picture'))
  for (const width of [320, 640]) {
    await storeFile('imageVariants', new Types.ObjectId(), variantKey(id, width, 'webp'), Buffer.from('small'))
  }
  const image = { name: 'a', fileName: 'a.jpg', mimeType: 'image/jpeg' as const, size: 9, width: 900, height: 600 }
  await ImageModel.create({ _id, ...image, createdAt: start, createdBy: { id: 'u', name: 'Ada' }, unusedSince })
  return id
}

/** A page whose versions show these pictures, the last of them its draft. */
async function aPage(versions: string[][], publishedVersion: number | null = null) {
  const url = `/${crypto.randomUUID()}`
  const page = await PageModel.create({
    kind: 'index',
    url,
    sublink: url.slice(1),
    version: versions.length,
    publishedVersion,
    isPublished: publishedVersion !== null,
    createdAt: start,
    updatedAt: start,
  })
  await PageVersionModel.create(
    versions.map((ids, index) => ({
      pageId: page._id,
      version: index + 1,
      content: {
        hero: { backgroundImage: ids[0] ? imageUrl(ids[0]) : '' },
        jobs: [{ images: ids.map((id) => ({ id, url: imageUrl(id) })) }],
      },
      savedAt: start,
    })),
  )
  return page
}

const kept = async () => (await ImageModel.find().lean()).map(({ _id }) => String(_id)).sort()
const left = async () => ({
  files: await filesOf('images').countDocuments(),
  chunks: await chunksOf('images').countDocuments(),
  variants: await filesOf('imageVariants').countDocuments(),
  variantChunks: await chunksOf('imageVariants').countDocuments(),
})
const nothing = { files: 0, chunks: 0, variants: 0, variantChunks: 0 }

test('a picture that no page ever showed goes after 30 days, with its variants', async () => {
  await anImage()
  await clear(29)
  expect(await left()).toEqual({ files: 1, chunks: 1, variants: 2, variantChunks: 2 })
  await clear(30)
  expect(await kept()).toEqual([])
  expect(await left()).toEqual(nothing)
})

test('a picture in a draft or in what is published stays, however old', async () => {
  const [draft, published, old] = [await anImage(), await anImage(), await anImage()]
  await aPage([[old], [published], [draft]], 2)
  await clear(400)
  await clear(401)
  expect(await kept()).toEqual([draft, published].sort())
  expect((await left()).variants).toBe(4)
})

test('the 30 days run from the last use', async () => {
  const id = await anImage()
  const page = await aPage([[id], []])
  await PageModel.updateOne({ _id: page._id }, { version: 1 })
  await clear(100)
  await PageModel.updateOne({ _id: page._id }, { version: 2 })
  await clear(101)
  await clear(130)
  expect(await kept()).toEqual([id])
  await clear(131)
  expect(await kept()).toEqual([])
})

test('a picture that comes back into use in time begins anew', async () => {
  const id = await anImage()
  await clear(20)
  const page = await aPage([[id]])
  await clear(40)
  expect((await ImageModel.findById(id).lean())?.unusedSince).toBeNull()
  await PageModel.deleteOne({ _id: page._id })
  await clear(41)
  expect((await ImageModel.findById(id).lean())?.unusedSince).toEqual(day(41))
})

test('what interrupted uploads and removals left goes after a day, and nothing else', async () => {
  const id = await anImage()
  await aPage([[id]])
  await storeFile('images', idAt(0), 'no-record.jpg', Buffer.from('x'))
  await storeFile('imageVariants', idAt(0), variantKey(String(idAt(0)), 320, 'webp'), Buffer.from('x'))
  for (const store of ['images', 'imageVariants'] as const) {
    await chunksOf(store).insertOne({ files_id: idAt(0), n: 0, data: Buffer.from('x') })
    await chunksOf(store).insertOne({ files_id: idAt(3), n: 0, data: Buffer.from('being uploaded') })
  }
  await clear(3)
  expect(await left()).toEqual({ files: 1, chunks: 2, variants: 2, variantChunks: 3 })
  expect(await chunksOf('images').countDocuments({ n: 0, data: Buffer.from('x') })).toBe(0)
  expect(await kept()).toEqual([id])
})

test('an upload that is still going on is left alone', async () => {
  await storeFile('images', idAt(3), 'record-follows.jpg', Buffer.from('x'))
  await clear(3.5)
  expect((await left()).files).toBe(1)
})

test('without any picture there is nothing to do, twice at once', async () => {
  await anImage()
  await Promise.all([clear(31), clear(31)])
  expect(await left()).toEqual(nothing)
  await clear(32)
})
