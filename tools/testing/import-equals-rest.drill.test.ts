import { readFile } from '@kerbside/schema/file-store.model'
import { LeadImportModel, type LeadImportRecord } from '@kerbside/schema/imports/import.model'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { leadColumnNames, restFieldName } from '@kerbside/schema/quotes/columns'
import { defaultFormFields } from '@kerbside/schema/quotes/default-form'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import type { Types } from 'mongoose'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { restAnswers } from '../../graphql-api/src/testing/quotes.ts'
import { signInAs, useTestApp } from '../../graphql-api/src/testing/test-app.ts'
import { runImport } from '../../worker/src/imports/run-import.ts'

// A row of a file becomes a lead just when the REST endpoint takes it, and becomes the same one.
const app = useTestApp({ RATE_LIMITS: 'off' })

const good: Record<string, string> = restAnswers()
const names = [...Object.keys(good), 'pickup_location', 'distance', 'utm_campaign']
const options = Object.fromEntries(
  defaultFormFields.map(({ name, options: values }) => [restFieldName(name), values.map(({ value }) => value)]),
)

const oddText = fc.oneof(
  fc.constantFrom('', ' ', '0', '-1', 'true', 'null', 'www.example.com', 'a\nb', 'x'.repeat(81), 'x'.repeat(2_001)),
  fc.constantFrom('D02 X285', 'd02x285', 'SW1A1AA', 'ZZ1 1ZZ', '085 123 4567', '+353 85 123 4567', '020 7946 0958'),
  fc.constantFrom('=1+1', '"quoted"', 'a;b,c\td', '\u0007', 'O’Brien', 'Zoë', '1e3', '12.5', 'a@b', 'A@B.IE'),
  fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => !/[\0\uD800-\uDFFF]/.test(text)),
)
const valueOf = (name: string) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant(good[name] ?? '') },
    { weight: 2, arbitrary: fc.constantFrom('', ...(options[name] ?? [])) },
    { weight: 1, arbitrary: oddText },
  )
const aRow = fc.record(Object.fromEntries(names.map((name) => [name, valueOf(name)])))

const answersOf = (lead: LeadRecord) => ({
  ...Object.fromEntries(leadColumnNames.map((name) => [name, lead[name]])),
  answers: lead.answers,
  priority: lead.priority,
  // Without the reference, which each lead has its own of.
  searchText: lead.searchText.replace(/\nkb [2-9a-z]{6}\nkb[2-9a-z]{6}(?=\n|$)/, ''),
  campaign: lead.attribution.campaign,
})

/** What becomes of one row at the REST endpoint: the lead, or the names of the wrong fields. */
async function atRest(row: Record<string, string>) {
  const { status, body } = await app.request('POST', '/api/quote', { body: row })
  if (status === 422) return Object.keys(body.errors).toSorted()
  expect(status).toBe(201)
  const lead = (await LeadModel.findById(body.data.id).lean()) as LeadRecord
  return answersOf(lead)
}

test('random rows: what an import adds, and what it names, is what the REST endpoint takes and names', async () => {
  const rows = fc.sample(aRow, 400)
  const expected = []
  for (const row of rows) expected.push(await atRest(row))
  const token = await signInAs('admin')
  const form = new FormData()
  // The id keeps rows apart that are equal.
  const file = stringify(
    [['id', ...names], ...rows.map((row, index) => [`row ${index}`, ...names.map((name) => row[name])])],
    { quoted: true },
  )
  form.set('file', new File([file], 'rows.csv'))
  const sent = await app.send('/api/imports', {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = await sent.json()
  expect(data.rows).toBe(rows.length)
  await LeadModel.deleteMany({})
  const mapped = ['row-id', ...names]
  const check = 'mutation ($id: ID!, $fields: [String]!) { checkImport(id: $id, fields: $fields) { id } }'
  expect((await app.graphql(check, { id: data.id, fields: mapped }, token)).errors).toBeUndefined()
  const deps = { now: () => new Date(), log: pino({ level: 'silent' }), settings: app.deps.settings }
  await runImport(deps, { importId: data.id })
  expect((await app.graphql(`mutation { importLeads(id: "${data.id}") { id } }`, {}, token)).errors).toBeUndefined()
  await runImport(deps, { importId: data.id })

  const record = await LeadImportModel.findById(data.id).lean()
  const accepted = expected.filter((result) => !Array.isArray(result))
  expect(record).toMatchObject({ state: 'imported', added: accepted.length, skipped: rows.length - accepted.length })
  expect(accepted.length).toBeGreaterThan(40)
  expect(accepted.length).toBeLessThan(rows.length - 40)
  const leads = (await LeadModel.find({}).sort({ _id: 1 }).lean()) as LeadRecord[]
  expect(leads.map(answersOf)).toEqual(accepted)
  expect(await problemsOf(record)).toEqual(
    expected.flatMap((result, index) =>
      Array.isArray(result) ? result.map((column) => `${index + 2} ${column}`) : [],
    ),
  )
})

/** Row and column of every problem in the list that a person can download; the columns are named like their fields. */
async function problemsOf(record: LeadImportRecord | null): Promise<string[]> {
  const lines: string[][] = parse(await readFile('imports', record?.problemsFileId as Types.ObjectId), {
    bom: true,
    from: 2,
  })
  return lines
    .map(([row, column]) => `${row} ${column}`)
    .toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b) || (a < b ? -1 : 1))
}
