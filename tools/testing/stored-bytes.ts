import type { RedisConnection } from '@kerbside/schema/events/event.queue'
import type mongoose from 'mongoose'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

type Db = mongoose.mongo.Db

/** Each document of a database as its bytes are stored, in which texts stand as they are. GridFS is collections too. */
export async function searchCollections(
  db: Db | undefined,
  note: (name: string, document: Uint8Array) => void,
): Promise<void> {
  for (const { name } of (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? []) {
    for await (const document of db?.collection(name).find({}, { raw: true }) ?? []) note(name, document as never)
  }
}

/** Everything that is stored under a key, as text. */
async function textOf(redis: RedisConnection, key: string): Promise<string> {
  const readers: Record<string, () => Promise<unknown>> = {
    string: () => redis.get(key),
    hash: () => redis.hgetall(key),
    list: () => redis.lrange(key, 0, -1),
    set: () => redis.smembers(key),
    zset: () => redis.zrange(key, '0', '-1'),
    stream: () => redis.xrange(key, '-', '+'),
    none: () => Promise.resolve(null), // it has run out meanwhile
  }
  const read = readers[await redis.type(key)]
  if (!read) throw new Error(`Nothing reads ${key}`)
  return key + JSON.stringify(await read())
}

export async function searchRedis(redis: RedisConnection, prefix: string, note: (text: string) => void): Promise<void> {
  for (const key of await redis.keys(`${prefix}*`)) note(await textOf(redis, key))
}

/** The files of a folder and of those in it, unpacked. */
export function searchFolder(folder: string, note: (text: string) => void): void {
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const content = readFileSync(path.join(file.parentPath, file.name))
    note(file.name + (file.name.endsWith('.gz') ? gunzipSync(content) : content).toString('latin1'))
  }
}
