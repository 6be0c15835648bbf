import { manageLink } from '@kerbside/schema/links/signed-link'
import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { searchFieldsOf } from '@kerbside/schema/leads/search-text'
import { expect, test } from 'vitest'
import { anOffer, idOf, soon, storeLead, useOffers } from '../../testing/offers.ts'
import { signInAs } from '../../testing/test-app.ts'

const { app, link, get, post, stored } = useOffers()
const inAnHour = soon()
const own = async (page = '', email = 'aoife@example.com') =>
  `/manage/${await app.deps.links.sign(manageLink(42, email), inAnHour)}${page}`
const accepted = (firm: string) => anOffer(firm, { state: 'accepted', decidedAt: new Date() })
const answers = [
  { name: 'first_name', label: 'First name', value: 'Aoife' },
  { name: 'last_name', label: 'Last name', value: 'Byrne' },
  { name: 'email', label: 'Email', value: 'aoife@example.com' },
  { name: 'mobile', label: 'Mobile number', value: '07700 900123' },
  { name: 'postcode', label: 'Postcode or Eircode', value: 'SW1A 1AA' },
  { name: 'timeframe', label: 'When?', value: '6+ months' },
  { name: 'additionalInfo', label: 'Anything else?', value: 'By the <b>gate</b>' },
]
const store = (offers: LeadRecord['offers'], changes: Partial<LeadRecord> = {}) =>
  storeLead(offers, { answers, timeframe: '6+ months', dispatchedAt: new Date(), ...changes })

/** What a browser posts: the whole form as the page shows it, with these changes. */
async function filledIn(changes: Record<string, string> = {}, sentTo?: string): Promise<Record<string, string>> {
  const { body } = await get(await own('/answers', sentTo))
  const seen = /name="-seen" value="([^"]+)"/.exec(body)?.[1] ?? ''
  const shown = Object.fromEntries(answers.map(({ name, value }) => [name, value]))
  return { '-seen': seen, ...shown, ...changes }
}
async function send(fields: Record<string, string>, sentTo?: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams(fields)
  const answer = await app.send(await own('/answers', sentTo), { method: 'POST', headers, body, redirect: 'manual' })
  return { status: answer.status, body: await answer.text() }
}
const emails = async () => (await DeliveryModel.find().lean()).map(({ _id }) => _id).toSorted()

test('the form is filled in with what was answered; looking changes nothing', async () => {
  await store([])
  const before = await stored()
  const { status, body } = await get(await own('/answers'))
  expect(status).toBe(200)
  for (const part of ['value="Aoife"', 'value="07700 900123"', 'By the &lt;b&gt;gate&lt;/b&gt;</textarea>']) {
    expect(body).toContain(part)
  }
  expect(body).toMatch(/<option value="6\+ months"\s+selected/)
  expect((await app.request('HEAD', await own('/answers'))).status).toBe(200)
  expect(await stored()).toEqual(before)
})

test('corrections are stored with their columns, told once to each firm that has the details, and shown to staff', async () => {
  await store([accepted('a'), anOffer('b'), accepted('c'), anOffer('d', { state: 'declined' })])
  const fields = await filledIn({ last_name: 'Walsh', mobile: '07700 900124', timeframe: 'ASAP', additionalInfo: '' })
  expect((await send(fields)).status).toBe(303)
  const after = await stored()
  expect(after).toMatchObject({
    fullName: 'Aoife Walsh',
    mobile: '+447700900124',
    timeframe: 'ASAP',
    priority: 'high',
    additionalInfo: null,
    email: 'aoife@example.com',
    version: 2,
    ...searchFieldsOf({ ...after, fullName: 'Aoife Walsh' }),
  })
  expect(after.answers.map(({ value }) => value)).toEqual([
    'Aoife',
    'Walsh',
    'aoife@example.com',
    '07700 900124',
    'SW1A 1AA',
    'ASAP',
  ])
  expect(await emails()).toEqual(['a', 'c'].map((firm) => `lead-42-correction-notice-${idOf(firm)}`).toSorted())
  const [entry] = await AuditEntryModel.find({ by: null }).lean()
  expect(entry).toMatchObject({
    action: 'homeowner.corrected-answers',
    details: 'Last name, Mobile number, When?, Anything else?',
  })
  const query = '{ lead(id: "42") { corrections { changes { label before after } } } }'
  const answer = await app.request('POST', '/graphql', { body: { query }, token: await signInAs('manager') })
  expect(answer.body.data.lead.corrections).toEqual([
    {
      changes: [
        { label: 'Last name', before: 'Byrne', after: 'Walsh' },
        { label: 'Mobile number', before: '07700 900123', after: '07700 900124' },
        { label: 'When?', before: '6+ months', after: 'ASAP' },
        { label: 'Anything else?', before: 'By the <b>gate</b>', after: '' },
      ],
    },
  ])
  expect((await get(await own())).body).toContain('You corrected “Last name”, “Mobile number”, “When?” and')
  expect((await get(await own('/data'))).body).toContain('07700 900123')

  await send(await filledIn({ ...fields, '-seen': (await filledIn())['-seen'] ?? '', last_name: 'Byrne' }))
  expect(await emails()).toHaveLength(4)
})

test('an open offer shows the corrected job, and stays when the postcode moves elsewhere', async () => {
  await store([anOffer('b')])
  await send(await filledIn({ postcode: 'M1 1AE', additionalInfo: 'Behind the barn' }))
  const { body } = await get(await link('b'))
  expect(body).toContain('Behind the barn')
  expect(body).toContain('Manchester')
  expect((await stored()).offers.map(({ state }) => state)).toEqual(['offered'])
})

test('a new email address is not confirmed any more and gets an email to confirm it', async () => {
  await store([], { emailConfirmedAt: new Date() })
  await send(await filledIn({ email: 'Aoife@New.example' }))
  const { email, emailConfirmedAt } = await stored()
  expect([email, emailConfirmedAt]).toEqual(['aoife@new.example', null])
  expect(await emails()).toEqual(['lead-42-confirm-email'])
  const present = 'aoife@new.example'
  await send(await filledIn({ email: present, last_name: 'Walsh' }, present), present)
  expect(await emails()).toEqual(['lead-42-confirm-email'])
})

test('nothing changed: the page says so, and there is no write and no email', async () => {
  await store([accepted('a')])
  const before = await stored()
  const { status, body } = await send(await filledIn({ mobile: '+44 7700 900123', last_name: ' Byrne ' }))
  expect([status, body.includes('Nothing is changed')]).toEqual([200, true])
  expect(await stored()).toEqual(before)
  expect(await emails()).toEqual([])
})

test('422: each wrong answer is named, what was typed stays, and nothing is stored', async () => {
  await store([accepted('a')])
  const before = await stored()
  const { status, body } = await send(
    await filledIn({ first_name: '', email: 'aoife@', postcode: 'QX1 1AA', timeframe: 'Soon', website_url: 'x' }),
  )
  expect(status).toBe(422)
  for (const name of ['first_name', 'email', 'postcode', 'timeframe']) {
    expect(body).toContain(`href="#answer-${name}"`)
    expect(body).toContain(`id="answer-${name}-error"`)
  }
  expect(body).toContain('<li>website_url: This field is not expected here')
  expect(body).toContain('value="aoife@"')
  expect(await stored()).toEqual(before)
  expect(await emails()).toEqual([])
})

test('409: answers that staff corrected meanwhile are not overwritten unseen; sent once more they are stored', async () => {
  await store([])
  const fields = await filledIn({ last_name: 'Walsh' })
  const token = await signInAs('manager')
  const body = { budget: 'Under £3,000' }
  expect((await app.request('PATCH', '/api/quote/42', { token, body })).status).toBe(200)
  const rejected = await send(fields)
  expect([rejected.status, rejected.body.includes('value="Walsh"')]).toEqual([409, true])
  expect((await stored()).lastName).toBe('Byrne')
  const seen = /name="-seen" value="([^"]+)"/.exec(rejected.body)?.[1] ?? ''
  expect((await send({ ...fields, '-seen': seen })).status).toBe(303)
  expect(await stored()).toMatchObject({ lastName: 'Walsh', budget: 'Under £3,000' })
})

test('ten times at once is one correction', async () => {
  await store([accepted('a')])
  const fields = await filledIn({ last_name: 'Walsh' })
  const answered = await Promise.all(Array.from({ length: 10 }, () => send(fields)))
  expect(answered.filter(({ status }) => status === 303)).toHaveLength(1)
  const { version, corrections } = await stored()
  expect([version, corrections?.length, (await emails()).length]).toEqual([2, 1, 1])
})

test('after a stop firms are not told', async () => {
  await store([accepted('a')])
  await post(await own('/stop'))
  await send(await filledIn({ last_name: 'Walsh' }))
  expect((await stored()).lastName).toBe('Walsh')
  expect(await DeliveryModel.countDocuments({ kind: 'correction-notice' })).toBe(0)
})

test('erasing reaches what was answered before and after a correction', async () => {
  await store([accepted('a')])
  await send(await filledIn({ last_name: 'Walsh', email: 'other@example.com' }))
  await post(await own('/erase', 'other@example.com'))
  expect(JSON.stringify(await LeadModel.findById(42).lean())).not.toMatch(/Walsh|Byrne|example\.com/)
  expect(JSON.stringify(await AuditEntryModel.find().lean())).not.toMatch(/Walsh|Byrne|example\.com/)
  expect((await get(await own('/answers'))).status).toBe(410)
})

test('a link that was emailed to a former address shows and changes nothing, and emails a new one to the present address', async () => {
  await store([accepted('a')])
  const token = await signInAs('manager')
  await app.request('PATCH', '/api/quote/42', { body: { email: 'new@example.com' }, token })
  const before = await stored()
  for (const page of ['', '/answers', '/data', '/data.json', '/erase', '/rate', '/complain']) {
    const { status, body } = await get(await own(page))
    expect([page, status]).toEqual([page, 410])
    expect(JSON.stringify(body)).not.toMatch(/Aoife|Byrne|900123|new@example|Firm a/)
  }
  for (const button of ['/stop', '/enough', '/confirm-email', '/erase']) {
    expect((await post(await own(button))).status).toBe(410)
  }
  expect(await stored()).toEqual(before)
  expect((await get(await own())).body).toContain('Email me a new link')
  for (let press = 0; press < 3; press += 1) expect((await post(await own('/new-link'))).status).toBe(200)
  expect(await emails()).toHaveLength(1)
  expect((await emails())[0]).toMatch(/^lead-42-new-link-\d+$/)
  expect((await get(await own('', 'new@example.com'))).body).toContain('Aoife')
})

test('a staff correction of the address takes back that it was confirmed', async () => {
  await store([], { emailConfirmedAt: new Date() })
  const token = await signInAs('manager')
  await app.request('PATCH', '/api/quote/42', { body: { mobile: '07700 900124' }, token })
  expect((await stored()).emailConfirmedAt).toEqual(expect.any(Date))
  await app.request('PATCH', '/api/quote/42', { body: { email: 'new@example.com' }, token })
  expect((await stored()).emailConfirmedAt).toBeNull()
})

test('three new addresses a day are emailed; a fourth is rejected at its field', async () => {
  await store([])
  let present = 'aoife@example.com'
  for (const next of ['one@example.com', 'two@example.com', 'three@example.com']) {
    expect((await send(await filledIn({ email: next }, present), present)).status).toBe(303)
    present = next
  }
  const { status, body } = await send(await filledIn({ email: 'four@example.com' }, present), present)
  expect(status).toBe(422)
  expect(body).toContain('You have given three new email addresses today. Please call us, or try again tomorrow.')
  expect((await send(await filledIn({ email: present, last_name: 'Walsh' }, present), present)).status).toBe(303)
  expect((await emails()).filter((id) => id.includes('confirm-email'))).toHaveLength(3)
})
