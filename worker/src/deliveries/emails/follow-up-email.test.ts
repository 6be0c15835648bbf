import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import { useMailSink } from '../../testing/mail-sink.ts'
import { sampleFollowUp } from '../../testing/sample-emails.ts'
import { addLead, testDeps, useWorkers } from '../../testing/test-worker.ts'
import { sendDelivery } from '../send-delivery.ts'

useDatabase()
useWorkers()
const sink = useMailSink()
const id = 'lead-1-follow-up-f'

async function storeFollowUp() {
  await addLead(1, { activity: [sampleFollowUp] })
  await DeliveryModel.create({ _id: id, leadId: 1, kind: 'follow-up', state: 'queued' })
  return testDeps({ SMTP_URL: sink.url })
}

test('a follow-up reaches the homeowner once, as its writer wrote it, under the writer’s name', async () => {
  const deps = await storeFollowUp()
  expect(await sendDelivery(deps, id)).toEqual({ kind: 'sent' })
  expect(await sendDelivery(deps, id)).toEqual({ kind: 'dropped' })
  const [email, ...others] = sink.to('aoife@example.com')
  expect(others).toEqual([])
  expect(email?.parsed.subject).toMatch(/^About your driveway job – KB-/)
  expect(email?.text).toContain('<b>quotes</b>?\n\nTell us.\n\nMia, Kerbside')
  expect(email?.html).toContain('&lt;b&gt;quotes&lt;/b&gt;?')
})

test.each([
  ['has asked for no further contact', { sharingStoppedAt: new Date(Date.now() - 61_000) }],
  ['has no email address any more', { email: '' }],
  ['was never sent it', { activity: [] }],
])('a homeowner who %s gets none', async (_why, changes) => {
  const deps = await storeFollowUp()
  await LeadModel.updateOne({ _id: 1 }, changes)
  expect(await sendDelivery(deps, id)).toEqual({ kind: 'dropped' })
  expect(sink.emails).toEqual([])
})
