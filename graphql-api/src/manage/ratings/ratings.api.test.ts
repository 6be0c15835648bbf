import { manageLink } from '@kerbside/schema/links/signed-link'
import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { expect, test } from 'vitest'
import { anOffer, idOf, soon, storeLead, useOffers } from '../../testing/offers.ts'
import { signInAs } from '../../testing/test-app.ts'

const { app, get, post, stored } = useOffers()
const inAnHour = soon()
const own = async (page = '') =>
  `/manage/${await app.deps.links.sign(manageLink(42, 'aoife@example.com'), inAnHour)}${page}`
const days = (count: number) => new Date(Date.now() - count * 86_400_000)
const accepted = (firm: string, daysAgo: number) => anOffer(firm, { state: 'accepted', decidedAt: days(daysAgo) })
async function rate(firm: string, stars: string, text = '') {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ firm: idOf(firm), stars, text })
  const answer = await app.send(await own('/rate'), { method: 'POST', headers, body, redirect: 'manual' })
  return { status: answer.status, body: await answer.text() }
}
const totals = async (firm: string) => (await ContractorModel.findById(idOf(firm)).lean().orFail()).ratings
const ratings = async () => (await stored()).offers.map(({ rating }) => rating?.stars ?? null)

test('a firm is rated once for a request; the rating may be changed, and counts with its last stars', async () => {
  await storeLead([accepted('a', 15), accepted('b', 20)])
  expect((await rate('a', '2', 'Came\r\nlate')).status).toBe(303)
  expect((await rate('a', '4', 'Came again')).status).toBe(303)
  expect((await rate('a', '4', 'Came again')).status).toBe(303)
  await rate('b', '5')
  expect(await ratings()).toEqual([4, 5])
  expect([await totals('a'), await totals('b')]).toEqual([
    { count: 1, sum: 4 },
    { count: 1, sum: 5 },
  ])
  const { body } = await get(await own('/rate'))
  expect(body).toContain('You gave 4 stars')
  expect(body).toContain('Came again</textarea>')
  const entries = await AuditEntryModel.find({ by: null }).lean()
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ['homeowner.rated-firm', 'Firm a'],
    ['homeowner.rated-firm', 'Firm a'],
    ['homeowner.rated-firm', 'Firm b'],
  ])
})

test('ten at once are one rating', async () => {
  await storeLead([accepted('a', 15)])
  await Promise.all(Array.from({ length: 10 }, () => rate('a', '3')))
  expect([await ratings(), await totals('a')]).toEqual([[3], { count: 1, sum: 3 }])
})

test.each([
  ['a', '3', 'You can rate a firm 14 days after'],
  ['c', '3', 'You can rate a firm 14 days after'],
  ['x', '3', 'You can rate a firm 14 days after'],
  ['b', '6', 'Choose from 1 to 5 stars'],
  ['b', '', 'Choose from 1 to 5 stars'],
])('422: firm %s with %s stars is not rated', async (firm, stars, message) => {
  await storeLead([accepted('a', 13), accepted('b', 15), anOffer('c', { state: 'declined', decidedAt: days(20) })])
  const { status, body } = await rate(firm, stars, 'Fine')
  expect([status, body.includes(message)]).toEqual([422, true])
  expect(await ratings()).toEqual([null, null, null])
})

test('too long a text is rejected with what was written', async () => {
  await storeLead([accepted('a', 15)])
  const { status, body } = await rate('a', '3', 'x'.repeat(501))
  expect([status, body.includes(`${'x'.repeat(501)}</textarea>`)]).toEqual([422, true])
  expect(body).toContain('Write 500 characters at most')
})

test.each([
  [9, false],
  [10, true],
])('with %i ratings homeowners see the average: %s; staff see each rating', async (count, isPublic) => {
  await storeLead([accepted('a', 15)])
  await ContractorModel.updateOne({ _id: idOf('a') }, { ratings: { count: count - 1, sum: 4 * (count - 1) } })
  await rate('a', '5', 'Lovely work')
  const { body } = await get(await own())
  expect(body.includes(`of 5 stars, from ${count} homeowners`)).toBe(isPublic)
  const query = `{ contractor(id: "${idOf('a')}") { ratings { count average } }
    lead(id: "42") { offers { rating { stars text } } } }`
  const answer = await app.request('POST', '/graphql', { body: { query }, token: await signInAs('admin') })
  expect(answer.body.data).toEqual({
    contractor: { ratings: { count, average: 4.1 } },
    lead: { offers: [{ rating: { stars: 5, text: 'Lovely work' } }] },
  })
})

test('erasing blanks what was written and keeps the stars; a deleted lead takes its ratings along', async () => {
  await storeLead([accepted('a', 15)])
  await rate('a', '5', 'Ask Aoife Byrne')
  await post(await own('/erase'))
  expect((await stored()).offers[0]?.rating).toMatchObject({ stars: 5, text: '' })
  expect(await totals('a')).toEqual({ count: 1, sum: 5 })
  await app.request('DELETE', '/api/quote/42', { token: await signInAs('admin') })
  expect(await totals('a')).toEqual({ count: 0, sum: 0 })
})
