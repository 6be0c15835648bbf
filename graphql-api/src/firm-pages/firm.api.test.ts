import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import type { LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { MeasuredFiguresModel } from '@kerbside/schema/promise/measured-figures.model'
import { dayAfter, londonDay, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { expect, test } from 'vitest'
import { anOffer, idOf, secrets, soon, storeLead, useOffers } from '../testing/offers.ts'
import { signInAs } from '../testing/test-app.ts'
import { signLink } from '../testing/sign-link.ts'

// `/firm/{token}`: a firm's own page.
const { app, get } = useOffers()
const contractorId = idOf('a')
const linkOf = async (expiresAt = soon()) =>
  `/firm/${await signLink(app.deps, { purpose: 'firm', contractorId }, expiresAt)}`
const form = { 'content-type': 'application/x-www-form-urlencoded' }
/** What is saved is shown where it was pressed, on the page to which the answer leads. */
async function change(fields: Record<string, string>) {
  const link = await linkOf()
  const answer = await app.request('POST', link, { body: new URLSearchParams(fields).toString(), headers: form })
  if (answer.status !== 303) return answer
  const [path, anchor] = answer.headers.get('location')?.split('#') ?? []
  const { body } = await get(path ?? '')
  expect(body).toMatch(new RegExp(`id="${anchor}">[^]*?role="status">Saved`))
  return { status: answer.status, body }
}
const firm = () => ContractorModel.findById(contractorId).lean().orFail()
const inDays = (days: number) => dayAfter(londonDay(new Date()), days)

/** The lead 42 with this offer to the firm, and the offer's email, by which it is found. */
async function storeJob(changes = {}) {
  await storeLead([anOffer('a', changes)])
  await DeliveryModel.create({ _id: deliveryId(42, 'offer', contractorId), leadId: 42, contractorId, kind: 'offer' })
}

const pathIn = (body: string, start: string) => new RegExp(`href="(${start}[^"]+)"`).exec(body)?.[1] ?? ''

test('it leads to what is on offer, without a word about the homeowner, and changes nothing', async () => {
  await storeJob()
  const before = await firm()
  const { status, body, headers } = await get(await linkOf())
  expect(status).toBe(200)
  expect(body).toContain('Firm a')
  expect(body).toContain('You get new jobs in your areas')
  expect(body).not.toMatch(secrets)
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await get(pathIn(body, '/offers/'))).body).toContain('Would you like this job?')
  expect((await app.request('HEAD', await linkOf())).status).toBe(200)
  expect(await firm()).toEqual(before)
})

test('it leads to the jobs that the firm accepted, with what it reported of them', async () => {
  await storeJob({ state: 'accepted', decidedAt: new Date() })
  const { body } = await get(await linkOf())
  expect(body).toMatch(/Aoife Byrne<\/a>[^]*South West London \(SW1A\)[^]*Driveway job: Resin bound[^]*Get in touch/)
  expect(body).not.toMatch(/aoife@example\.com|900123|\b1AA\b/)
  const job = pathIn(body, '/leads/')
  await app.request('POST', job, { body: 'outcome=won', headers: form })
  expect((await get(await linkOf())).body).toMatch(/Decided<\/h2>[^]*Aoife Byrne[^]*>Won</)
})

const longAgo = new Date(Date.now() - 2 * 86_400_000)
const aPrice = (changes: Partial<LeadEstimate>): LeadEstimate => ({
  id: 'p',
  contractorId,
  contractorName: 'Firm a',
  number: 1,
  variationOf: null,
  kind: 'fixed',
  currency: 'GBP',
  total: 245_000,
  state: 'sent',
  sentAt: longAgo,
  validUntil: soon(),
  decidedAt: null,
  ...changes,
})
const aQuestion = { id: 'q', at: longAgo, text: 'When?', to: [{ contractorId, contractorName: 'Firm a' }], answers: [] }

test.each<[string, Partial<LeadRecord>, RegExp]>([
  ['a day after', {}, /Waiting for you<[^]*You have the details[^]*Send your price, or tell us how it went/],
  ['asked', { questions: [aQuestion] }, /Waiting for you<[^]*\/questions"[^]*Answer one question/],
  [
    'priced',
    { estimates: [aPrice({})] },
    /Waiting for the homeowner<[^]*Price sent: £2,450\.00[^]*Can be chosen until/,
  ],
  ['priced too long ago', { estimates: [aPrice({ validUntil: longAgo })] }, /Waiting for you<[^]*Send a new version/],
  ['chosen', { estimates: [aPrice({ state: 'chosen' })] }, /Waiting for you<[^]*\/agreement"[^]*Confirm this job/],
  [
    'agreed',
    { estimates: [aPrice({ state: 'agreed', startDay: '2027-02-03' })] },
    /Decided<[^]*You start on 3 February/,
  ],
  ['closed', { status: 'lost' }, /Decided<[^]*Request closed/],
  ['stopped', { sharingStoppedAt: longAgo }, /Decided<[^]*>KB-[^]*Stopped[^]*Please make no further contact/],
])('of a job that is %s the page tells where it stands and what comes next', async (_what, changes, shown) => {
  await storeJob({ state: 'accepted', offeredAt: longAgo, decidedAt: longAgo })
  await LeadModel.updateOne({ _id: 42 }, changes)
  expect((await get(await linkOf())).body).toMatch(shown)
})

test('two numbers: how quick the firm answers beside all firms, and the jobs that it won', async () => {
  const at = new Date(Date.now() - 3_600_000)
  await storeJob({ state: 'accepted', offeredAt: at, decidedAt: new Date(at.getTime() + 34 * 60_000) })
  const numbers = async () => /You answer within[^]*?<\/dl>/.exec((await get(await linkOf())).body)?.[0]
  expect(await numbers()).toMatch(/34 minutes[^]*Jobs won[^]*>0</)
  expect(await numbers()).not.toContain('half of all firms')
  const figures = { measuredAt: at, promiseHours: 2, leads: 9, inTime: 9, medianMinutes: 9, firms: 9, firmMinutes: 52 }
  await MeasuredFiguresModel.create({ _id: 'latest', ...figures })
  await app.request('POST', pathIn((await get(await linkOf())).body, '/leads/'), { body: 'outcome=won', headers: form })
  expect(await numbers()).toMatch(/34 minutes[^]*half of all firms: 52 minutes[^]*Jobs won[^]*>1</)
})

test('an offer that has run out is not listed, and a job whose link has run out is no link', async () => {
  await storeJob({ expiresAt: new Date(Date.now() - 1_000) })
  expect((await get(await linkOf())).body).toContain('Nothing at the moment')
  const long = new Date(Date.now() - 91 * 86_400_000)
  await ContractorModel.deleteMany({})
  await DeliveryModel.deleteMany({})
  await LeadModel.deleteMany({})
  await storeJob({ state: 'accepted', offeredAt: long, decidedAt: long })
  const { body } = await get(await linkOf())
  expect(body).toContain('No report')
  expect(body).not.toContain('Aoife')
  expect(body).not.toContain('/leads/')
})

test('the firm pauses until a day and takes jobs again, which the trail tells by its name', async () => {
  await storeJob()
  const paused = await change({ change: 'pause', until: inDays(3) })
  expect(paused.status).toBe(303)
  expect(paused.body).toContain('You are paused')
  expect(await firm()).toMatchObject({ pausedUntil: startOfLondonDay(inDays(3)), version: 2 })
  await change({ change: 'pause', until: inDays(3) })
  expect((await firm()).version).toBe(2)
  expect((await change({ change: 'resume' })).body).toContain('You get new jobs')
  expect(await firm()).toMatchObject({ pausedUntil: null, version: 3 })
  const by = { id: contractorId, name: 'Firm a' }
  const entries = await AuditEntryModel.find({ action: 'contractor.changed' }).lean()
  expect(entries.map((entry) => [entry.by, entry.details])).toEqual(Array(2).fill([by, 'Paused until']))
})

test('the firm chooses one email a day and single ones again, which the trail tells by its name', async () => {
  await storeJob()
  const chosen = (body: string) => /value="(\w+)"[^>]*checked/.exec(body)?.[1]
  expect(chosen((await get(await linkOf())).body)).toBe('single')
  await change({ change: 'emails', offer_emails: 'single' })
  expect((await firm()).version).toBe(1)
  const { status, body } = await change({ change: 'emails', offer_emails: 'daily' })
  expect([status, chosen(body)]).toEqual([303, 'daily'])
  expect(await firm()).toMatchObject({ offerEmails: 'daily', version: 2 })
  expect(chosen((await change({ change: 'emails', offer_emails: 'single' })).body)).toBe('single')
  expect(await firm()).toMatchObject({ offerEmails: 'single', version: 3 })
  const entries = await AuditEntryModel.find({ action: 'contractor.changed' }).lean()
  const entry = [{ id: contractorId, name: 'Firm a' }, 'Offer emails']
  expect(entries.map(({ by, details }) => [by, details])).toEqual([entry, entry])
})

test('the firm lowers its caps, and raises none', async () => {
  await storeJob()
  await ContractorModel.updateOne({ _id: contractorId }, { dailyCap: 10 })
  expect((await change({ change: 'caps', daily_cap: '4', weekly_cap: '12' })).status).toBe(303)
  expect(await firm()).toMatchObject({ dailyCap: 4, weeklyCap: 12, version: 2 })
  const { status, body } = await change({ change: 'caps', daily_cap: '5', weekly_cap: '13' })
  expect(status).toBe(422)
  expect(body).toContain('Enter a whole number from 1 to 4')
  expect(body).toContain('Enter a whole number from 1 to 12')
  await change({ change: 'caps', daily_cap: '', weekly_cap: '' })
  expect(await firm()).toMatchObject({ dailyCap: 4, weeklyCap: 12, version: 2 })
})

test.each<[Record<string, string>, string]>([
  [{ change: 'pause', until: 'soon' }, 'Enter a date'],
  [{ change: 'pause', until: inDays(0) }, 'Choose a day after today'],
  [{ change: 'pause', until: inDays(400) }, 'Choose a day within a year'],
  [{ change: 'caps', daily_cap: '0' }, 'Enter a whole number from 1'],
  [{ change: 'caps', daily_cap: '-1' }, 'Enter a whole number from 1'],
  [{ change: 'emails', offer_emails: 'hourly' }, 'Choose one email for each job or one email a day'],
  [{ change: 'areas', areas: 'SW1A, Narnia' }, 'We do not know the area “Narnia”'],
  [{ change: 'areas', areas: ' ' }, 'Enter at least one area'],
])('%j is shown again with what is wrong: %s', async (fields, message) => {
  await storeJob()
  const { status, body } = await change(fields)
  expect(status).toBe(422)
  expect(body).toContain(message)
  expect((await firm()).version).toBe(1)
})

test('a firm asks for areas and keeps its own until staff accept', async () => {
  await storeJob()
  const { body } = await change({ change: 'areas', areas: 'sw1a, W8;county cork' })
  expect(body).toContain('You asked for: SW1A, W8, County Cork')
  const { areas, areaRequest, version } = await firm()
  expect(areas).toHaveLength(1)
  expect(areaRequest?.areas).toHaveLength(3)
  await change({ change: 'areas', areas: 'SW1A\nW8\nCounty Cork' })
  expect((await firm()).version).toBe(version)

  const answer = async (accept: boolean, seen: number | undefined) => {
    const variables = { id: contractorId, accept, version: seen }
    const query = `mutation($id: ID!, $accept: Boolean!, $version: Int!) {
      answerAreaRequest(id: $id, accept: $accept, version: $version) { areas { value } areaRequest { at } }
    }`
    return app.graphql(query, variables, await signInAs('admin'))
  }
  expect((await answer(true, 1)).errors?.[0]?.extensions['code']).toBe('CONFLICT')
  expect((await answer(false, version)).data.answerAreaRequest).toEqual({
    areas: [{ value: 'SW1A' }],
    areaRequest: null,
  })
  expect((await get(await linkOf())).body).toContain('We could not give you what you asked for')
  await change({ change: 'areas', areas: 'W8' })
  expect((await answer(true, (await firm()).version)).data.answerAreaRequest.areas).toEqual([{ value: 'W8' }])
  const again = await answer(true, (await firm()).version)
  expect(again.errors?.[0]?.message).toBe('The firm asks for no other areas any more.')
})

test('the firm’s state is told in words', async () => {
  await storeJob()
  const page = async (changes: object) => {
    await ContractorModel.updateOne({ _id: contractorId }, changes)
    return (await get(await linkOf())).body
  }
  const workingHours = [{ day: 'monday' as const, from: '08:00', to: '17:00' }]
  expect(await page({ workingHours })).toContain('Mon 08:00–17:00 (Europe/London)')
  expect(await page({})).toContain('at 07:00 on the days on which you work.')
  const held = await page({ outsideHours: 'hold' })
  expect(held).toContain('We send you offers once you open')
  expect(held).toContain('at 07:00 on the days on which you work, or when you open if that is later.')
  expect(await page({ verifiedUntil: new Date('2020-01-02T12:00:00Z') })).toContain(
    'The check ran out on 2 January 2020',
  )
})

test('404 for what is no such link, 410 for an old one and for a firm that is gone', async () => {
  await storeJob()
  const foreign = await signLink(app.deps, { purpose: 'lead', leadId: 42, contractorId }, soon())
  for (const token of ['x', foreign, '{"$gt":""}', '%00'])
    expect((await get(`/firm/${encodeURIComponent(token)}`)).status).toBe(404)
  const old = await get(await linkOf(new Date(Date.now() - 2_000)))
  expect([old.status, old.body.includes('Firm a')]).toEqual([410, false])
  await ContractorModel.deleteMany({})
  expect((await get(await linkOf())).status).toBe(410)
  expect((await change({ change: 'resume' })).status).toBe(410)
})

test('changes of a firm at the same moment are all made', async () => {
  await storeJob()
  const fields: Record<string, string>[] = [
    { change: 'pause', until: inDays(3) },
    { change: 'caps', daily_cap: '3' },
    { change: 'areas', areas: 'W8' },
  ]
  const answers = await Promise.all(fields.map(change))
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  const { pausedUntil, dailyCap, areaRequest, version } = await firm()
  expect([pausedUntil !== null, dailyCap, areaRequest?.areas.length, version]).toEqual([true, 3, 1, 4])
})
