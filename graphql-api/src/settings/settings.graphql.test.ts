import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { defaultSettings, type SettingName } from '@kerbside/schema/settings/settings'
import { SettingsModel, watchSettings } from '@kerbside/schema/settings/settings.model'
import pino from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { submitQuote } from '../quotes/quotes.service.ts'
import { aQuote } from '../testing/quotes.ts'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'
import { saveSettings } from './settings.service.ts'

const app = useTestApp()
let admin: string

beforeEach(async () => {
  await app.deps.settings.refresh() // the database was emptied
  admin = await signInAs('admin')
})

const mutation = `mutation ($settings: SettingsInput!, $version: Int!) {
  saveSettings(settings: $settings, version: $version) { version settings { firmsPerLead senderName } savedBy { name } }
}`
const save = (changes: Partial<Record<SettingName, unknown>>, version = 0, token = admin) =>
  app.graphql(mutation, { settings: { ...defaultSettings, ...changes }, version }, token)

const codes = (answer: Awaited<ReturnType<typeof save>>) => answer.errors?.map(({ extensions }) => extensions['code'])

test('settings come with defaults; each save is a version with its author and what it changed', async () => {
  const query = '{ settings { version settings { firmsPerLead offerHours senderName } savedBy { name } } }'
  const before = await app.graphql(query, {}, admin)
  expect(before.data?.settings).toEqual({
    version: 0,
    settings: { firmsPerLead: 5, offerHours: 24, senderName: null },
    savedBy: null,
  })
  await save({ firmsPerLead: 3 })
  const sender = { firmsPerLead: 3, senderName: ' Drives ', senderAddress: 'quotes@drives.example' }
  expect((await save(sender, 1)).data?.saveSettings).toEqual({
    version: 2,
    settings: { firmsPerLead: 3, senderName: 'Drives' },
    savedBy: { name: 'The admin' },
  })
  const history = '{ settingsHistory { version savedBy { name } changes { name before after } } }'
  const savedBy = { name: 'The admin' }
  expect((await app.graphql(history, {}, admin)).data?.settingsHistory).toEqual([
    {
      version: 2,
      savedBy,
      changes: [
        { name: 'senderName', before: null, after: 'Drives' },
        { name: 'senderAddress', before: null, after: 'quotes@drives.example' },
      ],
    },
    { version: 1, savedBy, changes: [{ name: 'firmsPerLead', before: '5', after: '3' }] },
  ])
})

test.each<[SettingName, unknown, RegExp]>([
  ['firmsPerLead', 0, /at least 1/],
  ['firmsPerLead', 6, /at most 5/],
  ['rejectedPerAddress', 29, /at least the number from which quotes are held/],
  ['senderName', 'Drives', /senderAddress: Give the address/],
  ['senderName', 'Drives\r\nBcc: x@example.com', /one line/],
  ['senderAddress', 'nobody', /email address/],
  ['operatorName', 'x'.repeat(201), /200 characters/],
])('%s cannot be %j', async (name, value, message) => {
  const answer = await save({ [name]: value })
  const fields = answer.errors?.[0]?.extensions['fields'] as Record<string, string[]>
  expect(
    Object.entries(fields)
      .map(([field, [text]]) => `${field}: ${text}`)
      .join(),
  ).toMatch(message)
  expect(await SettingsModel.countDocuments()).toBe(0)
})

test('of eight admins who save at once on the same version one gets through, and the others are told', async () => {
  const { viewer } = await createSession(await createUser('admin'))
  const attempts = [1, 3, 4, 5, 6, 7, 8, 9].map((promiseHours) =>
    saveSettings(app.contextOf(viewer), { ...defaultSettings, promiseHours }, 0),
  )
  const saves = await Promise.allSettled(attempts)
  const lost = saves.flatMap((save) => (save.status === 'rejected' ? [save.reason.code] : []))
  expect(lost).toEqual(Array(7).fill('CONFLICT'))
  expect(await SettingsModel.countDocuments()).toBe(1)
})

test('a version that is older, or that nobody has made, is a conflict; what is in force already is not saved again', async () => {
  await save({ promiseHours: 4 })
  expect(codes(await save({ promiseHours: 5 }))).toEqual(['CONFLICT'])
  expect(codes(await save({ promiseHours: 5 }, 7))).toEqual(['CONFLICT'])
  expect((await save({ promiseHours: 4 }, 1)).data?.saveSettings.version).toBe(1)
  expect(await SettingsModel.countDocuments()).toBe(1)
})

test('another process follows by itself, to an older version too', async () => {
  const changes: string[] = []
  const log = pino(
    { level: 'info' },
    { write: (line) => void (line.includes('settings changed') && changes.push(line)) },
  )
  const other = watchSettings(log)
  onTestFinished(other.close)
  await save({ heldDays: 7 })
  await expect.poll(() => other().heldDays).toBe(7)
  await SettingsModel.deleteMany({})
  await expect.poll(() => other().heldDays).toBe(30)
  expect(changes).toHaveLength(2)
})

test('a new lead goes to as many firms as its notice says; one that is here already keeps its number', async () => {
  const submit = async () => (await submitQuote(app.contextOf(), aQuote())).lead.id
  const earlier = await submit()
  await save({ firmsPerLead: 2 })
  const later = await submit()
  const leads = await LeadModel.find({}, 'maximumFirms notice').lean()
  const of = (id: number) => leads.find(({ _id }) => _id === id)
  expect([of(earlier)?.maximumFirms, of(later)?.maximumFirms]).toEqual([5, 2])
  expect(of(earlier)?.notice).toContain('up to five firms')
  expect(of(later)?.notice).toContain('up to two firms')
})

test('quotes are held and rejected above the numbers of the settings', async () => {
  await save({ quotesPerAddress: 1, rejectedPerAddress: 2 })
  const context = app.contextOf()
  context.client.address = '198.51.100.7'
  await submitQuote(context, aQuote())
  await submitQuote(context, aQuote())
  expect([await LeadModel.countDocuments(), await HeldQuoteModel.countDocuments()]).toEqual([1, 1])
  await expect(submitQuote(context, aQuote())).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})
