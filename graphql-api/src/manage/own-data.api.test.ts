import { manageLink } from '@kerbside/schema/links/signed-link'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { expect, test } from 'vitest'
import { anOffer, idOf, secrets, soon, storeLead, useOffers } from '../testing/offers.ts'

const { app, get, stored } = useOffers()
const inAnHour = soon()
const own = async (page: string) =>
  `/manage/${await app.deps.links.sign(manageLink(42, 'aoife@example.com'), inAnHour)}${page}`
const at = new Date('2026-01-02T03:04:05Z')
const by = { id: 'u', name: 'Mia' }
const quote = { id: 'q', amount: 245_000, currency: 'GBP' as const }

test('the file and the page hold what is stored of the homeowner and who got it, but no note of a colleague', async () => {
  await storeLead([anOffer('a', { state: 'accepted', decidedAt: at }), anOffer('b', { state: 'declined' })], {
    activity: [
      { kind: 'note', at, by, text: 'Sounds unfriendly' },
      { kind: 'quote-sent', at, by, text: 'With drains', quote },
    ],
    complaints: [{ id: 'c', at, text: 'Nobody came' }],
    attribution: { source: 'google', medium: null, campaign: null, term: null, content: null, referrer: null },
  })
  await ContractorModel.updateOne({ _id: idOf('a') }, { phone: '+442079460123' })
  await DeliveryModel.create({ _id: 'lead-42-quote-q', leadId: 42, kind: 'quote', state: 'sent', sentAt: at })
  await DeliveryModel.create({ _id: 'lead-42-offer-b', leadId: 42, kind: 'offer', state: 'sent', sentAt: at })
  const before = await stored()
  const { status, body, headers } = await get(await own('/data.json'))
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="kerbside-${before.reference}.json"`)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({
    request: { reference: before.reference, status: 'new' },
    contact: { name: 'Aoife Byrne', email: 'aoife@example.com', mobile: '+447700900123', postcode: 'SW1A 1AA' },
    answers: expect.arrayContaining([{ question: 'Preferred material', answer: 'Resin bound' }]),
    came_from: { source: 'google' },
    firms_with_your_details: [{ name: 'Firm a', since: at.toISOString(), phone: '+442079460123' }],
    firms_asked_without_your_details: 1,
    quotes_sent_to_you: [{ price: '£2,450.00', message: 'With drains' }],
    complaints: [{ text: 'Nobody came' }],
    emails_sent_to_you: [{ what: 'Quote', at: at.toISOString() }],
    notes_of_colleagues: 1,
  })
  const page = await get(await own('/data'))
  for (const part of ['Aoife Byrne', 'Resin bound', 'Firm a', '£2,450.00', 'Nobody came', 'one note']) {
    expect(page.body).toContain(part)
  }
  for (const text of [JSON.stringify(body), page.body]) expect(text).not.toMatch(/unfriendly|Firm b/)
  expect(await stored()).toEqual(before)
})

test.each(['/data', '/data.json'])('404 for a forged link to %s, without any data', async (page) => {
  await storeLead([])
  const { status, body } = await get(`/manage/forged${page}`)
  expect(status).toBe(404)
  expect(body).not.toMatch(secrets)
})
