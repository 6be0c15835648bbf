import mongoose from 'mongoose'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'

const { EJSON } = mongoose.mongo.BSON

/** Its message is shown to the operator and says what to do. */
export class BackupError extends Error {}

export const formatVersion = 1
export const manifestFile = 'manifest.json'

const BackedUpCollection = z.object({
  name: z.string().min(1),
  file: z.string().regex(/^[\w.-]+$/),
  documents: z.number().int().min(0),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[\da-f]{64}$/),
  indexes: z.array(z.looseObject({ name: z.string(), key: z.record(z.string(), z.unknown()) })),
})
export type BackedUpCollection = z.infer<typeof BackedUpCollection>

/** `at`: the moment whose state the backup holds. */
const Manifest = z.object({
  format: z.literal('kerbside-backup'),
  version: z.number().int(),
  at: z.coerce.date(),
  collections: z.array(BackedUpCollection),
})
export type Manifest = z.infer<typeof Manifest>

/** Extended JSON: the filter of a partial index may hold a date, which JSON would turn into text. */
export const writtenManifest = (manifest: Manifest) => `${EJSON.stringify(manifest, undefined, 2)}\n`

/** It is written last, so a folder without one is a backup that broke off. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFile), 'utf8').catch(() => null)
  if (text === null) throw new BackupError(`${folder} holds no whole backup: it has no readable ${manifestFile}.`)
  const result = Manifest.safeParse(parseJson(text, EJSON))
  if (!result.success) throw new BackupError(`${path.join(folder, manifestFile)} is damaged. Take another backup.`)
  if (result.data.version > formatVersion) {
    throw new BackupError(`The backup in ${folder} was made by a newer Kerbside. Restore it with that one.`)
  }
  return result.data
}

/** Undefined for what is no JSON. */
export function parseJson(text: string, format: { parse: (text: string) => unknown } = JSON): unknown {
  try {
    return format.parse(text)
  } catch {
    return undefined
  }
}

/** BSON documents one after the other, compressed: the format of mongodump --gzip, which mongorestore reads too. */
export async function writeDocuments(file: string, documents: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let bytes = 0
  const count = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(Readable.from(documents), createGzip({ level: 6 }), count, createWriteStream(file, { flush: true }))
  return { bytes, sha256: hash.digest('hex') }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** The documents of a file, one at a time. Each begins with its own length. */
export async function* readDocuments(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  const packed = createReadStream(file)
  const unpacked = createGunzip()
  packed.once('error', (error) => unpacked.destroy(error))
  for await (const chunk of packed.pipe(unpacked)) {
    rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer])
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0)
      yield rest.subarray(0, length)
      rest = rest.subarray(length)
    }
  }
  if (rest.length > 0) throw new BackupError(`${file} ends in the middle of a document.`)
}
