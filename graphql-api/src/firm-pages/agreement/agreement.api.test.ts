import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { expect, test } from 'vitest'
import { sendEstimate } from '../../estimates/send-estimate.ts'
import { useChoosing } from '../../testing/choosing.ts'
import { idOf, storeLead } from '../../testing/offers.ts'
import { accepted, aDraft, sendPrice } from '../../testing/prices.ts'

// What a contractor confirms is just what its page showed, and each extra work has versions of its own.
const { app, advance, estimates, states, choose, undo, confirm, submit, firmPage, manage, shaOf, tomorrow } =
  useChoosing()
const lines = (unitPrice: string) => [{ text: 'Kerb', quantity: '1', unit: 'item' as const, unitPrice, rate: 2_000 }]
const extra = (unitPrice: string, base: string, number: number | null = null) =>
  sendPrice(app, 'a', { lines: lines(unitPrice), message: `Costs ${unitPrice}` }, base, number)

async function agreedJob() {
  await storeLead([accepted('a'), accepted('b')])
  const base = await sendPrice(app, 'a')
  await choose(base)
  await confirm('a', base)
  return base
}

test('extra work is sent beside other extra work, and a version of it takes the place of its own versions only', async () => {
  const base = await agreedJob()
  await extra('100', base)
  await extra('300', base)
  advance(60_000)
  await extra('200', base, 1)
  const works = (await estimates()).slice(1).map(({ extraWork, number, state }) => [extraWork, number, state])
  expect(works).toEqual([
    [1, 1, 'replaced'],
    [2, 1, 'sent'],
    [1, 2, 'sent'],
  ])
  const { body } = await app.request('GET', await manage('/prices'))
  for (const text of ['Extra work 1: Firm a', 'Extra work 2: Firm a']) expect(body).toContain(text)
  await expect(extra('1', base, 3)).rejects.toMatchObject({ code: 'INVALID' })
})

test('409: a version of extra work that is chosen or agreed, with words that say what to do', async () => {
  const base = await agreedJob()
  const first = await extra('100', base)
  await choose(first)
  await expect(extra('300', base, 1)).rejects.toThrow(/has chosen this \(Extra work 1, version 1\). Confirm it/)
  await confirm('a', first, '')
  await expect(extra('300', base, 1)).rejects.toThrow('Extra work 1 is agreed. Send what is new as extra work.')
  await expect(sendPrice(app, 'a')).rejects.toThrow('The job is agreed')
  expect(await states()).toEqual(['agreed', 'agreed'])
})

test('two extra works are chosen: pressing Confirm twice agrees the one that was shown and not the other', async () => {
  const base = await agreedJob()
  const [one, two] = [await extra('100', base), await extra('300', base)]
  await choose(one)
  await choose(two)
  const { body } = await app.request('GET', await firmPage('a', '/agreement'))
  for (const id of [one, two]) expect(body).toContain(`name="id" value="${id}"`)
  for (let press = 0; press < 2; press += 1) expect((await confirm('a', one, '')).status).toBe(303)
  expect(await states()).toEqual(['agreed', 'agreed', 'chosen'])
})

test('409: a Confirm page that was opened before another version was chosen confirms nothing', async () => {
  await storeLead([accepted('a')])
  const dear = await sendPrice(app, 'a')
  await choose(dear)
  await undo(dear)
  advance(60_000)
  const cheap = await sendPrice(app, 'a', { deposit: '1' })
  await choose(cheap)
  expect((await confirm('a', dear)).status).toBe(409)
  const mixed = { id: cheap, sha256: await shaOf(dear), start_day: tomorrow() }
  expect((await submit(await firmPage('a', '/agreement'), mixed)).status).toBe(409)
  expect((await submit(await firmPage('a', '/agreement'), { start_day: tomorrow() })).status).toBe(422)
  expect(await states()).toEqual(['replaced', 'chosen'])
})

test('the page of new extra work starts empty, and that of another version with what was said last', async () => {
  const base = await agreedJob()
  const path = await firmPage('a', '/price')
  await extra('123.45', base)
  expect((await app.request('GET', path)).body).toContain('/price/extra?work=1')
  const fresh = (await app.request('GET', `${path}/extra`)).body
  expect([fresh.includes('Costs 123.45'), fresh.includes('name="extraWork" value=""')]).toEqual([false, true])
  const again = (await app.request('GET', `${path}/extra?work=1`)).body
  expect([again.includes('Costs 123.45'), again.includes('name="extraWork" value="1"')]).toEqual([true, true])
})

test('extra work that a former release sent without a number is the first', async () => {
  const base = await agreedJob()
  const old = await extra('100', base)
  await LeadModel.updateOne({ _id: 42, 'estimates.id': old }, { $unset: { 'estimates.$.extraWork': 1 } })
  const next = crypto.randomUUID()
  const firm = { id: idOf('a'), name: 'Firm a' }
  const sent = { leadId: 42, firm, id: next, draft: aDraft(), variationOf: base, extraWork: 1, enteredBy: null }
  advance(60_000)
  await sendEstimate(app.contextOf(), sent)
  expect(await states()).toEqual(['agreed', 'replaced', 'sent'])
  await choose(next)
  expect(await states()).toEqual(['agreed', 'replaced', 'chosen'])
})
