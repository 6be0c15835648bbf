import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { expect, test } from 'vitest'
import { useChoosing } from '../../testing/choosing.ts'
import { idOf, storeLead } from '../../testing/offers.ts'
import { accepted, sendPrice } from '../../testing/prices.ts'

const hour = 3_600_000
const { app, stored, manage, firmPage, submit, shaOf, choose, undo, confirm, states, emails, tomorrow, advance } =
  useChoosing()

test('of six prices the one that was chosen stays among the five that stand side by side', async () => {
  const firms = ['a', 'b', 'c', 'd', 'e', 'f']
  await storeLead(firms.map(accepted))
  const ids: string[] = []
  for (const firm of firms) ids.push(await sendPrice(app, firm))
  const compared = async () =>
    [...(await app.request('GET', await manage('/prices'))).body.matchAll(/<h2>Firm (.)<\/h2>/g)].map(
      ([, firm]) => firm,
    )
  expect(await compared()).toEqual(['b', 'c', 'd', 'e', 'f'])
  expect((await choose(ids[0] ?? '')).status).toBe(303)
  expect(await compared()).toEqual(['a', 'c', 'd', 'e', 'f'])
})

test('a choice is one press with the name: both hear it, and it is in the audit trail', async () => {
  await storeLead([accepted('a'), accepted('b')])
  const [a] = [await sendPrice(app, 'a'), await sendPrice(app, 'b')]
  const page = await app.request('GET', await manage(`/prices/${a}/choose`))
  expect(page.body).toContain(await shaOf(a))
  expect(page.body).toContain('Your contract is with Firm a. Kerbside is no party to it.')
  expect(page.body).toContain('within 14 days')
  expect((await choose(a)).status).toBe(303)
  expect((await choose(a)).status).toBe(303)
  expect(await states()).toEqual(['chosen', 'sent'])
  expect((await stored()).estimates?.[0]).toMatchObject({ chosenBy: 'Aoife Byrne' })
  expect(await emails('estimate-chosen', 'agreement')).toEqual([
    ['agreement', null],
    ['estimate-chosen', idOf('a')],
  ])
  expect(await AuditEntryModel.findOne({ action: 'homeowner.chose-price' }).lean()).toMatchObject({
    details: 'Firm a, £4,800.00',
    by: null,
  })
  expect((await stored()).status).toBe('quoted')
})

test.each([
  [{ name: ' ' }, 422, 'Type your name'],
  [{ name: 'x'.repeat(101) }, 422, 'Type 100 characters at most'],
  [{ sha256: 'of another version' }, 422, 'This is not the price that the page showed'],
])('%j: status %i and nothing is chosen', async (fields, status, message) => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a')
  const answer = await choose(a, fields as Record<string, string>)
  expect([answer.status, answer.body.includes(message)]).toEqual([status, true])
  expect(await states()).toEqual(['sent'])
})

test('404: a price of somebody else', async () => {
  await storeLead([accepted('a')])
  expect(
    (await submit(await manage(`/prices/${crypto.randomUUID()}/choose`), { name: 'A B', sha256: '' })).status,
  ).toBe(404)
  expect((await app.request('GET', await manage(`/prices/${crypto.randomUUID()}`))).status).toBe(404)
})

test('twenty presses at once on different prices choose exactly one, and only those on it are acknowledged', async () => {
  const firms = ['a', 'b', 'c', 'd', 'e']
  await storeLead(firms.map(accepted))
  const ids: string[] = []
  for (const firm of firms) ids.push(await sendPrice(app, firm))
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => choose(ids[index % 5] ?? '')))
  expect((await states()).toSorted()).toEqual(['chosen', 'sent', 'sent', 'sent', 'sent'])
  const chosen = (await states()).indexOf('chosen')
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index % 5 === chosen ? 303 : 409)))
  expect(await emails('estimate-chosen')).toHaveLength(1)
  expect(await emails('agreement')).toHaveLength(1)
})

test('409: replaced, expired and withdrawn prices are not chosen, and their pages say why', async () => {
  await storeLead([accepted('a'), accepted('b'), accepted('c')])
  const replaced = await sendPrice(app, 'a')
  const expired = await sendPrice(app, 'b', { validUntilDay: tomorrow() })
  const withdrawn = await sendPrice(app, 'c')
  advance(60_000)
  await sendPrice(app, 'a', { deposit: '100' })
  await LeadModel.updateOne(
    { _id: 42, 'estimates.id': withdrawn },
    { 'estimates.$.state': 'withdrawn', 'estimates.$.withdrawnBecause': 'We are fully booked' },
  )
  advance(50 * hour)
  for (const [id, text] of [
    [replaced, 'Replaced by a newer version'],
    [expired, 'Expired: it was valid until'],
    [withdrawn, 'We are fully booked'],
  ] as const) {
    expect((await choose(id)).status).toBe(409)
    const { body } = await app.request('GET', await manage(`/prices/${id}/choose`))
    expect([text, body.includes(text), body.includes('<form')]).toEqual([text, true, false])
  }
  expect(await states()).toEqual(['replaced', 'sent', 'withdrawn', 'sent'])
})

test('a choice can be undone for 24 hours and made again; the firm hears each', async () => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a')
  await choose(a)
  expect((await undo(a)).status).toBe(303)
  expect((await undo(a)).status).toBe(303)
  expect(await states()).toEqual(['sent'])
  await choose(a)
  expect(await emails('estimate-chosen', 'choice-undone')).toHaveLength(3)
  advance(25 * hour)
  expect((await undo(a)).status).toBe(409)
  expect(await states()).toEqual(['chosen'])
})

test('a price is chosen five times at most, because each time the firm is emailed', async () => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a')
  for (let round = 0; round < 5; round += 1) {
    expect((await choose(a)).status).toBe(303)
    await undo(a)
  }
  expect((await choose(a)).status).toBe(422)
})

test('the firm confirms with a start: converted with the value, the others are declined and hear the reason', async () => {
  await storeLead([accepted('a'), accepted('b'), accepted('c')])
  const [a, , c] = [await sendPrice(app, 'a'), await sendPrice(app, 'b'), await sendPrice(app, 'c')]
  await choose(c)
  await undo(c)
  await choose(a, { others_because: 'too-late' })
  expect((await app.request('GET', await firmPage('a', ''))).body).toContain('Confirm this job')
  expect((await confirm('a', a)).status).toBe(303)
  expect((await app.request('GET', await firmPage('a', '/agreement'))).body).toContain('This job is agreed')
  expect((await confirm('a', a)).status).toBe(303)
  const lead = await stored()
  expect(await states()).toEqual(['agreed', 'declined', 'declined'])
  expect(lead.estimates?.map(({ declinedBecause, startDay }) => declinedBecause ?? startDay)).toEqual([
    tomorrow(),
    'too-late',
    'too-late',
  ])
  expect(lead.status).toBe('converted')
  expect(lead.offers[0]?.outcomes?.at(-1)).toMatchObject({ kind: 'won', amount: 480_000, currency: 'GBP' })
  expect(await emails('estimate-agreed', 'estimate-declined')).toEqual([
    ['estimate-agreed', null],
    ['estimate-declined', idOf('b')],
    ['estimate-declined', idOf('c')],
  ])
  expect((await undo(a)).status).toBe(409)
})

test.each([
  ['', 'Choose the day on which you start'],
  ['2020-01-01', 'Choose a day that is not over'],
  ['2999-01-01', 'Choose a day within two years'],
])('422: the firm confirms with the start %j', async (day, message) => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a')
  await choose(a)
  const { status, body } = await confirm('a', a, day)
  expect([status, body.includes(message)]).toEqual([422, true])
  expect(await states()).toEqual(['chosen'])
})

test('409: a firm confirms what is not chosen', async () => {
  await storeLead([accepted('a'), accepted('b')])
  const a = await sendPrice(app, 'a')
  const b = await sendPrice(app, 'b')
  await choose(b)
  expect((await confirm('a', a)).status).toBe(409)
  expect((await confirm('a', b)).status).toBe(409)
  expect(await states()).toEqual(['sent', 'chosen'])
})

test('undoing and confirming at the same moment: either is done, never both', async () => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a')
  for (let round = 0; round < 3; round += 1) {
    await choose(a)
    const [undone, confirmed] = await Promise.all([undo(a), confirm('a', a)])
    const [state] = await states()
    expect([undone.status, confirmed.status, state]).toEqual(
      state === 'agreed' ? [409, 303, state] : [303, 409, 'sent'],
    )
    if (state === 'agreed') break
  }
})

test('nothing fits: open prices are declined, each firm hears why, and may send another', async () => {
  await storeLead([accepted('a'), accepted('b')])
  await sendPrice(app, 'a')
  await sendPrice(app, 'b')
  expect((await submit(await manage('/nothing-fits'), { reason: 'no' })).status).toBe(422)
  expect((await submit(await manage('/nothing-fits'), { reason: 'too-dear' })).status).toBe(303)
  await submit(await manage('/nothing-fits'), { reason: 'too-late' })
  expect((await stored()).estimates?.map(({ state, declinedBecause }) => [state, declinedBecause])).toEqual([
    ['declined', 'too-dear'],
    ['declined', 'too-dear'],
  ])
  expect(await emails('estimate-declined')).toHaveLength(2)
  advance(60_000)
  const again = await sendPrice(app, 'a', { deposit: '10' })
  expect((await choose(again)).status).toBe(303)
})

test('extra work is chosen and confirmed the same way, beside the price that is agreed', async () => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a')
  await choose(a)
  await confirm('a', a)
  const extra = await sendPrice(app, 'a', {}, a)
  expect((await app.request('GET', await manage('/prices'))).body).toContain('Extra work 1: Firm a')
  expect((await choose(extra)).status).toBe(303)
  expect(await states()).toEqual(['agreed', 'chosen'])
  expect((await confirm('a', extra, '')).status).toBe(303)
  expect(await states()).toEqual(['agreed', 'agreed'])
  expect(await emails('estimate-agreed')).toHaveLength(2)
})

test('a stop lets nothing be agreed; erasing withdraws what is open, and leaves the sum on the lead and not a word', async () => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a', { message: 'For Aoife, with love' })
  await choose(a)
  await submit(await manage('/questions'), { to: 'all', question: 'May I call you? Aoife' })
  await submit(await manage('/stop'))
  await confirm('a', a)
  expect(await states()).toEqual(['chosen'])
  await submit(await manage('/erase'))
  expect(await states()).toEqual(['withdrawn'])
  const kept = JSON.stringify([await EstimateModel.find().lean(), await stored()])
  expect(kept).not.toMatch(/Aoife|love|Resin bound drive/)
  expect(await EstimateModel.countDocuments()).toBe(0)
  expect((await stored()).estimates?.[0]?.total).toBe(480_000)
})

test('a firm can be rated from the day on which its agreed work starts', async () => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a')
  await choose(a)
  await confirm('a', a)
  const rate = async () => submit(await manage('/rate'), { firm: idOf('a'), stars: '5', text: '' })
  expect((await rate()).status).toBe(422)
  advance(48 * hour)
  expect((await rate()).status).toBe(303)
})
