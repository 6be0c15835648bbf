import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { PushDeviceModel } from '@kerbside/schema/push/push-device.model'
import { storePushes } from '@kerbside/schema/push/store-pushes.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { usePushServices } from '@kerbside/schema/testing/push-service'
import { expect, test } from 'vitest'
import { oneDevice, onlyPush, storedPushes } from '../testing/push-devices.ts'
import { addLead, minutesAgo, useWorkers } from '../testing/test-worker.ts'

useDatabase()
useWorkers()
usePushServices()

test.each([
  ['erased', () => LeadModel.updateOne({ _id: 1 }, { erasedAt: new Date() })],
  ['deleted', () => LeadModel.deleteOne({ _id: 1 })],
])('a lead that was %s meanwhile is pushed to nobody', async (_how, end) => {
  const { service, newLead, sendDue } = await oneDevice()
  await addLead(1)
  await newLead()
  await end()
  await sendDue()
  expect(service.pushes).toEqual([])
  expect(await onlyPush()).toMatchObject({ state: 'expired' })
})

test('a warning names the leads that nobody has answered by then, and counts those that are nearly due', async () => {
  const { deps, service, browser, clock, sendDue } = await oneDevice()
  const received = { createdAt: minutesAgo(100), nextPromiseAlert: 'missed' as const }
  for (const id of [1, 2, 3, 4]) await addLead(id, received)
  await storePushes({ event: 'promise-warning', about: 'x', leadIds: [1, 2, 3] }, deps.now())
  await LeadModel.updateOne({ _id: 2 }, { contactedAt: new Date() })
  await sendDue()
  await storePushes({ event: 'promise-warning', about: 'y', leadIds: [3] }, deps.now())
  clock.advance(3 * 3_600_000)
  await sendDue()
  expect(service.pushes.map((push) => browser.read(push))).toMatchObject([
    { title: 'Two leads are nearly due', url: '/manager/leads?filter=waiting', badge: 3 },
    { title: 'A lead is late', body: 'Driveway job · SW1A', url: '/manager/leads/3', badge: 0 },
  ])
})

test('in quiet hours nothing is sent; at their end what is still of use is', async () => {
  const zone = { timeZone: 'Europe/London', quietHours: { from: '22:00', to: '07:00' } }
  const { deps, service, browser, newLead, sendDue } = await oneDevice(zone)
  deps.now = () => new Date('2026-01-15T23:30:00Z')
  for (const id of [1, 2]) {
    await addLead(id)
    await newLead(id)
  }
  await sendDue()
  expect((await storedPushes()).map(({ nextTryAt }) => nextTryAt?.toISOString())).toEqual(
    Array(2).fill('2026-01-16T07:00:00.000Z'),
  )
  await LeadModel.updateOne({ _id: 1 }, { contactedAt: new Date() })
  deps.now = () => new Date('2026-01-16T07:00:00Z')
  await sendDue()
  expect(service.pushes.map((push) => browser.read(push)['tag'])).toEqual(['push-new-lead-2'])
  expect((await storedPushes()).map(({ state }) => state).toSorted()).toEqual(['expired', 'sent'])
})

test('quiet hours that were chosen after the push was stored hold it too', async () => {
  const { deps, service, deviceId, newLead, sendDue } = await oneDevice()
  deps.now = () => new Date('2026-01-15T23:30:00Z')
  await addLead(1)
  await newLead()
  await PushDeviceModel.updateOne({ _id: deviceId }, { quietHours: { from: '22:00', to: '07:00' } })
  await sendDue()
  expect(service.pushes).toEqual([])
  expect(await onlyPush()).toMatchObject({
    state: 'queued',
    attempts: 0,
    nextTryAt: new Date('2026-01-16T07:00:00Z'),
  })
})
