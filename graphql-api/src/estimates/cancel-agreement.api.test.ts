import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { WebhookModel } from '@kerbside/schema/webhooks/webhook.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { expect, test } from 'vitest'
import { useChoosing } from '../testing/choosing.ts'
import { idOf, storeLead } from '../testing/offers.ts'
import { accepted, sendPrice } from '../testing/prices.ts'
import { signInAs } from '../testing/test-app.ts'

// The step out of what is agreed, for staff and for the homeowner. REST and GraphQL: 200, 404, 409, 422.
const { app, advance, stored, states, choose, confirm, submit, manage, firmPage, emails } = useChoosing()

async function agreed() {
  await storeLead([accepted('a'), accepted('b')])
  const [a, b] = [await sendPrice(app, 'a'), await sendPrice(app, 'b')]
  await choose(a)
  await confirm('a', a)
  return { a, b }
}
const cancel = async (id: string, fields: Record<string, string> = {}) =>
  submit(await manage(`/prices/${id}/cancel`), fields)
const byStaff = async (id: string, reason: unknown) =>
  app.request('POST', `/api/quote/42/estimates/${id}/cancel`, { token: await signInAs('manager'), body: { reason } })

test('the homeowner cancels what is agreed: both sides hear it once, and the job can be quoted and chosen again', async () => {
  const { a } = await agreed()
  await WebhookModel.create({
    _id: idOf('a'),
    url: 'https://firm.example',
    sealedSecret: 's',
    secretMadeAt: new Date(),
    createdAt: new Date(),
  })
  expect((await app.request('GET', await manage(`/prices/${a}`))).body).toContain(`/prices/${a}/cancel"`)
  const asked = (await app.request('GET', await manage(`/prices/${a}/cancel`))).body
  for (const text of ['We tell Firm a straight away', 'within 14 days', 'Extra work on it'])
    expect(asked).toContain(text)
  expect((await cancel(a, { reason: 'x'.repeat(501) })).status).toBe(422)
  for (let press = 0; press < 2; press += 1) expect((await cancel(a, { reason: 'We are moving' })).status).toBe(303)
  const lead = await stored()
  expect([lead.status, await states()]).toEqual(['quoted', ['cancelled', 'declined']])
  expect(lead.offers[0]?.outcomes?.at(-1)).toMatchObject({ kind: 'lost' })
  expect(await emails('agreement-cancelled', 'agreement-cancelled-notice')).toEqual([
    ['agreement-cancelled', null],
    ['agreement-cancelled-notice', idOf('a')],
  ])
  expect(await DeliveryModel.countDocuments({ kind: 'webhook-estimate-cancelled' })).toBe(1)
  expect(await AuditEntryModel.findOne({ action: 'homeowner.cancelled-agreement' }).lean()).toMatchObject({
    details: '£4,800.00 of Firm a',
    by: null,
  })
  expect((await app.request('GET', await manage('/prices'))).body).toContain('The agreement was cancelled')
  expect((await app.request('GET', await firmPage('a', '/price'))).body).toContain('We are moving')
  advance(60_000)
  const again = await sendPrice(app, 'b')
  expect((await choose(again)).status).toBe(303)
  expect((await confirm('b', again)).status).toBe(303)
  expect((await stored()).status).toBe('converted')
})

test('staff cancel with a reason; without one, and what is not agreed, they do not', async () => {
  const { a, b } = await agreed()
  expect((await byStaff(a, ' ')).status).toBe(422)
  expect((await byStaff(b, 'Wrong one')).status).toBe(409)
  expect((await byStaff(crypto.randomUUID(), 'Nobody’s')).status).toBe(404)
  const { status, body } = await byStaff(a, 'The firm has closed')
  expect([status, body.data[0].state, body.data[0].withdrawn_because]).toEqual([
    200,
    'cancelled',
    'The firm has closed',
  ])
  expect(await AuditEntryModel.findOne({ action: 'estimate.cancelled' }).lean()).toMatchObject({
    by: { name: 'The manager' },
  })
  const query = `mutation { cancelAgreement(leadId: "42", id: "${a}", reason: "Again") { status } }`
  const { data } = await app.graphql(query, {}, await signInAs('manager'))
  expect(data.cancelAgreement).toEqual({ status: 'QUOTED' })
  expect(await emails('agreement-cancelled')).toHaveLength(1)
})

test('a lead that was agreed, lost and reopened can be quoted by a new contractor once the agreement is cancelled', async () => {
  const { a } = await agreed()
  await LeadModel.updateOne({ _id: 42 }, { status: 'contacted' })
  await expect(sendPrice(app, 'b')).rejects.toThrow('has chosen another contractor')
  expect((await byStaff(a, 'It was lost')).status).toBe(200)
  expect((await stored()).status).toBe('contacted')
  advance(60_000)
  expect((await choose(await sendPrice(app, 'b'))).status).toBe(303)
})

test('extra work goes with its job, and alone without it', async () => {
  const { a } = await agreed()
  const [one, two] = [await sendPrice(app, 'a', {}, a), await sendPrice(app, 'a', {}, a)]
  for (const id of [one, two]) await choose(id)
  await confirm('a', one, '')
  expect((await cancel(one)).status).toBe(303)
  expect(await states()).toEqual(['agreed', 'declined', 'cancelled', 'chosen'])
  expect((await stored()).status).toBe('converted')
  expect((await cancel(two)).status).toBe(409)
  expect((await cancel(a)).status).toBe(303)
  expect(await states()).toEqual(['cancelled', 'declined', 'cancelled', 'cancelled'])
})
