import mongoose from 'mongoose'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { heldConnection } from '../../../tools/testing/held-connection.ts'
import { targetOf } from '../testing/cuttable.ts'
import { databaseUri, useDatabase } from '../testing/database.ts'
import { defaultSettings } from './settings.ts'
import { SettingsModel, watchSettings } from './settings.model.ts'

useDatabase()

/** A way to the test's database on which an answer can be late. */
async function connectByWay() {
  const { host, port } = targetOf(databaseUri())
  const { name } = mongoose.connection
  const way = await heldConnection(host, port)
  await mongoose.disconnect()
  const options = { dbName: name, autoCreate: false, autoIndex: false }
  await mongoose.connect(`mongodb://127.0.0.1:${way.port}/?directConnection=true`, options)
  onTestFinished(async () => {
    await mongoose.disconnect()
    way.close()
  })
  return way
}

test('a look that began before a change and is answered after it does not bring the former settings back', async () => {
  const way = await connectByWay()
  const changes: number[] = []
  const log = pino({}, { write: (line) => void changes.push(JSON.parse(line).version) })
  const settings = watchSettings(log)
  onTestFinished(settings.close)
  await settings.refresh()

  way.delay((sent) => sent.includes('find\0') && sent.includes('settings\0'))
  const early = settings.refresh()
  await expect.poll(way.isDelayed).toBe(true)
  const savedBy = { id: 'admin', name: 'Avery Admin' }
  await SettingsModel.create({ _id: 1, values: { ...defaultSettings, heldDays: 7 }, savedAt: new Date(), savedBy })
  const later = settings.refresh()
  await Promise.race([later, sleep(500)])
  way.deliver()
  await Promise.all([early, later])
  expect(settings().heldDays).toBe(7)
  expect(changes).toEqual([1])
})
