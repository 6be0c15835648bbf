import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { furtherNotice } from '@kerbside/schema/contractors/contractor'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { expect, test } from 'vitest'
import { anOffer, idOf, soon, storeLead, useOffers } from '../testing/offers.ts'
import { signLink } from '../testing/sign-link.ts'

// Answers of `/firm/{token}/stop-offers`: 200, 404, 410, 415, 422.
const { app, get, states, stored } = useOffers()
const contractorId = idOf('a')
const sign = (purpose: 'firm' | 'stop-offers', expiresAt = soon()) =>
  signLink(app.deps, { purpose, contractorId }, expiresAt)
const linkOf = async (expiresAt = soon()) => `/firm/${await sign('stop-offers', expiresAt)}/stop-offers`
const firm = () => ContractorModel.findById(contractorId).lean().orFail()
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
const oneClick = { body: 'List-Unsubscribe=One-Click', headers: urlencoded }

test('looking asks and changes nothing', async () => {
  await storeLead([anOffer('a')])
  const before = await firm()
  const { status, body, headers } = await get(await linkOf())
  expect(status).toBe(200)
  expect(body).toContain('Stop offers to Firm a')
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await app.request('HEAD', await linkOf())).status).toBe(200)
  expect(await firm()).toEqual(before)
})

test('the request of a mail program stops offers once, and the trail tells it by the firm’s name', async () => {
  await storeLead([anOffer('a')])
  for (const path of [await linkOf(), await linkOf()]) {
    const { status, body } = await app.request('POST', path, oneClick)
    expect([status, body.includes('You get no more jobs')]).toEqual([200, true])
  }
  expect(await firm()).toMatchObject({ pausedUntil: furtherNotice, version: 2 })
  const entries = await AuditEntryModel.find({ action: 'contractor.changed' }).lean()
  const by = { id: contractorId, name: 'Firm a' }
  expect(entries.map((entry) => [entry.by, entry.details])).toEqual([[by, 'Stopped offers by the link in an email']])

  const page = `/firm/${await sign('firm')}`
  expect((await get(page)).body).toContain('You have stopped offers')
  await app.request('POST', page, { body: 'change=resume', headers: urlencoded })
  expect(await firm()).toMatchObject({ pausedUntil: null, version: 3 })
  expect((await get(await linkOf())).body).toContain('Stop offers to Firm a')
})

test('both encodings of RFC 8058 are taken', async () => {
  await storeLead([anOffer('a')])
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  expect((await app.send(await linkOf(), { method: 'POST', body: form })).status).toBe(200)
  expect((await firm()).pausedUntil).toEqual(furtherNotice)
})

test('an offer that waits for its email goes to the next firm', async () => {
  await storeLead([anOffer('a', { sendAt: soon() })])
  await app.request('POST', await linkOf(), oneClick)
  expect(await states()).toEqual(['declined'])
  expect((await stored()).outbox.map(({ type }) => type)).toEqual(['offer.declined'])
})

test('an offer of which the firm has heard stays', async () => {
  await storeLead([anOffer('a', { sendAt: new Date(Date.now() - 1_000) })])
  await app.request('POST', await linkOf(), oneClick)
  expect(await states()).toEqual(['offered'])
})

test.each([
  ['another form', { body: 'List-Unsubscribe=no', headers: urlencoded }, 422],
  ['nothing', { body: '', headers: urlencoded }, 422],
  ['JSON', { body: { 'List-Unsubscribe': 'One-Click' } }, 415],
])('%s stops nothing', async (_what, request, status) => {
  await storeLead([anOffer('a')])
  expect((await app.request('POST', await linkOf(), request)).status).toBe(status)
  expect((await firm()).pausedUntil).toBeNull()
})

test('404 for what is no such link, also the firm’s own; 410 for an old one; it opens nothing else', async () => {
  await storeLead([anOffer('a')])
  for (const token of ['x', await sign('firm')]) {
    expect((await get(`/firm/${token}/stop-offers`)).status).toBe(404)
    expect((await app.request('POST', `/firm/${token}/stop-offers`, oneClick)).status).toBe(404)
  }
  const old = await linkOf(new Date(Date.now() - 2_000))
  expect([(await get(old)).status, (await app.request('POST', old, oneClick)).status]).toEqual([410, 410])
  expect((await get(`/firm/${await sign('stop-offers')}`)).status).toBe(404)
  expect((await firm()).pausedUntil).toBeNull()
})
