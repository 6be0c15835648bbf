import { manageLink } from '@kerbside/schema/links/signed-link'
import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { expect, test } from 'vitest'
import { soon, storeLead, useOffers } from '../testing/offers.ts'
import { createUser, signInAs } from '../testing/test-app.ts'

const { app, get, post, stored } = useOffers()
const inAnHour = soon()
const own = async (page = '') =>
  `/manage/${await app.deps.links.sign(manageLink(42, 'aoife@example.com'), inAnHour)}${page}`
const send = async (complaint: string) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ complaint })
  const answer = await app.send(await own('/complain'), { method: 'POST', headers, body, redirect: 'manual' })
  return { status: answer.status, body: await answer.text() }
}
const emails = async () => (await DeliveryModel.find().lean()).map(({ kind, userId }) => `${kind} ${userId}`).toSorted()

test('a complaint is stored once, acknowledged, and told to admins and whoever has the lead; staff read it', async () => {
  const admin = String((await createUser('admin'))._id)
  const manager = String((await createUser('manager'))._id)
  await createUser('manager')
  await storeLead([], { assignedTo: { id: manager, name: 'Mia' } })
  for (const again of [1, 2]) expect([again, (await send('Nobody came.\r\nTwice.')).status]).toEqual([again, 303])
  expect((await stored()).complaints).toMatchObject([{ text: 'Nobody came.\nTwice.' }])
  expect(await emails()).toEqual([`complaint ${admin}`, `complaint ${manager}`, 'complaint-received null'].toSorted())
  expect((await get(await own())).body).toContain('We have your complaint of')
  const [entry] = await AuditEntryModel.find({ by: null }).lean()
  expect(entry).toMatchObject({ action: 'homeowner.complained', details: null })
  const query = '{ lead(id: "42") { complaints { text } } }'
  const answer = await app.request('POST', '/graphql', { body: { query }, token: await signInAs('manager') })
  expect(answer.body.data.lead.complaints).toEqual([{ text: 'Nobody came.\nTwice.' }])
})

test.each([
  ['', 'Write what went wrong'],
  ['x'.repeat(2_001), 'Write 2,000 characters at most'],
])('422: a complaint of %# is not sent, and what was written stays', async (text, message) => {
  await storeLead([])
  const { status, body } = await send(text)
  expect(status).toBe(422)
  expect(body).toContain(message)
  expect(body).toContain(`${text}</textarea>`)
  expect((await stored()).complaints).toBeUndefined()
  expect(await emails()).toEqual([])
})

test.each([
  ['SW1A 1AA', 'Information Commissioner'],
  ['D02 X285', 'Data Protection Commission'],
  [null, 'Information Commissioner'],
])('with the postcode %s the page names the %s', async (postcode, authority) => {
  await storeLead([], { postcode })
  const before = await stored()
  expect((await get(await own('/complain'))).body).toContain(authority)
  expect(await stored()).toEqual(before)
})

test('after twenty complaints the page says how to go on', async () => {
  const complaints = Array.from({ length: 20 }, (_, index) => ({
    id: `c${index}`,
    at: new Date(),
    text: `No ${index}`,
  }))
  await storeLead([], { complaints })
  const { status, body } = await send('Once more')
  expect([status, body.includes('many complaints already')]).toEqual([422, true])
  expect((await stored()).complaints).toHaveLength(20)
})

test('the email address is confirmed by the button, once', async () => {
  await storeLead([])
  expect((await get(await own())).body).toContain('Confirm my email</button>')
  expect((await stored()).emailConfirmedAt).toBeUndefined()
  await post(await own('/confirm-email'))
  const { emailConfirmedAt } = await stored()
  expect(emailConfirmedAt).toBeInstanceOf(Date)
  await post(await own('/confirm-email'))
  expect((await stored()).emailConfirmedAt).toEqual(emailConfirmedAt)
  expect((await get(await own())).body).toContain('You confirmed aoife@example.com on')
  expect((await AuditEntryModel.find({ by: null }).lean()).map(({ action }) => action)).toEqual([
    'homeowner.confirmed-email',
  ])
  expect(await LeadModel.countDocuments({ version: 2 })).toBe(1)
})
