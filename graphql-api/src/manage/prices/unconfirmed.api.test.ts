import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { dayAfter, londonDay } from '@kerbside/schema/time/london-time'
import { expect, test } from 'vitest'
import { useChoosing } from '../../testing/choosing.ts'
import { idOf, storeLead } from '../../testing/offers.ts'
import { accepted, sendPrice } from '../../testing/prices.ts'

// A choice that its contractor does not confirm holds nobody for ever.
const { app, advance, choose, undo, confirm, states, emails, manage, firmPage } = useChoosing()
const day = 86_400_000
const page = async (path: string) => (await app.request('GET', path)).body

test('not confirmed for three days: the homeowner may undo the choice, which the contractor hears, and choose another', async () => {
  await storeLead([accepted('a'), accepted('b')])
  const [a, b] = [await sendPrice(app, 'a'), await sendPrice(app, 'b')]
  await choose(a)
  advance(2.9 * day)
  expect((await undo(a)).status).toBe(409)
  expect(await page(await manage('/prices'))).not.toContain('Undo my choice')
  advance(0.1 * day)
  expect(await page(await manage('/prices'))).toContain('Firm a has not confirmed. You can keep waiting')
  expect((await choose(b)).status).toBe(409)
  expect((await undo(a)).status).toBe(303)
  expect(await emails('choice-undone')).toEqual([['choice-undone', idOf('a')]])
  expect((await choose(b)).status).toBe(303)
  expect(await states()).toEqual(['sent', 'chosen'])
})

test('after how many days is a setting', async () => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a')
  await choose(a)
  const { settings } = app.deps
  const current = settings()
  Object.assign(app.deps, { settings: Object.assign(() => ({ ...current, unconfirmedDays: 5 }), settings) })
  advance(4.9 * day)
  expect((await undo(a)).status).toBe(409)
  advance(0.1 * day)
  expect((await undo(a)).status).toBe(303)
  Object.assign(app.deps, { settings })
})

test('409: a quote past its validity is not confirmed; a new version of it takes the choice back and says so', async () => {
  await storeLead([accepted('a'), accepted('b')])
  const first = await sendPrice(app, 'a', { validUntilDay: dayAfter(londonDay(app.deps.now()), 1) })
  await choose(first)
  advance(2.5 * day)
  const { status, body } = await confirm('a', first)
  expect([status, body.includes('Send a new version')]).toEqual([409, true])
  expect(await page(await firmPage('a', '/agreement'))).toContain('/price/new"')
  expect(await page(await firmPage('a', '/price'))).toContain('Send a new version')
  await expect(sendPrice(app, 'b')).rejects.toThrow('The homeowner has chosen another contractor')
  const second = await sendPrice(app, 'a')
  expect(await states()).toEqual(['replaced', 'sent'])
  const { changes } = await EstimateModel.findById(second).lean().orFail()
  expect(changes[0]).toMatch(/^The choice of version 1 is taken back: it was valid until/)
  expect((await choose(second)).status).toBe(303)
  expect((await confirm('a', second)).status).toBe(303)
})

test('once the time of a chosen quote is over, the homeowner need not wait three days', async () => {
  await storeLead([accepted('a')])
  const a = await sendPrice(app, 'a', { validUntilDay: londonDay(app.deps.now()) })
  await choose(a)
  advance(1.5 * day)
  expect(await page(await manage(`/prices/${a}`))).toContain('so it needs a new version')
  expect((await undo(a)).status).toBe(303)
  expect(await states()).toEqual(['sent'])
})
