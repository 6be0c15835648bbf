import { manageLink } from '@kerbside/schema/links/signed-link'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { SubmissionModel } from '@kerbside/schema/submission/submission.model'
import { expect, test } from 'vitest'
import { builtWebApp, stateOf } from '../testing/site.ts'
import { signInAs, useTestApp } from '../testing/test-app.ts'
import { formAnswers, restAnswers } from '../testing/quotes.ts'

// A repeat by each transport: 200 or 303 with the first result, 409 for other answers.
const { dist } = builtWebApp()
const app = useTestApp({ PWA_DIST: dist })

const post = (body: object, peer: string = crypto.randomUUID()) => app.request('POST', '/api/quote', { body, peer })
const postForm = (fields: Record<string, string>) =>
  app.request('POST', '/', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    peer: crypto.randomUUID(),
  })
const mutation = 'mutation ($input: SubmitQuoteInput!) { submitQuote(input: $input) { reference duplicate } }'
const asList = (answers: object) => Object.entries(answers).map(([name, value]) => ({ name, value }))
const submit = (answers: object, submissionId: string) =>
  app.graphql(mutation, { input: { answers: asList(answers), submissionId } })

/** One request under the names of both. */
function sameAnswers() {
  const rest = restAnswers()
  const { email, mobile } = rest
  return { rest, form: { ...formAnswers(), email, mobile }, id: crypto.randomUUID() }
}

test('a repeat gives the first result and never what staff have changed since', async () => {
  const { rest, id } = sameAnswers()
  const first = await post({ ...rest, submission_id: id })
  const changes = {
    first_name: 'Corrected',
    email: 'corrected@example.com',
    additional_info: 'Staff only',
    status: 'lost',
  }
  const token = await signInAs('admin')
  const changed = await app.request('PATCH', `/api/quote/${first.body.data.id}`, { body: changes, token })
  expect([changed.status, changed.body.data.status]).toEqual([200, 'lost'])

  const again = await post({ ...rest, submission_id: id })
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(again.body.data).toMatchObject({ status: 'new', email: rest.email })
})

test.each(['stored', 'held'])(
  '409 CONFLICT: other answers under the id of a %s quote are told that it was sent, and nothing else',
  async (kind) => {
    const { rest, form, id } = sameAnswers()
    const spam = kind === 'held' ? { website_url: 'https://spam.example' } : {}
    const first = await post({ ...rest, ...spam, submission_id: id })
    expect(first.status).toBe(201)

    const { status, body } = await post({ ...rest, first_name: 'Brendan', submission_id: id })
    expect([status, body]).toEqual([
      409,
      {
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        detail: expect.any(String),
        message: 'This form was sent before.',
      },
    ])
    const { data, errors } = await submit({ ...form, first_name: 'Brendan' }, id)
    expect([data, errors?.[0]]).toMatchObject([
      null,
      { message: 'This form was sent before.', extensions: { code: 'CONFLICT' } },
    ])
    expect(JSON.stringify([body, errors])).not.toContain(first.body.data.reference)
    expect((await LeadModel.countDocuments()) + (await HeldQuoteModel.countDocuments())).toBe(1)
  },
)

test('a repeat by another transport is recognised', async () => {
  const { rest, form, id } = sameAnswers()
  const first = await post({ ...rest, submission_id: id })
  const { data } = await submit(form, id.toUpperCase())
  expect(data.submitQuote).toEqual({ reference: first.body.data.reference, duplicate: true })
  expect((await postForm({ ...form, submission_id: id })).status).toBe(303)
  expect(await LeadModel.countDocuments()).toBe(1)
})

test('an answer written another way, and the order of the answers, make no other request', async () => {
  const { rest, id } = sameAnswers()
  await post({ ...rest, submission_id: id })
  const reversed = Object.fromEntries(Object.entries(rest).reverse())
  const again = await post({ ...reversed, postcode: 'SW1A-1AA', email: rest.email.toUpperCase(), submission_id: id })
  expect(again.status).toBe(200)
})

test('of twenty different requests at once under one id one becomes the lead, and the others are told', async () => {
  const { rest, id } = sameAnswers()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => post({ ...rest, additional_info: `Job ${index}`, submission_id: id })),
  )
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, ...Array(19).fill(409)])
  const first = answers.find(({ status }) => status === 201)
  expect(await LeadModel.find().lean()).toMatchObject([{ additionalInfo: first?.body.data.additional_info }])
})

test('409: the form without script comes back with its answers and a new id, and a second press is a new request', async () => {
  const { form, id } = sameAnswers()
  expect((await postForm({ ...form, submission_id: id })).status).toBe(303)
  const { status, body, headers } = await postForm({ ...form, first_name: 'Brendan', submission_id: id })
  expect([status, headers.get('cache-control')]).toEqual([409, 'no-store'])
  const shown = stateOf(body).form
  expect(shown).toMatchObject({
    answers: { first_name: 'Brendan', email: form.email },
    errors: { form: [expect.stringContaining('This form was sent before. These answers were not sent.')] },
  })
  expect(shown.submissionId).toMatch(/^[\da-f-]{36}$/)
  expect(shown.submissionId).not.toBe(id)

  expect((await postForm({ ...form, first_name: 'Brendan', submission_id: shown.submissionId })).status).toBe(303)
  expect((await LeadModel.find().sort({ _id: 1 }).lean()).map(({ firstName }) => firstName)).toEqual([
    'Aoife',
    'Brendan',
  ])
})

test.each([
  ['deleted', (id: string, token: string) => app.request('DELETE', `/api/quote/${id}`, { token })],
  [
    'erased',
    async (id: string) => {
      const { email } = await LeadModel.findById(Number(id), 'email').lean().orFail()
      const link = await app.deps.links.sign(manageLink(Number(id), email), new Date(Date.now() + 3_600_000))
      return app.request('POST', `/manage/${link}/erase`)
    },
  ],
])('a lead that was %s does not return by a repeat of its submission, for 90 days from then', async (_how, remove) => {
  const body = { submission_id: crypto.randomUUID(), ...restAnswers() }
  const first = await app.request('POST', '/api/quote', { body })
  expect(first.status).toBe(201)
  const { _id } = await LeadModel.findOne().lean().orFail()
  const day = 86_400
  await SubmissionModel.updateOne({ _id: body.submission_id }, { at: new Date(Date.now() - 89 * day * 1_000) })
  await remove(String(_id), await signInAs('admin'))
  const { at } = await SubmissionModel.findById(body.submission_id).lean().orFail()
  expect(Date.now() - at.getTime()).toBeLessThan(day * 1_000)
  const [index] = (await SubmissionModel.collection.indexes()).filter(({ key }) => key['at'])
  expect(index?.['expireAfterSeconds']).toBe(90 * day)
  const { status, body: answer } = await app.request('POST', '/api/quote', { body })
  expect([status, answer.message]).toEqual([409, 'This form was sent before.'])
  expect(await LeadModel.countDocuments({ erasedAt: null })).toBe(0)
})
