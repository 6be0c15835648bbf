import { expect, test } from 'vitest'
import { Config as ApiConfig } from '../../graphql-api/src/config.ts'
import { Config as WorkerConfig } from '../../worker/src/config.ts'
import { root } from '../cli/folders.ts'
import { run } from '../cli/run-program.ts'
import { clearForTests } from './test-environment.ts'

test('nothing that api or worker read comes from the shell, and what names programs does', () => {
  const settings = [...Object.keys(ApiConfig.shape), ...Object.keys(WorkerConfig.shape), 'MONGO_PORT', 'NODE_ENV']
  const env: NodeJS.ProcessEnv = Object.fromEntries(settings.map((name) => [name, 'of the shell']))
  const ofUser = { MONGOD_BINARY: 'a', REDIS_BINARY: 'b', CHROMIUM: 'c', KERBSIDE_CACHE: 'd', HOME: 'e', PATH: 'f' }
  const more = { HTTPS_PROXY: 'g', npm_config_registry: 'h' }
  Object.assign(env, ofUser, more)
  clearForTests(env)
  expect(env).toEqual({ ...ofUser, ...more })
})

test('npm test never asks the databases that the shell names', async () => {
  const unreachable = { MONGODB_URI: 'mongodb://127.0.0.1:1/mine', REDIS_URL: 'redis://127.0.0.1:1' }
  const spoilt = { KERBSIDE_ENV: 'production', JWT_SECRET: 'short', DATA_DIR: '/proc/nowhere', NODE_ENV: 'production' }
  const env = { ...process.env, ...unreachable, ...spoilt }
  const args = ['--import', 'tsx', 'tools/test.ts', 'unit', 'schema/src/file-store.test.ts']
  const { output } = await run(process.execPath, args, { cwd: root, env })
  expect(output.trim().split('\n').at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/)
})
