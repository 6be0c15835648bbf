import mongoose, { Types } from 'mongoose'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as WebStream } from 'node:stream/web'
import type { Logger } from 'pino'

/**
 * The GridFS buckets: pictures, their variants, files of leads, PDFs of quotes, photos of drives, and evidence of firms. GridFS writes the
 * chunks of a file first and its entry last, so a file is complete or absent. A killed process leaves chunks without an
 * entry, which the clearing jobs find.
 */
export type FileStore = 'images' | 'imageVariants' | 'exports' | 'imports' | 'quoteFiles' | 'photos' | 'evidence'

export function database() {
  const { db } = mongoose.connection
  if (!db) throw new mongoose.Error('The database is disconnected')
  return db
}

const bucket = (store: FileStore) => new mongoose.mongo.GridFSBucket(database(), { bucketName: store })
export const filesOf = (store: FileStore) => database().collection(`${store}.files`)
export const chunksOf = (store: FileStore) => database().collection(`${store}.chunks`)

/** Stores all of the bytes under this id, or nothing. Parts are read no faster than they are stored. */
export async function storeFile(
  store: FileStore,
  id: Types.ObjectId,
  name: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
) {
  try {
    const parts = bytes instanceof Uint8Array ? [bytes] : bytes
    await pipeline(Readable.from(parts), bucket(store).openUploadStreamWithId(id, name))
  } catch (error) {
    // If the database is away, the clearing job removes what is left.
    await removeFiles(store, [id]).catch(() => {})
    throw error
  }
}

/** The same, and then the record that names the file, so that nobody finds a record without one. */
export async function storeFileWith<T>(
  store: FileStore,
  id: Types.ObjectId,
  { name, bytes }: { name: string; bytes: Uint8Array },
  storeRecord: () => Promise<T>,
): Promise<T> {
  await storeFile(store, id, name, bytes)
  try {
    return await storeRecord()
  } catch (error) {
    // If the database is away, the clearing job finds the file later.
    await removeFiles(store, [id]).catch(() => {})
    throw error
  }
}

export async function readFile(store: FileStore, id: Types.ObjectId): Promise<Buffer> {
  return buffer(bucket(store).openDownloadStream(id))
}

/** The bytes from `start` up to but not including `end`. Nothing is read before the stream is read. */
export function openFile(store: FileStore, id: Types.ObjectId, start: number, end: number) {
  return WebStream.from(bucket(store).openDownloadStream(id, { start, end })) as ReadableStream<Uint8Array>
}

/** A whole file whose size is not known; null when it is gone. */
export async function openWholeFile(store: FileStore, id: Types.ObjectId) {
  const file = await filesOf(store).findOne({ _id: id })
  if (!file) return null
  const size = Number(file['length'])
  return { size, body: openFile(store, id, 0, size) }
}

/** Removes the entries first, so that nobody finds an incomplete file. */
export async function removeFiles(store: FileStore, ids: readonly Types.ObjectId[]) {
  await filesOf(store).deleteMany({ _id: { $in: [...ids] } })
  await chunksOf(store).deleteMany({ files_id: { $in: [...ids] } })
}

/** Files of several stores whose records are gone. */
export type FilesToRemove = Partial<Record<FileStore, readonly Types.ObjectId[]>>

/** Never throws: what cannot be removed now, the clearing jobs remove. */
export async function removeFilesOrLeave(files: FilesToRemove, log: Pick<Logger, 'warn'>): Promise<void> {
  for (const [store, ids] of Object.entries(files) as [FileStore, readonly Types.ObjectId[]][]) {
    await removeFiles(store, ids).catch((error: unknown) => log.warn({ err: error, store }, 'files are removed later'))
  }
}
