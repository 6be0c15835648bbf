import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { formAnswers } from '../testing/quotes.ts'
import { useTestApp } from '../testing/test-app.ts'
import { clearPageCache } from '../pages/pages.service.ts'
import { builtWebApp, publishPage, stateOf } from '../testing/site.ts'

const { dist } = builtWebApp()

const app = useTestApp({ PWA_DIST: dist })
beforeEach(() => clearPageCache())

const get = (path: string, headers: Record<string, string> = {}) => app.request('GET', path, { headers })
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
/** From an address of its own, so that no test is held for the posts of another. */
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  app.request('POST', path, {
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    peer: crypto.randomUUID(),
  })

test('303: the form works without script, and the thank-you page shows the reference', async () => {
  const { form: shown } = stateOf((await get('/')).body)
  const fields = { ...formAnswers(), submission_id: shown.submissionId, form_version: '0' }
  const answer = await post('/', form(fields), { referer: 'http://kerbside.test/?utm_source=leaflet' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/thank-you'])
  const cookie = answer.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^kerbside_reference=KB-\w{6}; Max-Age=600; Path=\/thank-you; HttpOnly; SameSite=Lax$/)

  const lead = await LeadModel.findOne().lean().orFail()
  expect(lead).toMatchObject({ submissionId: shown.submissionId, page: '/', attribution: { source: 'leaflet' } })
  const thanks = await get('/thank-you', { cookie: cookie.split(';')[0] ?? '' })
  expect(stateOf(thanks.body)).toMatchObject({ screen: 'thank-you', reference: lead.reference })
  expect(thanks.headers.get('cache-control')).toBe('no-store')
  expect(stateOf((await get('/thank-you')).body).reference).toBeNull()
  expect(stateOf((await get('/thank-you', { cookie: 'kerbside_reference=<b>' })).body).reference).toBeNull()

  expect((await post('/', form(fields))).status).toBe(303)
  expect(await LeadModel.countDocuments()).toBe(1)
})

test('422: the page comes back with the answers and what is wrong with them', async () => {
  const { form: shown } = stateOf((await get('/')).body)
  const fields = {
    ...formAnswers(),
    email: 'a"b<c',
    first_name: '',
    submission_id: shown.submissionId,
    form_stamp: shown.stamp,
  }
  const { status, body, headers } = await post('/', form(fields))
  expect([status, headers.get('cache-control')]).toEqual([422, 'no-store'])
  const state = stateOf(body)
  expect(state.form).toMatchObject({
    submissionId: shown.submissionId,
    stamp: shown.stamp,
    answers: { email: 'a"b<c', last_name: 'Byrne', budget: '£5,000 – £8,000' },
    errors: { email: [expect.any(String)], first_name: ['Enter your first name'] },
  })
  expect(await LeadModel.countDocuments()).toBe(0)
})

test('whatever text stands in a field, the form is taken or the field is named', async () => {
  const names = [
    ...Object.keys(formAnswers()),
    'website_url',
    'submission_id',
    'form_version',
    'elapsed_ms',
    'toString',
  ]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.string({ unit: 'binary' }), async (name, text) => {
      const answer = await post('/', form({ ...formAnswers(), [name]: text }))
      const errors = stateOf(String(answer.body))?.form.errors ?? {}
      expect([
        [303, []],
        [422, [name]],
      ]).toContainEqual([answer.status, Object.keys(errors)])
    }),
    { numRuns: 200 },
  )
})

test('429: after sixty invalid posts from one address the page says so and keeps the answers', async () => {
  const peer = '203.0.113.61'
  const options = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, peer }
  const send = (fields: Record<string, string>) => app.request('POST', '/', { ...options, body: form(fields) })
  const answers = await Promise.all(Array.from({ length: 60 }, () => send({ first_name: 'Aoife' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]))
  const { status, headers, body } = await send({ first_name: 'Aoife' })
  expect([status, headers.get('retry-after')]).toEqual([429, '600'])
  expect(stateOf(body).form).toMatchObject({ answers: { first_name: 'Aoife' }, errors: { form: [expect.any(String)] } })
})

test('a form sent at once, or with the honeypot filled in, is held and thanked', async () => {
  const { form: shown } = stateOf((await get('/')).body)
  const stamped = await post('/', form({ ...formAnswers(), form_stamp: shown.stamp }))
  const honeypot = await post('/', form({ ...formAnswers(), website_url: 'x' }))
  expect([stamped.status, honeypot.status]).toEqual([303, 303])
  expect(await HeldQuoteModel.countDocuments()).toBe(2)
  const tampered = await post('/', form({ ...formAnswers(), form_stamp: `${shown.stamp}x` }))
  expect(tampered.status).toBe(303)
  expect(await LeadModel.countDocuments()).toBe(1)
})

test('a form is taken by a home page only, in a form’s encoding, and not without bounds', async () => {
  const fields = form(formAnswers())
  expect((await post('/about', fields)).status).toBe(404)
  expect((await post('/nothing', fields)).status).toBe(404)
  expect((await post('/', fields, { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await post('/', form({ additionalInfo: 'x'.repeat(70_000) }))).status).toBe(413)
  expect(stateOf((await post('/', form({ ...formAnswers(), $where: '1' }))).body).form.errors).toHaveProperty('$where')
  await publishPage('/offer', 'index', 'offer')
  expect((await post('/offer', fields)).status).toBe(303)
  expect((await LeadModel.findOne().lean())?.page).toBe('/offer')
})
