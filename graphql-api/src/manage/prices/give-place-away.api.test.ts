import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { manageLink } from '@kerbside/schema/links/signed-link'
import { WebhookModel } from '@kerbside/schema/webhooks/webhook.model'
import { expect, test } from 'vitest'
import { anOffer, idOf, secrets, soon, storeLead, useOffers } from '../../testing/offers.ts'

const { app, sign, get, stored, states } = useOffers()
const page = async (part = '') =>
  `/manage/${await app.deps.links.sign(manageLink(42, 'aoife@example.com'), soon())}${part}`
const day = 86_400_000
const acceptedBefore = (firm: string, days: number) =>
  anOffer(firm, { state: 'accepted', decidedAt: new Date(Date.now() - days * day) })
const give = async (firm: string) =>
  app.request('POST', await page('/other-firm'), {
    body: `firm=${idOf(firm)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const emails = async () => (await DeliveryModel.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id)

test('a homeowner gives the place of a firm without a price to the next one, once; the firm is asked to delete the details', async () => {
  await storeLead([acceptedBefore('a', 6.1), acceptedBefore('b', 5.9)])
  await WebhookModel.create({
    _id: idOf('a'),
    url: 'https://firm.example',
    sealedSecret: 's',
    secretMadeAt: new Date(),
    createdAt: new Date(),
  })
  expect((await get(await page())).body).toContain('Firm a has sent no price.')
  const asked = (await get(await page('/other-firm'))).body
  expect(asked).toContain('Give the place of Firm a to another firm')
  expect(asked).not.toContain('Firm b')
  const answers = await Promise.all([give('a'), give('a'), give('a')])
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  expect(await states()).toEqual(['released', 'accepted'])
  expect((await stored()).outbox).toMatchObject([{ type: 'offer.declined', contractorId: idOf('a') }])
  expect(await emails()).toEqual([`lead-42-release-notice-${idOf('a')}`, `lead-42-webhook-withdrawn-${idOf('a')}`])
  expect(await AuditEntryModel.find().lean()).toMatchObject([
    { action: 'homeowner.released-place', by: null, details: 'Of Firm a' },
  ])
  expect((await get(await page())).body).not.toContain('Firm a')
})

test('the link of a released firm shows no details, only that the job went to another firm', async () => {
  await storeLead([acceptedBefore('a', 7)])
  await give('a')
  const { body } = await get(`/leads/${await sign('a', 'lead')}`)
  expect(body).toContain('This job went to another firm')
  expect(body).not.toMatch(secrets)
})

test('a firm that is not so late, or sent a price or a report, keeps its place', async () => {
  const outcome = { kind: 'quoted' as const, at: new Date(), amount: null, currency: null, reason: null }
  await storeLead([acceptedBefore('a', 5), { ...acceptedBefore('b', 7), outcomes: [outcome] }, acceptedBefore('c', 7)])
  const at = new Date()
  const price = { id: 'p', contractorId: idOf('c'), contractorName: 'Firm c', number: 1, variationOf: null }
  const rest = { kind: 'fixed', currency: 'GBP', total: 1, state: 'sent', sentAt: at, validUntil: at, decidedAt: null }
  await LeadModel.updateOne({ _id: 42 }, { estimates: [{ ...price, ...rest }] })
  for (const firm of ['a', 'b', 'c', 'd']) expect((await give(firm)).status).toBe(422)
  expect(await states()).toEqual(['accepted', 'accepted', 'accepted'])
  expect((await get(await page('/other-firm'))).body).toContain('There is no place to give away')
})
