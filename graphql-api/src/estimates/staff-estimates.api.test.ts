import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { dayAfter, londonDay } from '@kerbside/schema/time/london-time'
import { WebhookModel } from '@kerbside/schema/webhooks/webhook.model'
import { beforeEach, expect, test } from 'vitest'
import { anOffer, idOf, storeLead, useOffers } from '../testing/offers.ts'
import { signInAs, type Json } from '../testing/test-app.ts'

// Tested for the answers 200, 201, 404, 409, 422; who may call: graphql-api/src/testing/access-control.

const { app, stored } = useOffers()
const at = new Date()
let manager = ''
beforeEach(async () => {
  manager = await signInAs('manager')
  const accepted = { state: 'accepted' as const, decidedAt: at }
  await storeLead([anOffer('a', accepted), anOffer('b', accepted), anOffer('c')], { createdAt: at })
})

const first = '0f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c'
const second = '1f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c'
const validUntilDay = dayAfter(londonDay(at), 30)
const line = { text: 'Block paving', quantity: '42.5', unit: 'm²', unitPrice: '80', rate: 2_000 }
const price = {
  kind: 'FIXED',
  isVatRegistered: true,
  validUntilDay,
  deposit: '300',
  checklist: [{ name: 'edging', says: 'NOT_INCLUDED' }],
  lines: [line, { ...line, text: 'Drain', quantity: '1', unit: 'item', isProvisional: true }],
}

const shown = `estimates {
  id contractorName number state seenAt changes sha256 enteredBy { name } withdrawnBecause deposit
  lines { text quantity unitPrice net isProvisional } totals { net vat total provisional rates { rate net vat } }
  checklist { name says }
}`
const send = async (changes: object = {}, estimate: object = {}) =>
  app.graphql(
    `mutation ($contractorId: ID!, $id: ID!, $estimate: EstimateInput!) {
      sendEstimate(leadId: "42", contractorId: $contractorId, id: $id, estimate: $estimate) { status version ${shown} }
    }`,
    { contractorId: idOf('a'), id: first, ...changes, estimate: { ...price, ...estimate } },
    manager,
  )
const withdraw = async (id = first, reason = 'Typed twice') =>
  app.graphql(
    `mutation ($id: ID!, $reason: String!) {
      withdrawEstimate(leadId: "42", id: $id, reason: $reason) { version ${shown} }
    }`,
    { id, reason },
    manager,
  )
const codeOf = ({ errors }: Json) => errors?.[0]?.extensions.code
const emails = async () => (await DeliveryModel.find({ channel: null }).sort({ _id: 1 }).lean()).map(({ _id }) => _id)
const messages = async () =>
  (await DeliveryModel.find({ channel: 'webhook' }).sort({ _id: 1 }).lean()).map(({ kind, _id }) => [
    kind.replace('webhook-', ''),
    _id.includes(first) ? 'first' : 'second',
  ])
const audited = async () =>
  (await AuditEntryModel.find({ action: /estimate/ }).lean()).map(({ action, by, details }) => [
    action,
    by?.name,
    details,
  ])
const hasWebhook = (firm: string) =>
  WebhookModel.create({
    _id: idOf(firm),
    url: 'https://firm.example',
    sealedSecret: 's',
    secretMadeAt: at,
    createdAt: at,
  })

test('staff enter a price that a firm told them: it stands with its sums, the lead is quoted, the homeowner and the firm’s system hear it', async () => {
  await hasWebhook('a')
  const { data } = await send()
  expect(data.sendEstimate).toMatchObject({
    status: 'QUOTED',
    version: 2,
    estimates: [
      {
        id: first,
        contractorName: 'Firm a',
        number: 1,
        state: 'SENT',
        seenAt: null,
        changes: [],
        sha256: expect.stringMatching(/^[\da-f]{64}$/),
        enteredBy: { name: 'The manager' },
        deposit: 30_000,
        checklist: [{ name: 'edging', says: 'NOT_INCLUDED' }],
        lines: [
          { text: 'Block paving', quantity: '42.5', unitPrice: 8_000, net: 340_000, isProvisional: false },
          { text: 'Drain', quantity: '1', unitPrice: 8_000, net: 8_000, isProvisional: true },
        ],
        totals: {
          net: 348_000,
          vat: 69_600,
          total: 417_600,
          provisional: 9_600,
          rates: [{ rate: 2_000, net: 348_000, vat: 69_600 }],
        },
      },
    ],
  })
  expect(await emails()).toEqual([`lead-42-estimate-${first}`])
  expect(await messages()).toEqual([['estimate-sent', 'first']])
  expect(await audited()).toEqual([['estimate.sent', 'The manager', '£4,176.00 of Firm a']])
  expect((await stored()).offers[0]?.outcomes).toMatchObject([{ kind: 'quoted', amount: 417_600 }])
})

test('the same price again, ten times at once, is one price', async () => {
  await Promise.all(Array.from({ length: 10 }, () => send()))
  expect((await send()).data.sendEstimate.version).toBe(2)
  expect(await EstimateModel.countDocuments()).toBe(1)
  expect(await audited()).toHaveLength(1)
})

test('another version takes the place of the former one and says what changed; the firm’s system hears both', async () => {
  await hasWebhook('a')
  await send()
  const { data } = await send({ id: second }, { deposit: '' })
  expect(data.sendEstimate.estimates).toMatchObject([
    { state: 'REPLACED', number: 1 },
    { state: 'SENT', number: 2, changes: ['Deposit: £300.00 → £0.00'] },
  ])
  expect(await messages()).toEqual([
    ['estimate-replaced', 'first'],
    ['estimate-sent', 'first'],
    ['estimate-sent', 'second'],
  ])
})

test('a firm that has not accepted has no price, and each wrong field is named', async () => {
  const other = (await send({ contractorId: idOf('c') })).errors?.[0]?.extensions
  expect(other).toMatchObject({ code: 'BAD_USER_INPUT', fields: { contractorId: [expect.any(String)] } })
  const lines = [{ ...line, quantity: 'some', unitPrice: '1.234' }]
  const wrong = (await send({}, { lines, validUntilDay: '2020-01-01', deposit: 'much' })).errors?.[0]?.extensions
  expect(Object.keys(wrong?.['fields'] as object).toSorted()).toEqual([
    'deposit',
    'lines.0.quantity',
    'lines.0.unitPrice',
  ])
  expect(await EstimateModel.countDocuments()).toBe(0)
})

test('a price whose time is over reads as expired', async () => {
  await send()
  await LeadModel.updateOne({ _id: 42 }, { 'estimates.0.validUntil': new Date(0) })
  const { data } = await app.graphql(`{ lead(id: "42") { estimates { state } } }`, {}, manager)
  expect(data.lead.estimates).toEqual([{ state: 'EXPIRED' }])
})

test('staff withdraw a price with a reason, once: both sides hear it, and nobody can choose it any more', async () => {
  await hasWebhook('a')
  await send()
  const answers = await Promise.all([withdraw(), withdraw(), withdraw()])
  for (const { data } of answers) {
    expect(data.withdrawEstimate.estimates).toMatchObject([{ state: 'WITHDRAWN', withdrawnBecause: 'Typed twice' }])
  }
  expect(await emails()).toEqual([
    `lead-42-estimate-${first}`,
    `lead-42-estimate-withdrawn-${first}`,
    `lead-42-estimate-withdrawn-notice-${first}`,
  ])
  expect(await messages()).toEqual([
    ['estimate-sent', 'first'],
    ['estimate-withdrawn', 'first'],
  ])
  expect((await audited()).slice(1)).toEqual([['estimate.withdrawn', 'The manager', '£4,176.00 of Firm a']])
})

test('what cannot be withdrawn any more says why; without a reason nothing is', async () => {
  await send()
  const fields = (await withdraw(first, ' ')).errors?.[0]?.extensions['fields']
  expect(fields).toEqual({ reason: ['Say why the price is withdrawn'] })
  expect(codeOf(await withdraw(second))).toBe('NOT_FOUND')
  for (const state of ['agreed', 'replaced', 'declined'] as const) {
    await LeadModel.updateOne({ _id: 42 }, { 'estimates.0.state': state })
    expect(codeOf(await withdraw())).toBe('CONFLICT')
  }
  expect((await stored()).estimates).toMatchObject([{ state: 'declined' }])
})

const rest = (method: string, path: string, body?: object) =>
  app.request(method, `/api/quote/42/estimates${path}`, { token: manager, ...(body && { body }) })
const restPrice = {
  id: first,
  contractor_id: idOf('b'),
  kind: 'estimate',
  is_vat_registered: false,
  valid_until_day: validUntilDay,
  lines: [{ text: 'All of it', quantity: '1', unit: 'item', unit_price: '2,450', rate: 0 }],
}

test('REST sends, lists and withdraws a price under its own names', async () => {
  const sent = await rest('POST', '', restPrice)
  expect(sent.status).toBe(201)
  expect(sent.body.data).toMatchObject([
    { id: first, contractor_name: 'Firm b', state: 'sent', totals: { total: 245_000 }, seen_at: null, entered_by: {} },
  ])
  expect((await rest('GET', '')).body).toEqual(sent.body)
  const withdrawn = await rest('POST', `/${first}/withdraw`, { reason: 'Typed twice' })
  expect(withdrawn.body.data).toMatchObject([{ state: 'withdrawn', withdrawn_because: 'Typed twice' }])
  const agreed = await rest('POST', `/${second}/withdraw`, { reason: 'Typed twice' })
  expect(agreed.status).toBe(404)
})

test('REST names each wrong field by its own name', async () => {
  const lines = [{ ...restPrice.lines[0], unit_price: 'much' }]
  const { status, body } = await rest('POST', '', { ...restPrice, lines, is_vat_registered: 'yes' })
  expect(status).toBe(422)
  expect(Object.keys(body.errors).toSorted()).toEqual(['is_vat_registered', 'lines.0.unit_price'])
  expect((await rest('POST', '', {})).status).toBe(422)
})

test('a deleted lead takes its prices along', async () => {
  await send()
  const admin = await signInAs('admin')
  await app.graphql(`mutation { deleteLeads(ids: ["42"]) { deletedIds } }`, {}, admin)
  expect(await EstimateModel.countDocuments()).toBe(0)
})
