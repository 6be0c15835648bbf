import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { findMailOutage } from '@kerbside/schema/deliveries/mail-outage.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, onTestFinished, test } from 'vitest'
import { heldConnection } from '../../../tools/testing/held-connection.ts'
import { useMailSink } from '../testing/mail-sink.ts'
import { addLead, testDeps, useWorkers } from '../testing/test-worker.ts'
import type { Deps } from '../deps.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

/** A way to the mail server on which it can fall silent, and a worker that gives it a second until it takes an email. */
async function silentWay() {
  const way = await heldConnection('127.0.0.1', sink.port)
  onTestFinished(way.close)
  const deps = await testDeps({ SMTP_URL: `smtp://127.0.0.1:${way.port}` })
  const { sendEmail } = deps
  deps.sendEmail = (email, limits) => sendEmail(email, { ...limits, startMs: 1_000 })
  for (const id of [1, 2]) await addLead(id)
  const wanted = [1, 2].map((leadId) => ({ leadId, kind: 'confirmation', contractorId: null }) as const)
  await queueDeliveries(deps, wanted)
  return { way, deps }
}

const send = (deps: Deps, id: number) => sendDelivery(deps, `lead-${id}-confirmation`)

test('a mail server that accepts the connection and says nothing is away from when it was first asked', async () => {
  const { way, deps } = await silentWay()
  way.hold()
  const askedAt = deps.now()
  expect(await send(deps, 1)).toMatchObject({ kind: 'try-later', error: expect.stringContaining('No answer') })
  const outage = await findMailOutage()
  expect(outage).toMatchObject({ kind: 'unreachable' })
  expect((outage?.since.getTime() ?? 0) - askedAt.getTime()).toBeLessThan(1_000)
})

test('so is one that falls silent on a connection that has been used', async () => {
  const { way, deps } = await silentWay()
  expect(await send(deps, 1)).toEqual({ kind: 'sent' })
  way.hold()
  expect(await send(deps, 2)).toMatchObject({ kind: 'try-later', error: expect.stringContaining('No answer') })
  expect(await findMailOutage()).toMatchObject({ kind: 'unreachable' })
  way.release()
  expect(sink.emails).toHaveLength(1)
})

test('a server that has begun to take a message has longer: leaving it could mean to send the email twice', async () => {
  const { deps } = await silentWay()
  sink.behaviour.delayMs = 2_500
  expect(await send(deps, 1)).toEqual({ kind: 'sent' })
  expect(await DeliveryModel.findById('lead-1-confirmation').lean()).toMatchObject({ attempts: 1 })
})
