import { manageLink } from '@kerbside/schema/links/signed-link'
import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { anOffer, idOf, secrets, soon, storeLead, useOffers } from '../testing/offers.ts'
import { signInAs } from '../testing/test-app.ts'
import { signLink } from '../testing/sign-link.ts'

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
  for (const [button, asks] of [
    ['/enough', 'Enough quotes?'],
    ['/stop', 'We ask Firm a to make no further contact.'],
  ] as const) {
    expect((await get(await own(button))).body).toContain(asks)
  }
  expect(await stored()).toEqual(before)
})

test('a request that is the same job as an earlier one says by which the firms are asked, and only then', async () => {
  await storeLead([])
  expect((await get(await own())).body).toContain('We are looking for firms for you.')
  const { email, mobile, postcode, createdAt: sentAt } = await stored()
  const createdAt = new Date(sentAt.getTime() - 86_400_000)
  const earlier = await LeadModel.create(aLead(41, { email, mobile, postcode, createdAt, offers: [anOffer('a')] }))
  const joined = `This is the same job as ${earlier.reference}`
  expect((await get(await own())).body).toContain(joined)
  await LeadModel.updateOne({ _id: 41 }, { postcode: 'SW1A 2AA' })
  expect((await get(await own())).body).not.toContain(joined)
})

test('the page begins with the stages and who was asked, says from when a firm can be rated, and presses nobody to confirm', async () => {
  await storeLead([accepted('a'), anOffer('b'), anOffer('c', { state: 'declined' })])
  const { body } = await get(await own())
  const parts = ['We have your request', 'A firm takes it on', 'Comes next', 'Who has your details', 'What you told us']
  const places = parts.map((part) => body.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(body).toContain('Asked three firms; five at most get your details.')
  expect(body).toMatch(/Rate this firm<\/a> <span class="soft">from \d+ \w+ 20\d\d/)
  expect(body).toContain('<button class="quiet">Confirm my email</button>')
})

/** What waits to be done about the lead, with its seconds from now, to the ten: a busy machine is slow to ask. */
const waiting = async () =>
  (await stored()).outbox.map(({ type, dueAt }) => [type, Math.round((dueAt.getTime() - Date.now()) / 10_000) * 10])

test('Enough quotes asks nobody else from then on; what is on offer waits for a minute to be withdrawn', async () => {
  await storeLead([accepted('a'), anOffer('b')])
  const { status, headers } = await post(await own('/enough'))
  expect([status, headers.get('location')]).toEqual([303, await own()])
  const { enoughQuotesAt, sharingStoppedAt } = await stored()
  expect(await states()).toEqual(['accepted', 'offered'])
  expect([enoughQuotesAt, sharingStoppedAt]).toEqual([expect.any(Date), undefined])
  expect(await waiting()).toEqual([['lead.stopped', 60]])
  expect(await app.deps.queues.leads.getJobs()).toEqual([])
  expect((await get(await link('b'))).body).toContain('no longer available')
  expect((await get(await link('a'))).body).toContain('Aoife Byrne')
  const { body } = await get(await own())
  expect(body).toContain('You pressed <em>Enough quotes</em>')
  expect(body).not.toContain('/enough"')
  expect((await get(await own('/enough'))).status).toBe(303)
  expect(await notices()).toEqual([])
  expect(await audited()).toEqual([['homeowner.had-enough', '42']])
})

test('Stop sharing hides the details from the firms at once; they are told after a minute', async () => {
  await storeLead([accepted('a'), anOffer('b'), accepted('c')])
  await post(await own('/stop'))
  expect(await states()).toEqual(['accepted', 'offered', 'accepted'])
  expect([await waiting(), await notices()]).toEqual([[['lead.stopped', 60]], []])
  const { body } = await get(await link('a'))
  expect(body).toContain('Please make no further contact')
  expect(body).not.toMatch(secrets)
  expect((await get(await own())).body).toContain('In a minute we ask Firm a and Firm c to make no further contact.')
  expect(await audited()).toEqual([['homeowner.stopped-sharing', '42']])
})

test.each(['/enough', '/stop'])(
  '%s undone within a minute: all is as before, and free places are offered again',
  async (button) => {
    await storeLead([accepted('a'), anOffer('b')])
    await post(await own(button))
    expect((await get(await own())).body).toContain('/undo"')
    await Promise.all([post(await own('/undo')), post(await own('/undo'))])
    const { enoughQuotesAt, sharingStoppedAt, outbox } = await stored()
    expect([enoughQuotesAt, sharingStoppedAt]).toEqual([null, null])
    expect(outbox.map(({ type }) => type)).toEqual(['lead.stopped', 'lead.reopened'])
    expect((await get(await link('a'))).body).toContain('Aoife Byrne')
    expect((await get(await own())).body).not.toContain('/undo"')
    await post(await link('b'))
    expect(await states()).toEqual(['accepted', 'accepted'])
    expect((await audited()).filter(([action]) => action === 'homeowner.undid-stop')).toHaveLength(1)
  },
)

test('after the minute a stop stands; undoing a stop keeps that it was enough before', async () => {
  await storeLead([accepted('a')])
  const longAgo = new Date(Date.now() - 61_000)
  await LeadModel.updateOne({ _id: 42 }, { enoughQuotesAt: longAgo, sharingStoppedAt: longAgo })
  expect((await get(await own())).body).not.toContain('/undo"')
  expect((await post(await own('/undo'))).status).toBe(409)
  expect((await stored()).sharingStoppedAt).toEqual(longAgo)
  await LeadModel.updateOne({ _id: 42 }, { sharingStoppedAt: null })
  await post(await own('/stop'))
  await post(await own('/undo'))
  const { enoughQuotesAt, sharingStoppedAt } = await stored()
  expect([enoughQuotesAt, sharingStoppedAt]).toEqual([longAgo, null])
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
  expect(await waiting()).toHaveLength(1)
})

test('Stop after Enough keeps when it was enough', async () => {
  await storeLead([accepted('a')])
  await post(await own('/enough'))
  const { enoughQuotesAt } = await stored()
  await post(await own('/stop'))
  const after = await stored()
  expect([after.enoughQuotesAt, after.sharingStoppedAt]).toEqual([enoughQuotesAt, expect.any(Date)])
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

test('stopped at the moment a firm accepts: the firm was first, or it gets nothing', async () => {
  for (let round = 0; round < 20; round += 1) {
    for (const model of [LeadModel, ContractorModel, DeliveryModel]) await model.collection.deleteMany({})
    await storeLead([anOffer('a')])
    const [answer] = await Promise.all([post(await link('a')), post(await own('/stop'))])
    const [state] = await states()
    const told = secrets.exec(answer.body)?.[0] ?? 'nothing'
    expect(['accepted', 'nothing']).toContain(state === 'offered' ? told : state)
  }
})

test('404 and 410 without any data: a tampered link, another purpose, an expired link, a lead that is gone', async () => {
  await storeLead([accepted('a')])
  const other = await signLink(app.deps, { purpose: 'offer', leadId: 42, contractorId: idOf('a') }, soon())
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
