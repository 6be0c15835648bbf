import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { shortDayAndTime } from '@kerbside/schema/time/london-time'
import { expect, test } from 'vitest'
import { anOffer, idOf, secrets, soon, storeLead, useOffers } from '../testing/offers.ts'
import { signInAs } from '../testing/test-app.ts'
import { defaultSettings } from '@kerbside/schema/settings/settings'

const { app, sign, link, get, post, stored, states } = useOffers()
const maximumFirms = defaultSettings.firmsPerLead

test('GET and HEAD show the job without name and contact, and change nothing', async () => {
  await storeLead([anOffer('a')])
  const before = await stored()
  for (const act of ['accept', 'decline']) {
    const { status, body, headers } = await get(await link('a', act))
    expect(status).toBe(200)
    expect(body).toContain('KB-')
    expect(body).toContain('South West London (SW1A)')
    expect(body).toContain('Five firms at most')
    expect(body).toContain('Resin bound')
    expect(body).toContain('Ask [removed] on [removed], by the &lt;b&gt;gate&lt;/b&gt;')
    expect(body).not.toMatch(secrets)
    expect(body).toContain(act === 'accept' ? '<button>Accept this job' : 'Decline without a reason</button>')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await app.request('HEAD', await link('a', act))).status).toBe(200)
  }
  expect(await stored()).toEqual(before)
})

test('accepting shows the contact data, is written down with its event, and a second press changes nothing', async () => {
  await storeLead([anOffer('a'), anOffer('b')])
  const path = await link('a')
  const { status, body } = await post(path)
  expect(status).toBe(200)
  expect(body).toContain('You have the details')
  expect(body).toContain('You have the details; up to four others may too')
  expect(body).toMatch(/Please get in touch by .* \(1\d\d minutes|\(2 hours left\)/)
  const links = ['tel:+447700900123', 'sms:+447700900123', 'https://wa.me/447700900123', 'destination=SW1A%201AA']
  for (const part of ['Aoife Byrne', '07700 900123', 'mailto:aoife@example.com', 'SW1A 1AA', ...links])
    expect([part, body.includes(part)]).toEqual([part, true])
  expect(await states()).toEqual(['accepted', 'offered'])
  const [{ decidedAt } = { decidedAt: null }] = (await stored()).offers
  const jobId = `lead-42-offer-accepted-${idOf('a')}-${decidedAt?.getTime()}`
  await expect
    .poll(async () => (await app.deps.queues.leads.getJob(jobId))?.data)
    .toEqual({ leadId: 42, contractorId: idOf('a'), origin: { requestId: expect.any(String) } })

  const { offers } = await stored()
  expect((await post(path)).body).toContain('You have the details')
  expect((await post(path.replace('accept', 'decline'))).body).toContain('You have the details')
  expect((await get(path)).body).toContain('Aoife Byrne')
  expect((await stored()).offers).toEqual(offers)
})

test('once the promised time is over, the page says when the job was accepted instead of asking for an answer', async () => {
  const decidedAt = new Date(Date.now() - 3 * 86_400_000)
  await storeLead([anOffer('a', { state: 'accepted', decidedAt })])
  const { body } = await get(await link('a'))
  expect(body).toContain(`You accepted this job three days ago, on ${shortDayAndTime(decidedAt)}.`)
  expect(body).not.toContain('get in touch by')
})

test('the visit goes into the calendar while the details are shown, and no name adds a line to it', async () => {
  const at = { decidedAt: new Date(), state: 'accepted' as const }
  const fullName = `Aoife, of ${'Ardán '.repeat(20)}\r\nX-EVIL:1`
  await storeLead([anOffer('a', at), anOffer('b')], { fullName })
  for (const page of [`/offers/${await sign('a')}`, `/leads/${await sign('a', 'lead')}`]) {
    expect((await get(page)).body + (await get(`${page}/accept`)).body).toContain(`action="${page}/visit.ics"`)
    const { status, body, headers } = await get(`${page}/visit.ics?at=2027-06-01T09:30`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(body).toMatch(/\r\nDTSTART:20270601T083000Z\r\nDTEND:20270601T093000Z\r\n/)
    expect(body).toContain('LOCATION:SW1A 1AA')
    expect(body).not.toMatch(/^X-EVIL/m)
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const whole = body.replaceAll('\r\n ', '')
    expect(whole).toContain(`SUMMARY:Visit Aoife\\, of ${'Ardán '.repeat(20)}\\nX-EVIL:1 (KB-`)
    expect(whole).toContain('07700 900123')
    for (const wrong of ['', '?at=soon', '?at=2027-13-01T09:30'])
      expect((await get(`${page}/visit.ics${wrong}`)).status).toBe(422)
  }
  expect((await get(`/offers/${await sign('b')}/visit.ics?at=2027-06-01T09:30`)).status).toBe(404)
})

test('declining says so, at the accept link too', async () => {
  await storeLead([anOffer('a')])
  expect((await post(await link('a', 'decline'))).body).toContain('You declined this job')
  const { status, body } = await post(await link('a'))
  expect([status, body.includes('You declined this job')]).toEqual([200, true])
  expect(body).not.toMatch(secrets)
  expect(await states()).toEqual(['declined'])
})

test('of fifty firms that accept at the same moment exactly five get the job', async () => {
  const firms = Array.from({ length: 50 }, (_, index) => `firm-${index}`)
  await storeLead(firms.map((firm) => anOffer(firm)))
  const answers = await Promise.all(firms.map(async (firm) => post(await link(firm))))
  expect(answers.filter(({ body }) => body.includes('You have the details'))).toHaveLength(maximumFirms)
  expect(answers.filter(({ body }) => secrets.test(body))).toHaveLength(maximumFirms)
  expect(answers.filter(({ body }) => body.includes('Five firms were quicker'))).toHaveLength(45)
  expect((await states()).filter((state) => state === 'accepted')).toHaveLength(maximumFirms)
  expect((await stored()).offers.filter(({ decidedAt }) => decidedAt !== null)).toHaveLength(maximumFirms)
})

test('a lead whose notice said two firms is taken by two', async () => {
  const firms = ['a', 'b', 'c', 'd']
  await storeLead(
    firms.map((firm) => anOffer(firm)),
    { maximumFirms: 2 },
  )
  expect((await get(await link('a'))).body).toContain('Two firms at most')
  const answers = await Promise.all(firms.map(async (firm) => post(await link(firm))))
  expect(answers.filter(({ body }) => body.includes('You have the details'))).toHaveLength(2)
  expect(answers.filter(({ body }) => body.includes('Two firms were quicker'))).toHaveLength(2)
})

test('one firm that presses ten times takes one place', async () => {
  await storeLead([anOffer('a')])
  const path = await link('a')
  await Promise.all(Array.from({ length: 10 }, () => post(path)))
  expect(await states()).toEqual(['accepted'])
})

test('a paused firm may finish what it was offered, and one that is verified until later accepts', async () => {
  await storeLead([anOffer('a'), anOffer('b')])
  await ContractorModel.updateOne({ _id: idOf('a') }, { pausedUntil: soon() })
  await ContractorModel.updateOne({ _id: idOf('b') }, { verifiedUntil: soon() })
  for (const firm of ['a', 'b']) expect((await post(await link(firm))).body).toContain('You have the details')
})

test('what a firm was given it keeps, also when the lead is lost later', async () => {
  await storeLead([anOffer('a')])
  await post(await link('a'))
  await LeadModel.updateOne({ _id: 42 }, { status: 'lost' })
  expect((await get(await link('a'))).body).toContain('Aoife Byrne')
  expect((await get(`/leads/${await sign('a', 'lead')}`)).body).toContain('Aoife Byrne')
})

// Twenty rounds, each a little later than the last, so that the two meet at every point of each other's way.
const rounds = Array.from({ length: 20 }, (_, index) => index)
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('a lead that is lost at the moment a firm accepts: either the firm was first, or it gets nothing', async () => {
  const manager = await signInAs('manager')
  for (const round of rounds) {
    await LeadModel.deleteMany({})
    await ContractorModel.deleteMany({})
    await storeLead([anOffer('a'), anOffer('b')])
    const path = await link('a')
    const [{ body }, change] = await Promise.all([
      post(path),
      wait(round).then(() => app.request('PATCH', '/api/quote/42', { body: { status: 'lost' }, token: manager })),
    ])
    expect(change.status).toBe(200)
    const [first, second] = await states()
    expect(second).toBe('withdrawn')
    expect([first, secrets.test(body)]).toEqual(first === 'accepted' ? ['accepted', true] : ['withdrawn', false])
  }
})

test('a firm that is switched off at the moment it accepts: once it is off, nothing is accepted any more', async () => {
  for (const round of rounds) {
    await LeadModel.deleteMany({})
    await ContractorModel.deleteMany({})
    await storeLead([anOffer('a')])
    const path = await link('a')
    const switchOff = async () => {
      await wait(round)
      await ContractorModel.updateOne({ _id: idOf('a') }, { active: false }, { writeConcern: { w: 'majority' } })
      return (await states())[0]
    }
    const [{ body }, whenOff] = await Promise.all([post(path), switchOff()])
    const [after] = await states()
    expect(after).toBe(whenOff)
    // Switched off between accepting and the answer, it sees nothing any more.
    expect(after !== 'accepted' && secrets.test(body)).toBe(false)
  }
})
