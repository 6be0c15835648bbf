import { manageLink } from '@kerbside/schema/links/signed-link'
import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { expect, test } from 'vitest'
import { anOffer, idOf, secrets, soon, storeLead, useOffers } from '../testing/offers.ts'
import { signInAs } from '../testing/test-app.ts'

const { app, link, get, post, stored, states } = useOffers()
const inAnHour = soon()
const signed = (leadId = 42, expiresAt = inAnHour) =>
  app.deps.links.sign(manageLink(leadId, 'aoife@example.com'), expiresAt)
const own = async (button = '') => `/manage/${await signed()}${button}`
const accepted = (firm: string) => anOffer(firm, { state: 'accepted', decidedAt: new Date() })
const notices = async () => (await DeliveryModel.find({ kind: 'stop-notice' }).lean()).map(({ _id }) => _id).toSorted()
const audited = async () =>
  (await AuditEntryModel.find({ by: null }).lean()).map(({ action, subject }) => [action, subject.id])

test('the page names who has the details and shows the answers; GET and HEAD change nothing', async () => {
  await storeLead([accepted('a'), anOffer('b'), anOffer('c', { state: 'declined' })])
  await ContractorModel.updateOne({ _id: idOf('a') }, { phone: '+442079460123' })
  const before = await stored()
  const { status, body, headers } = await get(await own())
  expect(status).toBe(200)
  for (const part of [before.reference, 'Firm a', 'tel:+442079460123', 'mailto:firm-a@firms.example', 'Resin bound']) {
    expect(body).toContain(part)
  }
  expect(body).toContain('Offered to three firms')
  expect(body).toContain('by the &lt;b&gt;gate&lt;/b&gt;')
  expect(body).not.toMatch(/Firm [bc]/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  for (const button of ['', '/enough', '/stop']) await app.request('HEAD', await own(button))
  for (const button of ['/enough', '/stop']) expect((await get(await own(button))).status).toBe(303)
  expect(await stored()).toEqual(before)
})

test('Enough quotes withdraws what is on offer and asks nobody else; who has the details keeps them', async () => {
  await storeLead([accepted('a'), anOffer('b')])
  const { status, headers } = await post(await own('/enough'))
  expect([status, headers.get('location')]).toEqual([303, await own()])
  const { offers, enoughQuotesAt, sharingStoppedAt } = await stored()
  expect(offers.map(({ state, withdrawnBecause }) => [state, withdrawnBecause])).toEqual([
    ['accepted', undefined],
    ['withdrawn', 'by-homeowner'],
  ])
  expect([enoughQuotesAt, sharingStoppedAt]).toEqual([expect.any(Date), undefined])
  await expect
    .poll(async () => (await app.deps.queues.leads.getJobs()).map(({ name, data }) => [name, data]))
    .toEqual([['offer.withdrawn', { leadId: 42, origin: { requestId: expect.any(String) } }]])
  expect((await get(await link('b'))).body).toContain('no longer available')
  expect((await get(await link('a'))).body).toContain('Aoife Byrne')
  const { body } = await get(await own())
  expect(body).toContain('You pressed <em>Enough quotes</em>')
  expect(body).not.toContain('/enough"')
  expect(await notices()).toEqual([])
  expect(await audited()).toEqual([['homeowner.had-enough', '42']])
})

test('Stop sharing also asks each firm that has the details to make no further contact', async () => {
  await storeLead([accepted('a'), anOffer('b'), accepted('c')])
  await post(await own('/stop'))
  expect(await states()).toEqual(['accepted', 'withdrawn', 'accepted'])
  expect(await notices()).toEqual(['a', 'c'].map((firm) => `lead-42-stop-notice-${idOf(firm)}`).toSorted())
  const { body } = await get(await link('a'))
  expect(body).toContain('Please make no further contact')
  expect(body).not.toMatch(secrets)
  expect((await get(await own())).body).toContain('We have asked Firm a and Firm c to make no further contact.')
  expect(await audited()).toEqual([['homeowner.stopped-sharing', '42']])
})

test('Stop sharing is answered once no details are under way any more, and waits for nothing else', async () => {
  await storeLead([accepted('a')])
  const delivery = { leadId: 42, contractorId: idOf('a'), state: 'sending', claimId: 'c', to: 'a@firm.test' }
  const claimedUntil = new Date(Date.now() + 60_000)
  await DeliveryModel.collection.insertMany([
    { ...delivery, _id: 'details' as never, kind: 'contact-details', claimedUntil },
    { ...delivery, _id: 'other' as never, kind: 'accepted-notice', claimedUntil },
  ])
  let isAnswered = false
  const answer = own('/stop')
    .then(post)
    .then(() => (isAnswered = true))
  await expect.poll(async () => (await LeadModel.findById(42).lean())?.sharingStoppedAt).toBeInstanceOf(Date)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(isAnswered).toBe(false)
  await DeliveryModel.updateOne({ _id: 'details' }, { state: 'sent', claimedUntil: null })
  await answer
})

test.each(['/enough', '/stop'])('%s: ten times at once and once more is one change', async (button) => {
  await storeLead([accepted('a'), anOffer('b')])
  const path = await own(button)
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(path)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]))
  const first = await stored()
  await post(path)
  const { version, offers, enoughQuotesAt } = await stored()
  expect({ version, offers, enoughQuotesAt }).toEqual({
    version: 2,
    offers: first.offers,
    enoughQuotesAt: first.enoughQuotesAt,
  })
  expect(await audited()).toHaveLength(1)
  expect(await notices()).toHaveLength(button === '/stop' ? 1 : 0)
})

test('Stop after Enough tells the firms, and keeps when it was enough', async () => {
  await storeLead([accepted('a')])
  await post(await own('/enough'))
  const { enoughQuotesAt } = await stored()
  await post(await own('/stop'))
  const after = await stored()
  expect([after.enoughQuotesAt, after.sharingStoppedAt]).toEqual([enoughQuotesAt, expect.any(Date)])
  expect(await notices()).toHaveLength(1)
})

test.each(['/enough', '/stop'])(
  '%s: nobody may accept, or be offered the job by hand, from then on',
  async (button) => {
    await storeLead([anOffer('a')])
    const path = await link('a')
    await post(await own(button))
    expect((await post(path)).body).not.toMatch(secrets)
    const query = `mutation { offerLead(leadId: "42", contractorId: "${idOf('a')}") { id } }`
    const { body } = await app.request('POST', '/graphql', { body: { query }, token: await signInAs('manager') })
    expect(body.errors[0]).toMatchObject({ message: expect.stringMatching(/no more firms/) })
  },
)

test('stopped at the moment a firm accepts: the firm was first and is told, or it gets nothing', async () => {
  for (let round = 0; round < 20; round += 1) {
    for (const model of [LeadModel, ContractorModel, DeliveryModel]) await model.collection.deleteMany({})
    await storeLead([anOffer('a')])
    await Promise.all([post(await link('a')), post(await own('/stop'))])
    const [state] = await states()
    expect([state, await notices()]).toEqual(
      state === 'accepted' ? ['accepted', [`lead-42-stop-notice-${idOf('a')}`]] : ['withdrawn', []],
    )
  }
})

test('404 and 410 without any data: a tampered link, another purpose, an expired link, a lead that is gone', async () => {
  await storeLead([accepted('a')])
  const other = await app.deps.links.sign({ purpose: 'offer', leadId: 42, contractorId: idOf('a') }, soon())
  const paths = [
    [`/manage/${(await signed()).slice(0, -3)}abc`, 404],
    [`/manage/${other}`, 404],
    [`/manage/${await signed(42, new Date(Date.now() - 1_000))}`, 410],
    [`/manage/${await signed(43)}`, 410],
  ] as const
  for (const [path, status] of paths) {
    for (const answer of [await get(path), await post(`${path}/stop`), await post(`${path}/enough`)]) {
      expect(answer.status).toBe(status)
      expect(answer.body).not.toMatch(secrets)
    }
  }
  expect((await stored()).enoughQuotesAt).toBeUndefined()
})
