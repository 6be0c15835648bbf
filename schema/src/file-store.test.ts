import { Types } from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import { useDatabase } from './testing/database.ts'
import { chunksOf, filesOf, openFile, readFile, removeFiles, storeFile } from './file-store.model.ts'

useDatabase()
beforeEach(async () => {
  for (const store of ['images', 'imageVariants'] as const) {
    await filesOf(store).deleteMany({})
    await chunksOf(store).deleteMany({})
  }
})

const bytes = Buffer.from(Array.from({ length: 600_000 }, (_, at) => at % 251))
const read = async (stream: ReadableStream<Uint8Array>) => Buffer.from(await new Response(stream).arrayBuffer())

test('what was stored is read whole and in parts, across chunks', async () => {
  const id = new Types.ObjectId()
  await storeFile('images', id, 'a.jpg', bytes)
  expect((await readFile('images', id)).equals(bytes)).toBe(true)
  expect((await read(openFile('images', id, 0, bytes.length))).equals(bytes)).toBe(true)
  const part = await read(openFile('images', id, 261_000, 262_200))
  expect(part.equals(bytes.subarray(261_000, 262_200))).toBe(true)
})

test('two who keep the same variant: the second is told, and leaves nothing', async () => {
  await storeFile('imageVariants', new Types.ObjectId(), 'a-320.webp', bytes)
  const second = storeFile('imageVariants', new Types.ObjectId(), 'a-320.webp', bytes)
  await expect(second).rejects.toMatchObject({ code: 11000 })
  expect(await filesOf('imageVariants').countDocuments()).toBe(1)
  expect((await chunksOf('imageVariants').distinct('files_id')).length).toBe(1)
})

test('what was removed is gone with all its bytes, and nothing else is', async () => {
  const [gone, kept] = [new Types.ObjectId(), new Types.ObjectId()]
  await storeFile('images', gone, 'gone.jpg', bytes)
  await storeFile('images', kept, 'kept.jpg', bytes)
  await removeFiles('images', [gone])
  await expect(readFile('images', gone)).rejects.toThrow(/not found/i)
  expect(await chunksOf('images').distinct('files_id')).toEqual([kept])
})
