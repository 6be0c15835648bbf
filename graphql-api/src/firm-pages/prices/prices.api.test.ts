import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { changeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { dayAfter, londonDay } from '@kerbside/schema/time/london-time'
import { expect, test } from 'vitest'
import { brotliCompressSync } from 'node:zlib'
import { builtWebApp } from '../../testing/site.ts'
import { waitAMinute } from '../../testing/prices.ts'
import { anOffer, idOf, secrets, storeLead, useOffers } from '../../testing/offers.ts'

// `/leads/{token}/price`: what a firm that accepted says of its price.
const { app, sign, get, stored } = useOffers({ PWA_DIST: builtWebApp().dist })
const accepted = (firm: string, changes = {}) => anOffer(firm, { state: 'accepted', decidedAt: new Date(), ...changes })
const pathOf = async (firm = 'a') => `/leads/${await sign(firm, 'lead')}/price`
const idNo = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const inDays = (days: number) => dayAfter(londonDay(new Date()), days)

const price = (changes: Record<string, string> = {}) => ({
  id: idNo(1),
  kind: 'fixed',
  isVatRegistered: 'yes',
  'lines.0.text': 'Block paving',
  'lines.0.quantity': '42.5',
  'lines.0.unit': 'm²',
  'lines.0.unitPrice': '80',
  'lines.0.rate': '2000',
  'lines.1.unit': 'item',
  'lines.1.rate': '2000',
  'lines.3.text': 'Skip',
  'lines.3.unit': 'item',
  'lines.3.unitPrice': '300',
  'lines.3.rate': '2000',
  validUntilDay: inDays(30),
  'checklist.excavation': 'included',
  'checklist.drainage': 'not-included',
  'checklist.edging': '',
  ...changes,
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request('POST', path, { body: new URLSearchParams(fields).toString(), headers: { ...form, ...headers } })
const send = async (changes: Record<string, string> = {}, firm = 'a') => post(await pathOf(firm), price(changes))
const states = async () => ((await stored()).estimates ?? []).map(({ state }) => state)
const happens = async (happening: Parameters<typeof changeEstimates>[0], id: string) => {
  const at = new Date()
  expect(await writeGuarded({ leadId: 42, at, ...changeEstimates(happening, at, { id }) })).toBe(true)
}
const agree = async (id: string) => {
  await happens('homeowner chooses it', id)
  await happens('firm confirms it', id)
}

test('GET and HEAD show an empty form with its rows, and change nothing', async () => {
  await storeLead([accepted('a')])
  const before = await stored()
  const { status, body, headers } = await get(await pathOf())
  expect(status).toBe(200)
  expect(body.match(/data-line=/g)).toHaveLength(5)
  for (const text of ['Send this price', 'Registered', 'Excavation', 'Provisional sum', 'Work out the sum'])
    expect(body.toLowerCase()).toContain(text.toLowerCase())
  expect(body).not.toMatch(secrets)
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await app.request('HEAD', await pathOf())).status).toBe(200)
  expect(await stored()).toEqual(before)
})

test('the form has its script of at most 30 KiB compressed in it, by the nonce of this answer, and no other page of prices has one', async () => {
  const nonces = (headers: Headers) => headers.get('content-security-policy')?.match(/script-src ([^;]*)/)?.[1] ?? ''
  await storeLead([accepted('a')])
  const shown = await get(await pathOf())
  const [, nonce, script = ''] = /<script type="module" nonce="([^"]+)">([^]*)<\/script>/.exec(shown.body) ?? []
  expect(nonces(shown.headers)).toBe(`'nonce-${nonce}'`)
  expect(script).toContain('kerbside-prices')
  expect(brotliCompressSync(script).length).toBeLessThanOrEqual(30 * 1024)
  await send()
  const listed = await get(await pathOf())
  expect([nonces(listed.headers), listed.body.includes('<script')]).toEqual(["'none'", false])
})

test('the page of the job leads to it', async () => {
  await storeLead([accepted('a')])
  const path = await pathOf()
  expect((await get(path.replace('/price', ''))).body).toContain(`href="${path}"`)
})

test('a price is stored, moves the lead, tells the homeowner, and is listed with its total', async () => {
  await storeLead([accepted('a')])
  const path = await pathOf()
  const { status, headers } = await post(path, price())
  expect([status, headers.get('location')]).toEqual([303, path])
  const lead = await stored()
  expect(lead.status).toBe('quoted')
  expect(lead.estimates).toMatchObject([
    { id: idNo(1), contractorId: idOf('a'), number: 1, state: 'sent', total: 444_000, variationOf: null },
  ])
  const estimate = await EstimateModel.findById(idNo(1)).lean().orFail()
  expect(estimate.lines.map(({ text, quantity }) => [text, quantity])).toEqual([
    ['Block paving', 42_500],
    ['Skip', 1_000],
  ])
  expect(estimate.checklist).toEqual({ excavation: 'included', drainage: 'not-included' })
  expect(await DeliveryModel.countDocuments({ kind: 'estimate' })).toBe(1)
  const { body } = await get(await pathOf())
  for (const text of ['£4,440.00', 'version 1', 'Waiting for the homeowner', 'Not yet', 'Send a new version'])
    expect(body).toContain(text)
})

test('the same press twice, and ten at once, are one price', async () => {
  await storeLead([accepted('a')])
  const answers = await Promise.all(Array.from({ length: 10 }, () => send()))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303))
  expect([await states(), await EstimateModel.countDocuments()]).toEqual([['sent'], 1])
  expect(await DeliveryModel.countDocuments({ kind: 'estimate' })).toBe(1)
})

test('other content under the same id is shown again under a new id', async () => {
  await storeLead([accepted('a')])
  await send()
  const { status, body } = await send({ 'lines.3.unitPrice': '350' })
  expect(status).toBe(422)
  expect(body).toContain('This price was sent before, with other content')
  expect(body).toContain('value="350"')
  expect(body).not.toContain(`value="${idNo(1)}"`)
  expect(await EstimateModel.countDocuments()).toBe(1)
})

test('every wrong field is named at its line, and every typed word stays', async () => {
  await storeLead([accepted('a')])
  const { status, body } = await send({ 'lines.3.quantity': 'many', kind: '', deposit: 'a bit', message: 'Ask <me>' })
  expect(status).toBe(422)
  expect(body).toContain('href="#lines.1.quantity">Line 2: Enter a quantity')
  expect(body).toContain('id="lines.1.quantity-error"')
  expect(body).toContain('href="#kind"')
  for (const text of ['Block paving', 'value="many"', 'value="a bit"', 'Ask &lt;me&gt;']) expect(body).toContain(text)
  expect(await states()).toEqual([])
})

test('more lines: what was typed is shown again with more rows and the sum so far, and nothing is sent', async () => {
  await storeLead([accepted('a')])
  const { status, body } = await send({ do: 'more-lines', rows: '5', 'lines.4.text': 'No sum yet' })
  expect(status).toBe(200)
  expect(body.match(/data-line=/g)).toHaveLength(10)
  for (const text of ['Block paving', '£4,440.00', 'One line is not counted yet']) expect(body).toContain(text)
  expect(await states()).toEqual([])
})

test('a line of an earlier price fills the next row', async () => {
  await storeLead([accepted('a')])
  await send()
  const path = await pathOf()
  expect((await get(`${path}/new`)).body).toContain('value="ready-line-0"')
  const place = (await get(`${path}/new`)).body.includes('ready-line-1') ? 1 : 0
  const { body } = await post(path, { id: idNo(2), do: `ready-line-${place}` })
  expect(body).toMatch(/id="lines\.0\.text" name="lines\.0\.text"|value="(?:Skip|Block paving)"/)
  expect(body).toMatch(/value="(?:80|300)\.00"/)
})

test('another version begins with the last one, replaces it, and says what changed', async () => {
  await storeLead([accepted('a')])
  await send()
  const { body: again } = await get(`${await pathOf()}/new`)
  for (const text of ['value="Block paving"', 'value="42.5"', 'value="300.00"']) expect(again).toContain(text)
  const hasty = await send({ id: idNo(2), 'lines.3.unitPrice': '350' })
  expect([hasty.status, hasty.body.includes('You can send another one in')]).toEqual([429, true])
  waitAMinute(app)
  expect((await send({ id: idNo(2), 'lines.3.unitPrice': '350' })).status).toBe(303)
  const { estimates = [] } = await stored()
  expect(estimates.map(({ number, state }) => [number, state])).toEqual([
    [1, 'replaced'],
    [2, 'sent'],
  ])
  const { body } = await get(await pathOf())
  for (const text of ['version 2', 'Price: £4,440.00 → £4,500.00', 'Earlier versions', 'Replaced by a newer version'])
    expect(body).toContain(text)
})

test('several versions within minutes are one email; the first version is emailed at once', async () => {
  await storeLead([accepted('a')])
  await send()
  waitAMinute(app)
  await send({ id: idNo(2) })
  const waits = async (number: number) => {
    const { nextTryAt } = await DeliveryModel.findById(`lead-42-estimate-${idNo(number)}`)
      .lean()
      .orFail()
    const { sentAt } = await EstimateModel.findById(idNo(number)).lean().orFail()
    return Math.round(((nextTryAt?.getTime() ?? 0) - sentAt.getTime()) / 10_000)
  }
  expect([await waits(1), await waits(2)]).toEqual([6, 60])
})

test('409: one contractor has room for twenty quotes, and takes nothing from another one’s', async () => {
  await storeLead([accepted('a'), accepted('b')])
  for (let number = 1; number <= 20; number += 1) {
    expect((await send({ id: idNo(number) })).status).toBe(303)
    waitAMinute(app)
  }
  const { status, body } = await send({ id: idNo(21) })
  expect([status, body.includes('up to 20 quotes for a job')]).toEqual([409, true])
  expect((await send({ id: idNo(22) }, 'b')).status).toBe(303)
})

test('it is withdrawn once asked, with a reason, and can be sent anew', async () => {
  await storeLead([accepted('a')])
  await send()
  const path = `${await pathOf()}/${idNo(1)}/withdraw`
  expect((await get(path)).body).toContain('Withdraw this price?')
  expect((await post(path, { reason: 'x'.repeat(201) })).status).toBe(422)
  for (let press = 0; press < 2; press++) expect((await post(path, { reason: 'No stone left' })).status).toBe(303)
  expect(await states()).toEqual(['withdrawn'])
  expect((await get(await pathOf())).body).toMatch(/Withdrawn on .*: No stone left/)
  waitAMinute(app)
  await send({ id: idNo(2) })
  expect(await states()).toEqual(['withdrawn', 'sent'])
})

test('a price that is agreed cannot be withdrawn, and gets extra work beside it', async () => {
  await storeLead([accepted('a')])
  const path = await pathOf()
  expect((await get(`${path}/extra`)).body).not.toContain('Price extra work')
  await send()
  expect((await send({ id: idNo(2), variationOf: idNo(1) })).status).toBe(422)
  await agree(idNo(1))
  expect((await post(`${path}/${idNo(1)}/withdraw`, {})).status).toBe(422)
  expect((await get(path)).body).toContain('Price extra work')
  expect((await get(`${path}/extra`)).body).toContain(`name="variationOf" value="${idNo(1)}"`)
  expect((await send({ id: idNo(3), variationOf: idNo(1) })).status).toBe(303)
  expect((await send({ id: idNo(4) })).status).toBe(409)
  const { estimates = [] } = await stored()
  expect(estimates.map(({ number, state, variationOf }) => [number, state, variationOf])).toEqual([
    [1, 'agreed', null],
    [1, 'sent', idNo(1)],
  ])
  expect((await get(path)).body).toContain('Extra work 1, version 1')
})

test('an expired price says so', async () => {
  await storeLead([accepted('a')])
  await send()
  await LeadModel.updateOne({ _id: 42 }, { 'estimates.0.validUntil': new Date(Date.now() - 1_000) })
  expect((await get(await pathOf())).body).toContain('Expired: its time is over')
})

test('of a closed job nothing is taken, and what was typed is shown with the reason', async () => {
  await storeLead([accepted('a'), accepted('b')], { status: 'lost' })
  const { status, body } = await send()
  expect(status).toBe(409)
  for (const text of ['This job is closed', 'value="Block paving"']) expect(body).toContain(text)
  expect(await states()).toEqual([])
})

test('once another firm is chosen, no price is taken', async () => {
  await storeLead([accepted('a'), accepted('b')])
  await send()
  await happens('homeowner chooses it', idNo(1))
  expect((await get(await pathOf('b'))).body).toContain('The homeowner has chosen another firm.')
  expect((await send({ id: idNo(2) }, 'b')).status).toBe(409)
  expect(await states()).toEqual(['chosen'])
})

test('a firm sees its own prices alone, and withdraws no other firm’s', async () => {
  await storeLead([accepted('a'), accepted('b')])
  await send()
  const { body } = await get(await pathOf('b'))
  expect(body).not.toContain('£4,440.00')
  expect((await post(`${await pathOf('b')}/${idNo(1)}/withdraw`, {})).status).toBe(404)
  expect(await states()).toEqual(['sent'])
})

test.each([{ sharingStoppedAt: new Date() }, { sharingStoppedAt: new Date(), erasedAt: new Date() }])(
  'after %o nothing is shown and nothing is taken',
  async (changes) => {
    await storeLead([accepted('a')], changes)
    const { status, body } = await get(await pathOf())
    expect([status, body.includes('Send this price')]).toEqual([200, false])
    expect((await send()).status).toBe(409)
    expect(await EstimateModel.countDocuments()).toBe(0)
  },
)

test('404, 410, 413 and 415', async () => {
  await storeLead([accepted('a'), anOffer('b')])
  expect((await get('/leads/x/price')).status).toBe(404)
  expect((await get(`/leads/${await sign('a')}/price`)).status).toBe(404)
  const old = `/leads/${await sign('a', 'lead', new Date(Date.now() - 2_000))}/price`
  expect([(await get(old)).status, (await post(old, price())).status]).toEqual([410, 410])
  expect((await send({}, 'b')).status).toBe(409)
  expect((await send({ message: 'x'.repeat(70_000) })).status).toBe(413)
  expect((await app.request('POST', await pathOf(), { body: price() })).status).toBe(415)
  expect(await states()).toEqual([])
})

test('the page’s script is answered in JSON: what was taken, and what is wrong', async () => {
  await storeLead([accepted('a')])
  const json = { accept: 'application/json' }
  const wrong = await post(await pathOf(), price({ 'lines.0.unitPrice': 'dear' }), json)
  expect(wrong.status).toBe(422)
  expect(wrong.body.errors).toEqual({ 'lines.0.unitPrice': ['Enter an amount, like 2450 or 2,450.50'] })
  for (let press = 0; press < 2; press++) {
    const { status, body } = await post(await pathOf(), price(), json)
    expect([status, body]).toEqual([200, { data: { id: idNo(1) } }])
  }
  expect(await states()).toEqual(['sent'])
})
