import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import { useMailSink } from '../../testing/mail-sink.ts'
import { addFirms, addLead, run, testDeps, useWorkers } from '../../testing/test-worker.ts'
import { sendDelivery } from '../send-delivery.ts'

useDatabase()
useWorkers()
const sink = useMailSink()
const at = new Date()
const change = (name: string, label: string, after: string) => ({ name, label, before: 'Old', after })

/** Lead 1, accepted by a firm and then corrected twice. */
async function correctedLead() {
  const deps = await testDeps({ SMTP_URL: sink.url })
  await addLead(1)
  await addFirms(1)
  await run(deps, { name: 'lead.submitted', data: { leadId: 1 } })
  const accepted = { 'offers.0.state': 'accepted', 'offers.0.decidedAt': at }
  const corrections = [
    { at, changes: [change('budget', 'Budget', '£20,000+'), change('email', 'Email', 'first@example.com')] },
    { at, changes: [change('mobile', 'Mobile number', '07700 900999'), change('email', 'Email', 'new@example.com')] },
  ]
  const { offers } = await LeadModel.findByIdAndUpdate(1, {
    $set: { ...accepted, corrections, email: 'new@example.com', emailConfirmedAt: null },
  }).orFail()
  const firm = offers[0]?.contractorId ?? ''
  const store = async (email: Pick<DeliveryRecord, '_id' | 'kind'> & { contractorId?: string }) => {
    await DeliveryModel.create({ leadId: 1, state: 'queued', createdAt: at, ...email })
    return sendDelivery(deps, email._id)
  }
  const notice = (round: number) =>
    store({
      _id: deliveryId(1, 'correction-notice', firm, round),
      kind: 'correction-notice',
      contractorId: firm,
    })
  const confirm = (round: number) => store({ _id: deliveryId(1, 'confirm-email', null, round), kind: 'confirm-email' })
  return { notice, confirm }
}

test('a firm is told what one correction changed, and a reply goes to the new address', async () => {
  const { notice } = await correctedLead()
  expect(await notice(1)).toEqual({ kind: 'sent' })
  const [email] = sink.emails
  expect(email?.text).toContain('Mobile number: 07700 900999')
  expect(email?.text).not.toMatch(/Old|£20,000/)
  expect(email?.parsed.replyTo?.text).toContain('new@example.com')
})

test('a firm is told nothing once the homeowner has stopped sharing', async () => {
  const { notice } = await correctedLead()
  await LeadModel.updateOne({ _id: 1 }, { sharingStoppedAt: at })
  await notice(0)
  expect(sink.emails).toEqual([])
})

test('only the last new address is asked to confirm, and not once it is confirmed', async () => {
  const { confirm } = await correctedLead()
  await confirm(0)
  expect(sink.emails).toEqual([])
  expect(await confirm(1)).toEqual({ kind: 'sent' })
  expect(sink.emails.map(({ to }) => to)).toEqual(['new@example.com'])
  await LeadModel.updateOne({ _id: 1 }, { emailConfirmedAt: at })
  await DeliveryModel.deleteMany({ kind: 'confirm-email' })
  await confirm(1)
  expect(sink.emails).toHaveLength(1)
})
