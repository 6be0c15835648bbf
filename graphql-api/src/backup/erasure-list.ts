import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { erasureKey, erasureKinds, type Erasure } from '@kerbside/schema/erasures/erasure.model'
import type mongoose from 'mongoose'
import { z } from 'zod'
import { BackupError, parseJson } from './backup-files.ts'

type Db = mongoose.mongo.Db

/** One erasure a line: kind, id and time, and nothing else about anybody. */
const Line = z.object({ kind: z.enum(erasureKinds), id: z.string().min(1), at: z.coerce.date() })
export const erasureFile = 'erasures.jsonl'

/** Replaces the list in this folder by what the database knows, which is all that was ever erased. */
export async function writeErasures(db: Db, folder: string): Promise<string> {
  const file = path.join(folder, erasureFile)
  const lines = (await erasuresIn(db)).map(({ kind, id, at }) => `${JSON.stringify({ kind, id, at })}\n`)
  await writeFile(`${file}.part`, lines.join(''), { flush: true })
  await rename(`${file}.part`, file)
  return file
}

export async function erasuresIn(db: Db): Promise<Erasure[]> {
  return db.collection<Erasure & { _id: string }>('erasures').find().sort({ at: 1 }).toArray()
}

/** `isOptional`: no file is an empty list. */
export async function readErasures(file: string, { isOptional = false } = {}): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (isOptional && error.code === 'ENOENT') return ''
    throw new BackupError(`The list of erasures ${file} cannot be read: ${error.message}`)
  })
  return text
    .split('\n')
    .filter(Boolean)
    .map((line, index) => Line.safeParse(parseJson(line)).data ?? fail(`${file}, line ${index + 1}, is no erasure.`))
}

function fail(message: string): never {
  throw new BackupError(message)
}

export const byKey = (erasures: readonly Erasure[]) =>
  new Map(erasures.map((erasure) => [erasureKey(erasure), erasure]))
