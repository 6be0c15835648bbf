import { heartbeatKey, lastHeartbeat } from '@kerbside/schema/operation/heartbeat.queue'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import { startWorker } from './start.ts'
import { serveHealth } from './operation/health.ts'
import { startLoop } from './events/loop.ts'
import { startMailSink } from './testing/mail-sink.ts'
import {
  addFirms,
  addWaitingLead,
  run,
  runningWorker,
  testConfig,
  testDeps,
  until,
  useWorkers,
} from './testing/test-worker.ts'

useDatabase()
useWorkers()

test('a job nobody handles fails loudly', async () => {
  const deps = await testDeps()
  const unknown = { name: 'nope', data: {} }
  await expect(run(deps, unknown as never)).rejects.toThrow('No such job: nope')
})

test('a payload from another release is rejected before the handler sees it', async () => {
  const deps = await testDeps()
  const old = { name: 'lead.submitted', data: { lead: 1 } }
  await expect(run(deps, old as never)).rejects.toThrow('The payload of lead.submitted is not understood')
})

test('every bad variable is named in one message', () => {
  const bad = { SMTP_URL: 'mail.example', MAIL_FROM: 'nobody', WORKER_CONCURRENCY: 'many', JWT_SECRET: 'short' }
  expect(() => testConfig(bad)).toThrow(/SMTP_URL[^]*MAIL_FROM[^]*WORKER_CONCURRENCY|JWT_SECRET[^]*SMTP_URL/)
  expect(() =>
    testConfig({ KERBSIDE_ENV: 'production', JWT_SECRET: 'kerbside-demo-secret-not-for-production' }),
  ).toThrow('demo secret')
})

test('from the outbox to the inbox: one confirmation and five offers for a lead', async () => {
  const sink = await startMailSink()
  const deps = await runningWorker({ SMTP_URL: sink.url })
  await addFirms(7)
  await addWaitingLead(1)
  await until(() => sink.emails.length >= 6)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(sink.emails).toHaveLength(6)
  expect(sink.to('aoife@example.com')).toHaveLength(1)
  expect(new Set(sink.emails.map(({ messageId }) => messageId)).size).toBe(6)
  expect(await deps.metrics.registry.metrics()).toContain('kerbside_deliveries_total{kind="offer",result="sent"} 5')
  await sink.stop()
})

test('a running worker shows a sign of life that runs out by itself', async () => {
  const deps = await runningWorker()
  const { redis, config } = deps
  await until(async () => (await lastHeartbeat(redis, config.REDIS_PREFIX)) !== null)
  expect(await redis.ttl(heartbeatKey(config.REDIS_PREFIX))).toBeGreaterThan(0)
})

test('when no worker runs any more, it is known when one reported last', async () => {
  const deps = await testDeps()
  const { redis, config } = deps
  const at = new Date('2026-11-20T14:05:00Z')
  const worker = startWorker({ ...deps, now: () => at })
  await until(async () => (await lastHeartbeat(redis, config.REDIS_PREFIX)) !== null)
  await worker.stop()
  expect(await lastHeartbeat(redis, config.REDIS_PREFIX)).toEqual(at)
})

test('health, readiness and figures are served, figures only to this machine', async () => {
  const deps = await testDeps({ WORKER_PORT: '0' })
  const server = await serveHealth(deps)
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const status = async (path: string, headers = {}) => (await fetch(url + path, { headers })).status
  expect(await status('/healthz')).toBe(200)
  expect(await status('/readyz')).toBe(200)
  expect(await status('/nope')).toBe(404)
  expect(await status('/metrics', { 'x-forwarded-for': '203.0.113.9' })).toBe(401)
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/kerbside_queue_jobs\{queue="mail",state="waiting"\} 0/)
  server.close()
  server.closeAllConnections()
})

test('figures need the token once there is one', async () => {
  const deps = await testDeps({ WORKER_PORT: '0', METRICS_TOKEN: 'let-me-in' })
  const server = await serveHealth(deps)
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/metrics`
  expect((await fetch(url)).status).toBe(401)
  expect((await fetch(url, { headers: { authorization: 'Bearer let-me-in' } })).status).toBe(200)
  server.close()
  server.closeAllConnections()
})

test('a loop survives a failing pass and stops after the one under way', async () => {
  const { log } = await testDeps()
  let passes = 0
  const loop = startLoop('test', 1, log, async () => {
    passes += 1
    if (passes === 1) throw new Error('once')
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
  await until(() => passes > 2)
  await loop.stop()
  const after = passes
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(passes).toBe(after)
})
