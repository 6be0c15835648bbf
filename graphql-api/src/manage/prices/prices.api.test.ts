import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { manageLink } from '@kerbside/schema/links/signed-link'
import { dayAfter, londonDay } from '@kerbside/schema/time/london-time'
import { expect, test } from 'vitest'
import { sendQuote } from '../../estimates/send-quote.ts'
import { createSession, createUser } from '../../testing/test-app.ts'
import { idOf, soon, storeLead, useOffers } from '../../testing/offers.ts'
import { accepted, sendPrice, waitAMinute } from '../../testing/prices.ts'

const { app, get, stored, sign } = useOffers()
const manage = async (page = '') =>
  `/manage/${await app.deps.links.sign(manageLink(42, 'aoife@example.com'), soon())}${page}`
async function submit(path: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.send(path, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  return { status: answer.status, body: await answer.text() }
}
const line = { text: 'Resin bound drive', quantity: '42.5', unit: 'm²' as const, unitPrice: '95.50', rate: 2_000 }
const today = londonDay(new Date())

/** Three prices that differ; gives their ids. */
async function threePrices(): Promise<[string, string, string]> {
  await storeLead(['a', 'b', 'c'].map(accepted))
  await ContractorModel.updateOne({ _id: idOf('b') }, { ratings: { count: 12, sum: 55 } })
  await sendPrice(app, 'a', { lines: [{ ...line, unitPrice: '110' }] })
  waitAMinute(app)
  return [
    await sendPrice(app, 'a', {
      lines: [
        line,
        {
          ...line,
          text: 'Drain, if the ground needs one',
          quantity: '1',
          unit: 'item',
          unitPrice: '650',
          isProvisional: true,
        },
      ],
      kind: 'estimate',
      checklist: { excavation: 'included', disposal: 'included', drainage: 'not-included' },
      deposit: '1500',
      startDay: dayAfter(today, 20),
      durationDays: '4',
      guaranteeYears: '10',
      insurer: 'Aviva',
      message: 'We can start soon.\n<b>Really</b>.',
    }),
    await sendPrice(app, 'b', {
      lines: [{ ...line, unitPrice: '120', rate: 500, rateReason: 'Mobility aid' }],
      checklist: { excavation: 'included', disposal: 'not-included', edging: 'included' },
      deposit: '500',
    }),
    await sendPrice(app, 'c', { isVatRegistered: false, lines: [{ ...line, unitPrice: '130' }] }),
  ]
}

test('prices stand side by side on one basis, with what differs and what was not said in words', async () => {
  const [a, b] = await threePrices()
  expect((await get(await manage())).body).toContain('You have three prices: compare them')
  const { body } = await get(await manage('/prices'))
  for (const text of [
    '<p class="price">£5,650.50</p>', // 42.5 × 95.50 + 650, and 20%
    '£780.00 of it is provisional',
    '<p class="price">£5,355.00</p>', // 42.5 × 120 and 5%
    '<p class="price">£5,525.00</p>', // 42.5 × 130
    'None: not registered for VAT',
    'More than 15% of the price',
    'Not included',
    'Not said',
    '4.6 of 5 stars, from 12 homeowners',
    '≠ differs',
    'This is information, not advice',
  ])
    expect([text, body.includes(text)]).toEqual([text, true])
  expect(body).not.toContain('£5,610.00') // the version before
  expect(body).toContain(`/prices/${b}/choose`)
  const price = await get(await manage(`/prices/${a}`))
  expect(price.body).toContain('Price: £5,610.00 → £5,650.50')
  expect(price.body).toContain('VAT of 20% on £4,708.75')
  expect(price.body).toContain('&lt;b&gt;Really&lt;/b&gt;')
  expect(price.body).toMatch(/class="digest">[0-9a-f]{64}</)
})

test('a price that staff sent says nothing of VAT that nobody said', async () => {
  await storeLead([accepted('a')])
  const { viewer } = await createSession(await createUser('manager'))
  const quoteId = crypto.randomUUID()
  const amount = 245_000
  const quote = { id: '42', quoteId, amount, message: 'All in.', contractorId: idOf('a') }
  await sendQuote({ ...app.contextOf(viewer) }, quote)
  const pages = await Promise.all(
    ['/prices', `/prices/${quoteId}`].map(async (page) => (await get(await manage(page))).body),
  )
  for (const body of pages) {
    expect(body).toContain('£2,450.00')
    expect(body).toContain('Not said')
    expect(body.match(/.{40}(?:not registered for VAT|VAT of 0|[ ,]0%\s+VAT|Without VAT).{40}/gs)).toBeNull()
  }
})

test('a browser that shows a price marks it as seen, once; what tries links does not', async () => {
  const [a] = await threePrices()
  const seen = async () => (await stored()).estimates?.map(({ seenAt }) => Boolean(seenAt))
  const look = async (headers: Record<string, string>, page = '/prices') =>
    app.request('GET', await manage(page), { headers })
  const before = (await stored()).version
  await look({})
  await look({ 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' })
  expect(await seen()).toEqual([false, false, false, false])
  await look({ 'sec-fetch-dest': 'document' }, `/prices/${a}`)
  expect(await seen()).toEqual([false, true, false, false])
  await look({ 'sec-fetch-dest': 'document' })
  expect(await seen()).toEqual([false, true, true, true])
  expect((await stored()).version).toBe(before)
})

test('a question to one firm or to all is emailed, and answers stand with the price', async () => {
  const [a] = await threePrices()
  const ask = async (to: string, question: string) => submit(await manage('/questions'), { to, question })
  expect((await ask('all', 'Is the skip in it?')).status).toBe(303)
  expect((await ask('all', 'Is the skip in it?')).status).toBe(303)
  expect((await ask(idOf('a'), 'Which colours are there?')).status).toBe(303)
  expect((await ask('nobody', 'Hello?')).status).toBe(422)
  expect((await ask('all', 'x'.repeat(1_001))).status).toBe(422)
  expect((await stored()).questions?.map(({ to }) => to.length)).toEqual([3, 1])
  expect(await DeliveryModel.countDocuments({ kind: 'estimate-question' })).toBe(4)
  const firm = `/leads/${await sign('a', 'lead')}/questions`
  const page = (await get(firm)).body
  expect(page).toContain('Which colours are there?')
  const question = (await stored()).questions?.[0]?.id ?? ''
  const answer = async (text: string) => submit(firm, { question, answer: text })
  expect((await answer(' ')).status).toBe(422)
  expect((await answer('Yes, it is.')).status).toBe(303)
  expect((await answer('No, it is not.')).status).toBe(303)
  expect((await stored()).questions?.[0]?.answers.map(({ text }) => text)).toEqual(['Yes, it is.'])
  expect(await DeliveryModel.countDocuments({ kind: 'estimate-answer' })).toBe(1)
  for (const path of ['/prices', `/prices/${a}`, '/questions', '/data']) {
    expect((await get(await manage(path))).body).toContain('Yes, it is.')
  }
  const other = await get(`/leads/${await sign('b', 'lead')}/questions`)
  expect(other.body).not.toContain('Which colours')
  expect(other.body).not.toContain('Yes, it is.')
})

test('a request has room for fifty questions, also when they come at once', async () => {
  await storeLead([accepted('a')])
  const path = await manage('/questions')
  const asked = Array.from({ length: 45 }, (_, index) => ({
    id: `${index}`,
    at: new Date(),
    text: `Question ${index}`,
    to: [],
    answers: [],
  }))
  await LeadModel.updateOne({ _id: 42 }, { questions: asked })
  await Promise.all(Array.from({ length: 10 }, (_, index) => submit(path, { to: 'all', question: `More ${index}` })))
  expect((await stored()).questions).toHaveLength(50)
})
