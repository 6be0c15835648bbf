import { Redis } from 'ioredis'
import { mongo } from 'mongoose'
import { expect, onTestFinished, test } from 'vitest'
import { Config as ApiConfig } from '../../graphql-api/src/config.ts'
import { Config as WorkerConfig } from '../../worker/src/config.ts'
import { clearForTests } from './test-environment.ts'
import { cleanUp, startServices } from './test-run.ts'

test('nothing that api or worker read comes from the shell, and what names programs does', () => {
  const settings = [...Object.keys(ApiConfig.shape), ...Object.keys(WorkerConfig.shape), 'MONGO_PORT', 'NODE_ENV']
  const env: NodeJS.ProcessEnv = Object.fromEntries(settings.map((name) => [name, 'of the shell']))
  const ofUser = { MONGOD_BINARY: 'a', REDIS_BINARY: 'b', CHROMIUM: 'c', KERBSIDE_CACHE: 'd', HOME: 'e', PATH: 'f' }
  const more = { HTTPS_PROXY: 'g', npm_config_registry: 'h' }
  Object.assign(env, ofUser, more)
  clearForTests(env)
  expect(env).toEqual({ ...ofUser, ...more })
})

test('the databases of a test run are its own, whatever databases the shell names', async () => {
  const places = { MONGODB_URI: process.env.MONGODB_URI, REDIS_URL: process.env.REDIS_URL }
  onTestFinished(() => void Object.assign(process.env, places))
  Object.assign(process.env, { MONGODB_URI: 'mongodb://127.0.0.1:1/mine', REDIS_URL: 'redis://127.0.0.1:1' })
  const { MONGODB_URI, REDIS_URL } = await startServices()
  onTestFinished(cleanUp)
  const client = await new mongo.MongoClient(MONGODB_URI).connect()
  const { parsed } = await client.db('admin').command({ getCmdLineOpts: 1 })
  await client.close()
  expect(String(parsed.storage.dbPath)).toContain(`test-${process.pid}`)
  const redis = new Redis(REDIS_URL)
  expect(await redis.ping()).toBe('PONG')
  redis.disconnect()
})
