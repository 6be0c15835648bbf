import { leadSubmitted, jobOfEvent } from '@kerbside/schema/events/event.jobs'
import { newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import { claimsOf, newBrowser, startPushService, usePushServices } from '@kerbside/schema/testing/push-service'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { addDevice, addStaff, vapidKeys } from '../testing/push-devices.ts'
import { addLead, testDeps, until, useWorkers } from '../testing/test-worker.ts'
import { startWorkerProcess } from '../testing/worker-process.ts'

useDatabase()
useWorkers()
usePushServices()

const REDIS_PREFIX = newRedisPrefix()

/** A certificate of this moment, and the file in which a worker finds it to trust it. */
async function ownCertificate() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const folder = mkdtempSync(path.join(tmpdir(), 'kerbside-push-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'cert.pem')
  writeFileSync(file, cert)
  return { key, cert, file }
}

/** A lead as the api leaves it, with its event, whose job is queued. */
async function submit(deps: Deps, id: number): Promise<void> {
  const event = leadSubmitted(id, new Date())
  await addLead(id, { outbox: [event] })
  await deps.enqueueAll([jobOfEvent(id, event)])
}

test('a running worker pushes a new lead over HTTPS as it comes, and not only when it looks for forgotten work', async () => {
  const { file, ...tls } = await ownCertificate()
  const [deps, service] = [await testDeps({ REDIS_PREFIX }), await startPushService(tls)]
  const browser = newBrowser(service.origin)
  await addDevice(await addStaff(), browser)
  const settings = {
    REDIS_PREFIX,
    ...vapidKeys,
    WEBHOOKS_TO_PRIVATE: 'on',
    NODE_EXTRA_CA_CERTS: file,
    SWEEP_EVERY_SECONDS: '3600',
    LOG_LEVEL: 'info',
  }
  const worker = startWorkerProcess(settings)
  onTestFinished(async () => void (await worker.stop()))
  for (const id of [1, 2, 3]) {
    await submit(deps, id)
    await until(() => service.pushes.length === id)
    const push = service.pushes[id - 1]!
    expect(browser.read(push)).toMatchObject({ title: 'New lead', url: `/manager/leads/${id}` })
    expect(claimsOf(push, vapidKeys.VAPID_PUBLIC_KEY)).toMatchObject({ aud: service.origin })
  }
  const { endpoint, p256dh, auth } = browser.subscription
  const secrets = [new URL(endpoint).pathname, p256dh, auth]
  expect(worker.output()).toContain('push sent')
  expect(secrets.filter((secret) => worker.output().includes(secret))).toEqual([])
})

test('a push service whose certificate nobody vouches for is told nothing', async () => {
  const { file: _, ...tls } = await ownCertificate()
  const [deps, service] = [await testDeps({ REDIS_PREFIX }), await startPushService(tls)]
  await addDevice(await addStaff(), newBrowser(service.origin))
  const worker = startWorkerProcess({ REDIS_PREFIX, ...vapidKeys, WEBHOOKS_TO_PRIVATE: 'on', LOG_LEVEL: 'info' })
  onTestFinished(async () => void (await worker.stop()))
  await submit(deps, 9)
  await until(() => worker.output().includes('push not taken'))
  expect(service.pushes).toEqual([])
})
