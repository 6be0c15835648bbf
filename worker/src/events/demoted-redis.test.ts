import { createProducerRedis, createWorkerRedis, type RedisConnection } from '@kerbside/schema/events/event.queue'
import { Redis } from 'ioredis'
import { connect, createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownRedis } from '../../../tools/testing/redis-process.ts'
import { until } from '../testing/test-worker.ts'

// One address that leads to whichever node is the primary, as a managed Redis has.
let primary = 0
const address = createServer((near) => {
  const far = connect(primary, '127.0.0.1')
  near.pipe(far).pipe(near)
  for (const socket of [near, far]) socket.on('error', () => {}).on('close', () => (near.destroy(), far.destroy()))
})
const nodes = await Promise.all([ownRedis(), ownRedis()])
const [oldPort = 0, newPort = 0] = nodes.map(({ url }) => Number(new URL(url).port))
let url = ''

beforeAll(async () => {
  await Promise.all(nodes.map((node) => node.start()))
  await new Promise<void>((resolve) => address.listen(0, '127.0.0.1', resolve))
  url = `redis://127.0.0.1:${(address.address() as AddressInfo).port}`
})
afterAll(async () => {
  address.close()
  await Promise.all(nodes.map((node) => node.remove()))
})

const one = (redis: RedisConnection) => redis as Redis

test('a demoted Redis is left for the one that took over: by a producer, a worker and their copies', async () => {
  primary = oldPort
  const [producer, worker] = [one(createProducerRedis(url)), one(createWorkerRedis(url))]
  const connections = [producer, worker, producer.duplicate(), worker.duplicate()]
  for (const redis of connections) redis.on('error', () => {})
  await until(async () => connections.every(({ status }) => status === 'ready'))

  const demoted = new Redis(oldPort, '127.0.0.1')
  await demoted.replicaof('127.0.0.1', newPort)
  primary = newPort
  expect(await worker.set('worker', 1)).toBe('OK')
  await expect(producer.set('producer', 1)).rejects.toThrow('READONLY')
  for (const [name, redis] of connections.entries()) {
    await until(async () => (await redis.set(`again-${name}`, 1).catch(() => null)) === 'OK')
  }
  for (const redis of [demoted, ...connections]) redis.disconnect()
})

test('a connection that hears nothing asks whether the other side is still there', () => {
  for (const create of [createProducerRedis, createWorkerRedis]) {
    const redis = one(create(url))
    redis.on('error', () => {})
    expect([redis.options.keepAlive, redis.duplicate({ lazyConnect: true }).options.keepAlive]).toEqual([
      10_000, 10_000,
    ])
    redis.disconnect()
  }
})
