import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identify } from '../services/child-process.ts'
import { throwAwayFolder } from '../testing/throw-away-folder.ts'
import { takeLock, whoRuns } from '../services/running-lock.ts'
import { jwtSecret, vapidKeys } from './system.ts'
import { parseConfig, withDatabase } from '@kerbside/schema/config'
import { Config as WorkerConfig } from '../../worker/src/config.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kerbside-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The number of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['--version']).pid

const writeLock = (content: object) => writeFileSync(path.join(folder, 'running.json'), JSON.stringify(content))

test('a lock that a killed start left behind does not count', () => {
  writeLock({ pid: deadPid(), startedAt: '1', url: 'http://localhost:4000' })
  expect(whoRuns(folder)).toBeUndefined()
  takeLock(folder).release()
})

test('a lock whose number belongs to another process by now does not count', () => {
  writeLock({ ...identify(process.pid), startedAt: 'earlier', url: 'http://localhost:4000' })
  expect(whoRuns(folder)).toBeUndefined()
})

test('a lock that was half written does not count', () => {
  writeFileSync(path.join(folder, 'running.json'), '{"pid":')
  expect(whoRuns(folder)).toBeUndefined()
})

test('a second start fails with a message that says where the first one runs', () => {
  const lock = takeLock(folder)
  expect(() => takeLock(folder)).toThrow('Kerbside is already running and is just starting')
  lock.publish({ url: 'http://localhost:4000', mongoUri: 'mongodb://a/b', redisUrl: 'redis://a' })
  expect(() => takeLock(folder)).toThrow('Kerbside is already running at http://localhost:4000')
  lock.release()
  takeLock(folder)
})

test('the key is made once and can be read by its owner only', () => {
  const secret = jwtSecret(folder)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(jwtSecret(folder)).toBe(secret)
  expect(statSync(path.join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600)
})

test('the keys of notifications are made once, belong together and can be read by their owner only', () => {
  const keys = vapidKeys(folder)
  expect(vapidKeys(folder)).toEqual(keys)
  const environment = { MONGODB_URI: 'mongodb://a/b', REDIS_URL: 'redis://a', JWT_SECRET: 'x'.repeat(32), ...keys }
  expect(parseConfig(WorkerConfig, environment)).toMatchObject(keys)
  const others = vapidKeys(mkdtempSync(path.join(folder, 'other-')))
  expect(() => parseConfig(WorkerConfig, { ...environment, VAPID_PRIVATE_KEY: others.VAPID_PRIVATE_KEY })).toThrow(
    'VAPID_PUBLIC_KEY: does not belong to VAPID_PRIVATE_KEY',
  )
  expect(statSync(path.join(folder, 'vapid-private-key')).mode & 0o777).toBe(0o600)
})

test('folders of killed test runs are cleared away, those of others are kept', () => {
  const [dead, alive] = [path.join(folder, `test-${deadPid()}`), path.join(folder, `test-${process.ppid}`)]
  for (const each of [dead, alive]) takeLock(each)
  expect(existsSync(throwAwayFolder(folder))).toBe(true)
  expect(existsSync(dead)).toBe(false)
  expect(existsSync(alive)).toBe(true)
})

test('an address of MongoDB without a database gets ours', () => {
  expect(withDatabase('mongodb://127.0.0.1:27017/?replicaSet=rs0')).toBe(
    'mongodb://127.0.0.1:27017/kerbside?replicaSet=rs0',
  )
  expect(withDatabase('mongodb://a:1,b:2')).toBe('mongodb://a:1,b:2/kerbside')
  expect(withDatabase('mongodb+srv://user:pass@host/other?w=majority')).toBe(
    'mongodb+srv://user:pass@host/other?w=majority',
  )
})
