import { databaseUri, useDatabase } from '@kerbside/schema/testing/database'
import { migrate } from '@kerbside/schema/migrations/migrate.model'
import { isDatabaseReady } from '@kerbside/schema/migrations/prepare-database.model'
import { watchDatabaseClock } from '@kerbside/schema/operation/database-clock.model'
import { watchSettings } from '@kerbside/schema/settings/settings.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import mongoose from 'mongoose'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'
import { createUser, testConfig } from '../testing/test-app.ts'

useDatabase()

/** What the api would say before it stopped; null when it runs. */
async function startErrorIn(environment: string): Promise<string | null> {
  const config = testConfig({ KERBSIDE_ENV: environment, MONGODB_URI: databaseUri() })
  return new Promise((resolve) => {
    const log = pino({ level: 'info' }, { write: (line) => void (line.includes('database ready') && resolve(null)) })
    const settings = watchSettings(log)
    const clock = watchDatabaseClock(log)
    onTestFinished(settings.close)
    onTestFinished(clock.close)
    openDatabase({ config, log, settings, clock }, ({ message }) => resolve(message))
  })
}

test('production rejects a database with the demo users, whose passwords everybody knows', async () => {
  expect(await startErrorIn('production')).toBeNull()
  await createUser('manager', { email: 'manager@kerbside.example' })
  expect(await startErrorIn('production')).toContain('demo users')
  expect(await startErrorIn('demo')).toBeNull()
})

test('the api is ready only once what is stored has been migrated', async () => {
  const up = async () => void (await UserModel.collection.updateMany({}, { $set: { name: 'Migrated' } }))
  const next = [{ name: 'next', up }]
  await UserModel.collection.insertOne({ email: 'of-before@kerbside.test' } as never)
  expect(await isDatabaseReady(next)).toBe(false)
  await migrate(mongoose.connection.getClient().db(mongoose.connection.name), next)
  expect(await isDatabaseReady(next)).toBe(true)
  expect(await UserModel.findOne().lean()).toMatchObject({ name: 'Migrated' })
})
