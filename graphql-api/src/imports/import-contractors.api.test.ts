import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { contractorImportLimits, contractorSample } from '@kerbside/schema/imports/contractor-fields'
import { aContractor } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'

// POST /contractors/import: 200, 401, 403, 413, 422
const app = useTestApp()
let admin = ''
beforeEach(async () => {
  admin = await signInAs('admin')
})

async function send(content: string | Uint8Array<ArrayBuffer>, query = '?dry_run=false', token: string | null = admin) {
  const form = new FormData()
  form.set('file', new File([content], 'firms.csv'))
  const response = await app.send(`/api/contractors/import${query}`, {
    method: 'POST',
    body: form,
    headers: { ...(token && { authorization: `Bearer ${token}` }) },
  })
  return { status: response.status, body: await response.json() }
}

const header =
  'Company;E-mail;Tel;Services;Postcodes;Leads per day;Weekly cap;Insurance expiry;Shoe size;Opening hours;Outside hours;Weight'
const acme =
  'Acme;Jobs@ACME.example;07700 900123;Driveways, coach hire;sw1a|D02, co. cork;7;20;31/12/2027;44;Mon-Tue 8:00-17:30;Pass on;3'

test('a dry run adds nothing and tells what the import then adds', async () => {
  const report = { rows: 1, added: 1, existing: 0, skipped: 0, problems: [] }
  expect((await send(`${header}\n${acme}\n`, '')).body.data).toEqual(report)
  expect(await ContractorModel.countDocuments()).toBe(0)
  expect((await send(`${header}\n${acme}\n`)).body.data).toEqual(report)
  expect(await ContractorModel.findOne().lean()).toMatchObject({
    name: 'Acme',
    email: 'jobs@acme.example',
    phone: '+447700900123',
    trades: ['driveways', 'coach-hire'],
    areas: [
      { kind: 'outcode', value: 'SW1A' },
      { kind: 'routing-key', value: 'D02' },
      { kind: 'county', value: 'Cork' },
    ],
    dailyCap: 7,
    weeklyCap: 20,
    active: true,
    version: 1,
    verifiedUntil: new Date('2027-12-31T23:59:59Z'),
    timeZone: 'Europe/London',
    workingHours: [
      { day: 'monday', from: '08:00', to: '17:30' },
      { day: 'tuesday', from: '08:00', to: '17:30' },
    ],
    outsideHours: 'pass-on',
    weight: 3,
    offersOn: { day: '', count: 0 },
  })
  const audited = await AuditEntryModel.find({ action: 'contractors.imported' }).lean()
  expect(audited.map(({ details }) => details)).toEqual(['New firms: 1'])
})

test('the same file again adds nothing, also when both arrive at once; firms stay as they are', async () => {
  await ContractorModel.create(aContractor('Known', { email: 'jobs@acme.example' }))
  const file = `${header}\n${acme}\nBow;jobs@bow.example;;driveways;E3;;;;\nBow again;JOBS@bow.example;;driveways;E3;;;;\n`
  const [first, second] = await Promise.all([send(file), send(file)])
  expect(first.body.data.added + second.body.data.added).toBe(1)
  expect((await send(file)).body.data).toMatchObject({ rows: 3, added: 0, existing: 3, skipped: 0 })
  expect((await ContractorModel.distinct('name')).toSorted()).toEqual(['Bow', 'Known'])
  expect((await ContractorModel.findOne({ name: 'Bow' }).lean())?.dailyCap).toBe(10)
})

test('a row that is wrong names row, column and problem, and costs itself alone', async () => {
  const file = [
    header,
    ';nobody;12;plumbing;XX9, SW1A 1AA;many;-1;31/02/2027;',
    acme,
    '',
    'Bow;jobs@bow.example;;;;;;;',
  ].join('\n')
  const { body } = await send(file)
  expect(body.data).toMatchObject({ rows: 3, added: 1, existing: 0, skipped: 2 })
  const found = body.data.problems.map(({ row, column }: { row: number; column: string }) => `${row} ${column}`)
  expect(found).toEqual([
    ...['Company', 'E-mail', 'Tel', 'Services', 'Postcodes', 'Leads per day', 'Weekly cap', 'Insurance expiry'].map(
      (column) => `2 ${column}`,
    ),
    '5 Services',
    '5 Postcodes',
  ])
  expect(body.data.problems[4].message).toContain('“XX9”')
  expect(body.data.problems[4].message).toContain('Enter SW1A')
  expect(await ContractorModel.countDocuments()).toBe(1)
})

test('the sample can be imported as it is', async () => {
  const { body } = await send(contractorSample)
  expect(body.data).toEqual({ rows: 2, added: 2, existing: 0, skipped: 0, problems: [] })
})

test.each([
  ['no header', 'Acme,jobs@acme.example,driveways,SW\n'],
  ['no column that is required', 'Name,Email,Trades\nAcme,jobs@acme.example,driveways\n'],
  ['no rows', 'Name,Email,Trades,Areas\n'],
  ['no text', Uint8Array.from([0xff, 0xfe, 0, 1])],
  ['too many rows', `Name,Email,Trades,Areas\n${'A,b,c,d\n'.repeat(contractorImportLimits.rows + 1)}`],
])('a file with %s is rejected as a whole', async (_what, content) => {
  const { status, body } = await send(content)
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['file']])
})

test('only admins import; a file over 1 MB is too large; dry_run is true or false', async () => {
  const file = `${header}\n${acme}\n`
  expect((await send(file, '', null)).status).toBe(401)
  expect((await send(file, '', await signInAs('manager'))).status).toBe(403)
  expect((await send(file + ' '.repeat(contractorImportLimits.bytes))).status).toBe(413)
  expect((await send(file, '?dry_run=no')).body.errors).toHaveProperty('dry_run')
  expect(await ContractorModel.countDocuments()).toBe(0)
})
