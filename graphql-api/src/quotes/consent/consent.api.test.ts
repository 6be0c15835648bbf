import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { quoteNotice } from '@kerbside/schema/quotes/quote'
import { UserModel } from '@kerbside/schema/users/user.model'
import { expect, test } from 'vitest'
import { restAnswers } from '../../testing/quotes.ts'
import { signInAs, useTestApp } from '../../testing/test-app.ts'
import { signLink } from '../../testing/sign-link.ts'

// The GraphQL field consentRecordUrl; GET /api/consent/{token}: 200, 404, 410

const app = useTestApp()

async function submit(changes: Record<string, unknown> = {}, peer = '203.0.113.7') {
  const body = { ...restAnswers(), elapsed_ms: 45_000, ...changes }
  const sent = await app.request('POST', '/api/quote', { body, peer })
  expect(sent.status).toBe(201)
  return sent.body.data.id as number
}
async function recordUrl(id: number, role: 'admin' | 'manager' = 'admin') {
  const query = `{ consentRecordUrl(leadId: "${id}") }`
  const answer = await app.request('POST', '/graphql', { body: { query }, token: await signInAs(role) })
  return { url: answer.body.data?.consentRecordUrl as string, errors: answer.body.errors }
}
const consentOf = async (id: number) => (await LeadModel.findById(id).lean().orFail()).consent

test('the record has notice, page, form, time, jurisdiction and address; it is the same each time, and who saw it is stored', async () => {
  const id = await submit({ page: '/', form_version: 0 })
  const { url } = await recordUrl(id)
  const first = await app.request('GET', url)
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const { createdAt, reference } = await LeadModel.findById(id).lean().orFail()
  for (const part of [
    reference,
    quoteNotice(5),
    createdAt.toISOString(),
    'United Kingdom',
    '203.0.113.7',
    'version 0',
  ]) {
    expect(first.body).toContain(part)
  }
  expect(first.body).toContain('<li>Postcode or Eircode (optional)</li>')
  const withoutNonce = (body: string) => body.replace(/nonce="[^"]*"/g, '')
  expect(withoutNonce((await app.request('GET', url)).body)).toBe(withoutNonce(first.body))
  const entries = await AuditEntryModel.find({ action: 'lead.consent-viewed' }).lean()
  expect(entries.map(({ subject, by }) => [subject.id, by !== null])).toEqual([
    [String(id), true],
    [String(id), true],
  ])
})

test.each([
  [{ postcode: 'D02 X285', mobile: '087 123 4567' }, 'IE'],
  [{ postcode: '', mobile: '+353 87 123 4567' }, 'IE'],
  [{ postcode: '' }, 'GB'],
])('with %j the jurisdiction is %s', async (changes, jurisdiction) => {
  expect(await consentOf(await submit(changes))).toEqual({ jurisdiction, address: '203.0.113.7' })
})

test('what is no network address is not stored; a held quote has the same record', async () => {
  expect(await consentOf(await submit({}, 'unknown'))).toEqual({ jurisdiction: 'GB' })
  await submit({ elapsed_ms: 10 })
  const held = await HeldQuoteModel.findOne().lean().orFail()
  expect(held.lead['consent']).toEqual({ jurisdiction: 'GB', address: '203.0.113.7' })
})

test('a hashed address is shown as its hash', async () => {
  const id = await submit()
  await LeadModel.updateOne({ _id: id }, { consent: { jurisdiction: 'GB', addressHash: 'abc-hash' } })
  const { url } = await recordUrl(id)
  const { body } = await app.request('GET', url)
  expect([body.includes('abc-hash'), body.includes('203.0.113.7')]).toEqual([true, false])
})

test('only an admin gets the address of the record; it runs out, and ends with the admin', async () => {
  const id = await submit()
  expect((await recordUrl(id, 'manager')).errors[0].extensions.code).toBe('FORBIDDEN')
  const { url } = await recordUrl(id)
  expect((await app.request('GET', `${url}x`)).status).toBe(404)
  const link = { purpose: 'consent', leadId: id, userId: '65f000000000000000000042' } as const
  const at = new Date(Date.now() + 60_000)
  expect((await app.request('GET', `/api/consent/${await signLink(app.deps, link, at)}`)).status).toBe(404)
  const admin = String((await UserModel.findOne({ role: 'admin' }).lean().orFail())._id)
  const expired = await signLink(app.deps, { ...link, userId: admin }, new Date(Date.now() - 1_000))
  expect((await app.request('GET', `/api/consent/${expired}`)).status).toBe(410)
  await UserModel.updateMany({ role: 'admin' }, { status: 'inactive' })
  expect((await app.request('GET', url)).status).toBe(404)
})
