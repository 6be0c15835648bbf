import { leadSubmitted } from '@kerbside/schema/events/event.jobs'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { PageModel, PageVersionModel } from '@kerbside/schema/pages/page.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { quoteNotice } from '@kerbside/schema/quotes/quote'
import { Types } from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import type { Context } from '../deps.ts'
import { clearPageCache } from '../pages/pages.service.ts'
import { useTestApp } from '../testing/test-app.ts'
import { submitQuote } from './quotes.service.ts'
import { aQuote, restAnswers } from '../testing/quotes.ts'

const app = useTestApp()
const at = new Date('2026-11-20T10:00:00Z')
let context: Context

beforeEach(() => {
  clearPageCache()
  // Nothing is handed over, so that outboxes can be looked at.
  context = { ...fromAddress(crypto.randomUUID()), publishEvent: () => {}, now: () => at }
})

const fromAddress = (address: string): Context => ({
  ...app.contextOf(),
  publishEvent: () => {},
  client: { address, requestId: 'request-1' },
})
const submit = (changes: Parameters<typeof aQuote>[0] = {}) => submitQuote(context, aQuote(changes))
const fieldsOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: { code: string; fields: object }) => ({ code: error.code, fields: Object.keys(error.fields).sort() }),
  )

test('a quote becomes one lead with its answers, columns, notice, priority and event', async () => {
  const submissionId = crypto.randomUUID()
  const { lead, duplicate } = await submit({
    submissionId: submissionId.toUpperCase(),
    answers: { email: 'Aoife.Byrne@Example.com', mobile: '07700 900123' },
    attribution: { source: ' newsletter ', referrer: '' },
  })
  const stored = await LeadModel.findById(lead.id).lean().orFail()

  expect(duplicate).toBe(false)
  expect(stored).toMatchObject({
    submissionId,
    reference: lead.reference,
    firstName: 'Aoife',
    fullName: 'Aoife Byrne',
    email: 'aoife.byrne@example.com',
    mobile: '+447700900123',
    postcode: 'SW1A 1AA',
    drivewayMaterial: 'Block paving',
    currentCondition: 'Grass or soil',
    groupType: null,
    distance: null,
    trade: 'driveways',
    status: 'new',
    priority: 'high',
    isConfirmation: false,
    urlType: '/',
    page: '/',
    formVersion: 0,
    notice: quoteNotice(5),
    maximumFirms: 5,
    attribution: { source: 'newsletter', medium: null, referrer: null },
    outbox: [leadSubmitted(lead.id, at)],
    version: 1,
    createdAt: at,
  })
  expect(stored.searchText).toContain('aoife byrne\nbyrne aoife\naoife.byrne@example.com\n+447700900123\nkb ')
  expect(stored.answers.map(({ name }) => name)).toEqual(defaultHome.quoteForm.fields.map(({ name }) => name))
  expect(stored.answers.find(({ name }) => name === 'mobile')).toEqual({
    name: 'mobile',
    label: 'Mobile number',
    value: '07700 900123',
  })
})

test('mongoose can read what is stored past it', async () => {
  const { lead } = await submit()
  const document = await LeadModel.findById(lead.id).orFail()
  await expect(document.validate()).resolves.toBeUndefined()
  expect(Object.keys(LeadModel.schema.paths).sort()).toEqual(
    expect.arrayContaining(Object.keys((await LeadModel.collection.findOne({ _id: lead.id as never })) ?? {})),
  )
})

test('only what was answered is kept as an answer', async () => {
  const { lead } = await submit({ answers: { postcode: '  ', additionalInfo: null } })
  expect(lead.answers.map(({ name }) => name)).not.toContain('postcode')
  expect(lead.answers.map(({ name }) => name)).not.toContain('additionalInfo')
  expect(lead).toMatchObject({ postcode: null, additionalInfo: null })
})

test('twenty submissions with one id at the same time are one lead, and all get its reference', async () => {
  const quote = aQuote()
  const results = await Promise.all(Array.from({ length: 20 }, () => submitQuote(context, quote)))
  expect(new Set(results.map(({ lead }) => lead.reference)).size).toBe(1)
  expect(results.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
  expect(await LeadModel.countDocuments()).toBe(1)
  expect(await HeldQuoteModel.countDocuments()).toBe(0)
})

test('without a submission id each call is a new lead', async () => {
  await submit({ submissionId: undefined })
  await submit({ submissionId: null })
  expect(await LeadModel.countDocuments()).toBe(2)
})

test('every wrong field is named at once, and nothing is stored', async () => {
  const rejected = submit({
    answers: {
      email: 'nobody',
      mobile: '12',
      timeframe: 'Whenever',
      first_name: ' ',
      nonsense: 'x',
      budget: { $gt: '' },
    },
    submissionId: 'x',
    page: '/admin',
    formVersion: 'one',
    elapsedMs: {},
    attribution: { source: 'x'.repeat(2_001) },
  })
  expect(await fieldsOf(rejected)).toEqual({
    code: 'INVALID',
    fields: [
      'attribution.source',
      'budget',
      'elapsedMs',
      'email',
      'first_name',
      'formVersion',
      'mobile',
      'nonsense',
      'page',
      'submissionId',
      'timeframe',
    ],
  })
  expect(await LeadModel.countDocuments()).toBe(0)
})

test('an answer of more than 2,000 characters is rejected', async () => {
  expect(await fieldsOf(submit({ answers: { additionalInfo: 'x'.repeat(2_001) } }))).toMatchObject({
    fields: ['additionalInfo'],
  })
  await submit({ answers: { additionalInfo: ` ${'x'.repeat(2_000)} ` } })
})

test('REST names, an optional driveway type and the journey columns belong to REST', async () => {
  const { driveway_type: _, ...answers } = restAnswers()
  const send = (changes: object) => submitQuote(context, { transport: 'rest', answers: { ...answers, ...changes } })
  expect(await fieldsOf(send({ property_type: 'Castle', current_condition: '', propertyType: 'Bungalow' }))).toEqual({
    code: 'INVALID',
    fields: ['current_condition', 'propertyType', 'property_type'],
  })

  const { lead } = await send({ group_type: 'School', distance: 12.5, pickup_time: '09:30' })
  expect(lead).toMatchObject({ drivewayType: null, groupType: 'School', distance: 12.5, pickupTime: '09:30' })
  expect(lead.answers.slice(-2)).toEqual([
    { name: 'pickup_time', label: 'Pickup time', value: '09:30' },
    { name: 'distance', label: 'Distance', value: '12.5' },
  ])
  expect(await fieldsOf(submit({ answers: { group_type: 'School' } }))).toMatchObject({ fields: ['group_type'] })
  expect(await fieldsOf(submit({ answers: { drivewayType: '' } }))).toMatchObject({ fields: ['drivewayType'] })
})

async function publishForm(url: string, version: number, names: string[], latest = version) {
  const known = await PageModel.findOne({ url }).lean()
  const pageId = known?._id ?? new Types.ObjectId()
  const fields = defaultHome.quoteForm.fields.filter(({ name }) => ['first_name', 'email'].includes(name))
  const added = names.map((name) => ({ ...fields[0], id: name, name, label: `The ${name} *`, required: true }))
  await PageVersionModel.create({
    pageId,
    version,
    content: { quoteForm: { fields: [...fields, ...added], trade: 'extensions' } },
    savedAt: at,
    savedBy: null,
  })
  await PageModel.findOneAndUpdate(
    { _id: pageId },
    {
      kind: 'index',
      url,
      sublink: url.slice(1),
      version: latest,
      publishedVersion: latest,
      isPublished: true,
      publishedAt: at,
      createdAt: at,
      updatedAt: at,
    },
    { upsert: true },
  )
  clearPageCache()
}

test('a quote is checked against the form version that the homeowner saw', async () => {
  await publishForm('/extensions', 1, ['storeys'])
  await publishForm('/extensions', 2, ['rooms'])
  const base = { first_name: 'Aoife', email: 'aoife@example.com' }
  const send = (answers: object, formVersion: number | null) =>
    submitQuote(context, { transport: 'graphql', page: '/extensions', formVersion, answers: { ...base, ...answers } })

  const { lead } = await send({ storeys: 'two' }, 1)
  expect(lead).toMatchObject({ formVersion: 1, trade: 'extensions', mobile: '', page: '/extensions' })
  expect(lead.answers.at(-1)).toEqual({ name: 'storeys', label: 'The storeys', value: 'two' })
  expect(await fieldsOf(send({ storeys: 'two' }, 2))).toMatchObject({ fields: ['rooms', 'storeys'] })
  expect((await send({ rooms: 'two' }, null)).lead.formVersion).toBe(2)
  expect((await send({ rooms: 'two' }, 99)).lead.formVersion).toBe(2)
})

test('a draft’s form is nobody’s form', async () => {
  await publishForm('/extensions', 1, ['storeys'])
  const { _id: pageId } = await PageModel.findOne({ url: '/extensions' }).lean().orFail()
  await PageVersionModel.create({ pageId, version: 2, content: { quoteForm: { fields: [] } }, savedAt: at })
  const answers = { first_name: 'Aoife', email: 'aoife@example.com', storeys: 'two' }
  const { lead } = await submitQuote(context, { transport: 'graphql', page: '/extensions', formVersion: 2, answers })
  expect(lead.formVersion).toBe(1)
})

test('a page that is gone is answered by the main form', async () => {
  expect((await submit({ page: '/gone', formVersion: 7 })).lead).toMatchObject({ page: '/gone', formVersion: 0 })
  expect((await submit({ page: '/materials' })).lead.formVersion).toBe(0)
})
