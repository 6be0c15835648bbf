import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import mongoose from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import { databaseUri, useDatabase } from '../testing/database.ts'
import { migrate } from './migrate.model.ts'

useDatabase()

const db = () => mongoose.connection.getClient().db(mongoose.connection.name)
beforeEach(async () => {
  for (const name of ['runs', 'begun', 'migrations', 'locks']) await db().collection(name).deleteMany({})
})

/** Another process that runs the migrations `first` and `second`. */
async function inProcess(...args: string[]) {
  const program = path.resolve(import.meta.dirname, '../testing/migrate-process.ts')
  const env = { ...process.env, MONGODB_URI: databaseUri() }
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], { env, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  await once(child, 'close')
  return output.trim()
}

const begun = async () => (await db().collection('begun').find().sort({ _id: 1 }).toArray()).map(({ name }) => name)
const runs = async () =>
  Object.fromEntries((await db().collection('runs').find().toArray()).map(({ _id, count }) => [_id, count]))

test('of two processes that start together one migrates, in order, and the other waits until it is done', async () => {
  const printed = await Promise.all([inProcess(), inProcess()])
  expect(printed.sort((a, b) => a.length - b.length)).toEqual(['[]', '["first","second"]'])
  expect(await begun()).toEqual(['first', 'second'])
  expect(await runs()).toEqual({ first: 1, second: 1 })
})

test('after a crash the next process goes on with the migration that did not come to its end', async () => {
  expect(await inProcess('crash')).toBe('')
  expect(await inProcess()).toBe('["second"]')
  expect(await begun()).toEqual(['first', 'second', 'second'])
  expect(await runs()).toEqual({ first: 1, second: 1 })
})

test('a migration that fails is named, and is tried again by the next process', async () => {
  let fails = true
  const up = async () => {
    if (fails) throw new Error('the disk is full')
  }
  await expect(migrate(db(), [{ name: 'fails-once', up }])).rejects.toThrow(/fails-once.*the disk is full/)
  fails = false
  expect(await migrate(db(), [{ name: 'fails-once', up }])).toEqual(['fails-once'])
  expect(await migrate(db(), [{ name: 'fails-once', up }])).toEqual([])
})

test('an older release starts on a database that a newer one migrated', async () => {
  const nothing = async () => {}
  await migrate(db(), [
    { name: 'known', up: nothing },
    { name: 'newer', up: nothing },
  ])
  expect(await migrate(db(), [{ name: 'known', up: nothing }])).toEqual([])
})
