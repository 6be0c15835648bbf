import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { findMailOutage } from '@kerbside/schema/deliveries/mail-outage.model'
import { newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import { addUser, bounceNotices } from '../testing/bounces.ts'
import { useMailSink } from '../testing/mail-sink.ts'
import { addLead, testDeps, useWorkers } from '../testing/test-worker.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

/** Two workers and confirmations to homeowners of these domains; `send` alternates between the workers. */
async function rejecting(...domains: string[]) {
  const settings = { SMTP_URL: sink.url, REDIS_PREFIX: newRedisPrefix() }
  const workers = [await testDeps(settings), await testDeps(settings)]
  let turn = 0
  for (const [index, domain] of domains.entries()) await addLead(index + 1, { email: `someone@${domain}` })
  const wanted = domains.map((_, index) => ({ leadId: index + 1, kind: 'confirmation', contractorId: null }) as const)
  await queueDeliveries(workers[0]!, wanted)
  sink.behaviour.rejectRecipient = (address) => (address.endsWith('good.example') ? undefined : 550)
  return async (...ids: number[]) => {
    const kinds = []
    for (const id of ids) kinds.push((await sendDelivery(workers[turn++ % 2]!, `lead-${id}-confirmation`)).kind)
    return kinds
  }
}

test('five rejections in a row to different domains are an outage, whichever worker met them', async () => {
  const send = await rejecting('a.example', 'b.example', 'c.example', 'd.example', 'e.example')
  await send(1, 2, 3, 4)
  expect(await findMailOutage()).toBeNull()
  expect(await send(5)).toEqual(['try-later'])
  expect(await findMailOutage()).toMatchObject({ kind: 'refuses-all', lastError: expect.stringContaining('550') })
  expect(await DeliveryModel.countDocuments({ state: 'queued' })).toBe(5)
})

test('with an accepted email between, five rejections are bad addresses', async () => {
  const send = await rejecting('a.example', 'b.example', 'c.example', 'd.example', 'good.example', 'e.example')
  expect(await send(1, 2, 3, 4, 5)).toEqual(['try-later', 'try-later', 'try-later', 'try-later', 'sent'])
  expect(await send(6, 1, 2, 6)).toEqual(['try-later', 'given-up', 'given-up', 'given-up'])
  expect(await findMailOutage()).toBeNull()
})

test('managers hear once of a homeowner whose mail server rejects our email', async () => {
  const manager = await addUser('manager')
  const send = await rejecting('a.example', 'good.example')
  expect(await send(1, 2, 1)).toEqual(['try-later', 'sent', 'given-up'])
  expect(await bounceNotices()).toEqual([{ userId: manager, leadId: 1, contractorId: null }])
})

test('so are five rejections at one domain', async () => {
  const send = await rejecting('a.example', 'a.example', 'a.example', 'a.example', 'a.example')
  await send(1, 2, 3, 4, 5)
  expect(await send(5)).toEqual(['given-up'])
  expect(await findMailOutage()).toBeNull()
})
