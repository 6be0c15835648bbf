import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import { useMailSink } from '../testing/mail-sink.ts'
import {
  addFirms,
  addLead,
  addWaitingLead,
  run,
  runningWorker,
  testDeps,
  until,
  useClock,
  useWorkers,
} from '../testing/test-worker.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

const depsFor = () => testDeps({ SMTP_URL: sink.url })
const stateOf = (id: string) => DeliveryModel.findById(id).lean().orFail()

async function addOffer(deps: Parameters<typeof run>[0]) {
  await addLead(1)
  const [firm] = await addFirms(1)
  await run(deps, { name: 'lead.submitted', data: { leadId: 1 } })
  const contractorId = String(firm?._id)
  return { contractorId, id: `lead-1-offer-${contractorId}` }
}

test.for([
  ['accepted', 'accepted'],
  ['declined', 'declined'],
  ['withdrawn', 'expired'],
  ['expired', 'expired'],
] as const)('an offer that is %s by now is not emailed', async ([offer, delivery]) => {
  const deps = await depsFor()
  const { id } = await addOffer(deps)
  await LeadModel.updateOne({ _id: 1 }, { 'offers.0.state': offer })
  expect(await sendDelivery(deps, id)).toEqual({ kind: 'dropped' })
  expect(sink.emails).toEqual([])
  expect((await stateOf(id)).state).toBe(delivery)
})

test('the mail server gets where replies go: between the firm and the homeowner, without us', async () => {
  const deps = await depsFor()
  const { contractorId } = await addOffer(deps)
  await LeadModel.updateOne({ _id: 1 }, { 'offers.0.state': 'accepted', 'offers.0.decidedAt': new Date() })
  const [lead, firm] = [await LeadModel.findById(1).lean(), await ContractorModel.findById(contractorId).lean()]
  const kinds = ['contact-details', 'accepted-notice'] as const
  await queueDeliveries(
    deps,
    kinds.map((kind) => ({ leadId: 1, kind, contractorId })),
  )
  for (const kind of kinds) await sendDelivery(deps, `lead-1-${kind}-${contractorId}`)
  const replies = sink.emails.map(({ to, parsed }) => [to, parsed.replyTo?.value[0]?.address])
  expect(replies).toEqual([
    [firm?.email, lead?.email],
    [lead?.email, firm?.email],
  ])
})

test('an offer goes to the firm’s main contact if it has one, and otherwise to its own address', async () => {
  const deps = await depsFor()
  const { id, contractorId } = await addOffer(deps)
  const contact = { name: 'Sam', role: null, phone: null }
  const others = [{ ...contact, email: 'other@firms.example', isMain: false }]
  await ContractorModel.updateOne({ _id: contractorId }, { contacts: others })
  expect(await sendDelivery(deps, id)).toEqual({ kind: 'sent' })
  await ContractorModel.updateOne(
    { _id: contractorId },
    { contacts: [...others, { ...contact, email: 'sam@firms.example', isMain: true }] },
  )
  await DeliveryModel.updateOne({ _id: id }, { state: 'queued' })
  expect(await sendDelivery(deps, id)).toEqual({ kind: 'sent' })
  const { email } = await ContractorModel.findById(contractorId).lean().orFail()
  expect(sink.emails.map(({ to }) => to)).toEqual([email, 'sam@firms.example'])
})

test('an offer that has run out is not emailed, also when nobody has closed it yet', async () => {
  const deps = await depsFor()
  const { id } = await addOffer(deps)
  useClock(deps).advance(25 * 3_600_000)
  expect(await sendDelivery(deps, id)).toEqual({ kind: 'dropped' })
  expect(sink.emails).toEqual([])
  expect((await stateOf(id)).state).toBe('expired')
})

test('a firm whose address rejects the offer twice loses it, and the next firm is emailed', async () => {
  const deps = await runningWorker({ SMTP_URL: sink.url })
  const clock = useClock(deps)
  const firms = await addFirms(6)
  const rejecting = firms[0]!
  sink.behaviour.rejectRecipient = (address) => (address === rejecting.email ? 550 : undefined)
  await addWaitingLead(1)
  const sent = () => sink.emails.filter(({ to }) => to.endsWith('@firms.example')).length
  await until(async () => sent() === 4 && (await DeliveryModel.countDocuments({ refused: true })) === 1)
  clock.advance(15_000)
  await until(() => sent() === 5)

  const { offers } = await LeadModel.findById(1).lean().orFail()
  const stateAt = (id: string) => offers.find(({ contractorId }) => contractorId === id)?.state
  expect(stateAt(String(rejecting._id))).toBe('undeliverable')
  expect(offers.filter(({ state }) => state === 'offered')).toHaveLength(5)
  const delivery = await stateOf(`lead-1-offer-${String(rejecting._id)}`)
  expect(delivery).toMatchObject({ state: 'failed', refused: true, lastError: expect.stringContaining('550') })
})

test('an offer to a firm that was deleted or switched off goes to the next one', async () => {
  const deps = await depsFor()
  const { id, contractorId } = await addOffer(deps)
  await ContractorModel.updateOne({ _id: contractorId }, { active: false })
  expect(await sendDelivery(deps, id)).toEqual({ kind: 'dropped' })
  const lead = await LeadModel.findById(1).lean().orFail()
  expect(lead.offers[0]?.state).toBe('withdrawn')
  expect(lead.outbox.map(({ type }) => type)).toEqual(['offer.declined'])
})

test('contact details go to nobody whose offer is not accepted', async () => {
  const deps = await depsFor()
  const { contractorId } = await addOffer(deps)
  await queueDeliveries(deps, [{ leadId: 1, kind: 'contact-details', contractorId }])
  expect(await sendDelivery(deps, `lead-1-contact-details-${contractorId}`)).toEqual({ kind: 'dropped' })
  expect(sink.emails).toEqual([])
})

test('a firm that accepts while its email is being written down stays accepted', async () => {
  const deps = await depsFor()
  const { id } = await addOffer(deps)
  sink.behaviour.delayMs = 300
  const sending = sendDelivery(deps, id)
  await until(() => sink.emails.length === 1)
  await DeliveryModel.updateOne({ _id: id }, { state: 'accepted' })
  await sending
  const { state, sentAt } = await stateOf(id)
  expect(state).toBe('accepted')
  expect(sentAt).toBeInstanceOf(Date)
})

test('nothing that a homeowner or a firm types reaches the headers', async () => {
  const deps = await depsFor()
  await addLead(1, { fullName: 'Eve\r\nBcc: victim@example.com', firstName: 'http://evil.example' })
  await addFirms(1, { name: 'Sly\r\nBcc: other@example.com\r\n\r\nHello' })
  await run(deps, { name: 'lead.submitted', data: { leadId: 1 } })
  for (const { _id } of await DeliveryModel.find().lean()) await sendDelivery(deps, _id)
  expect(sink.emails).toHaveLength(2)
  for (const email of sink.emails) {
    expect(email.parsed.bcc).toBeUndefined()
    expect(email.to).not.toContain(',')
    expect(email.headers.has('bcc')).toBe(false)
  }
  expect(sink.to('aoife@example.com')[0]?.text).toContain('Hello,\n')
})
