import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'
import { enrol, passwordHash, setUp } from '../testing/two-step.ts'
import { signLink } from '../testing/sign-link.ts'

// Every route and field as an admin without two-step sign-in: graphql-api/src/testing/access-control
const app = useTestApp()
beforeEach(() => app.deps.settings.refresh())

const needTwoStep = (token: string, twoStepForAdmins = true) =>
  app.graphql(
    'mutation ($settings: SettingsInput!) { saveSettings(settings: $settings, version: 0) { settings { twoStepForAdmins } } }',
    { settings: { ...defaultSettings, twoStepForAdmins } },
    token,
  )

test('an admin who has none cannot make admins need it', async () => {
  const { errors } = await needTwoStep(await signInAs('admin'))
  expect(errors?.[0]?.extensions['fields']).toEqual({
    twoStepForAdmins: [expect.stringContaining('for yourself first')],
  })
  expect(app.deps.settings().twoStepForAdmins).toBe(false)
  expect((await needTwoStep((await enrol(app, { role: 'admin' })).token)).data.saveSettings.settings).toEqual({
    twoStepForAdmins: true,
  })
})

test('from then on an admin without it may set it up and nothing else, in the session under way too', async () => {
  await LeadModel.create(aLead(1))
  const first = (await enrol(app, { role: 'admin' })).token
  const { token, viewer } = await createSession(await createUser('admin', { passwordHash }))
  const inAnHour = new Date(Date.now() + 3_600_000)
  const file = await signLink(app.deps, { purpose: 'audit', userId: viewer.id, filter: '{}' }, inAnHour)
  const { results } = await app.subscribe('subscription { leadEvents { kind } }', token)
  expect((await results.next()).value.data.leadEvents.kind).toBe('RELOAD')
  const answers = async (asking: string) => ({
    graphql: (await app.graphql('{ leads { totalCount } }', {}, asking)).errors?.[0]?.message ?? 'answered',
    rest: (await app.request('GET', '/api/quote', { token: asking })).status,
    users: (await app.request('GET', '/api/auth/user', { token: asking })).status,
    schema: (await app.graphql('{ __schema { queryType { name } } }', {}, asking)).errors?.[0]?.extensions['code'],
    own: (await app.graphql('{ myTwoStep { isRequired } }', {}, asking)).data?.myTwoStep.isRequired,
    file: (await app.request('GET', `/api/audit/${file}`)).status,
  })
  const open = { graphql: 'answered', rest: 200, users: 200, schema: undefined, file: 200 }
  expect(await answers(token)).toEqual({ ...open, own: false })

  await needTwoStep(first)
  expect(await answers(token)).toEqual({
    graphql: 'Set up two-step sign-in first: admins need it.',
    rest: 403,
    users: 403,
    schema: 'FORBIDDEN',
    own: true,
    file: 404,
  })
  await LeadModel.updateOne({ _id: 1 }, { status: 'contacted' })
  expect((await results.next()).value.errors[0].extensions.code).toBe('FORBIDDEN')
  expect(await answers(first)).toMatchObject({ graphql: 'answered', rest: 200 })
  const manager = await signInAs('manager')
  expect(await answers(manager)).toMatchObject({ graphql: 'answered', rest: 200, users: 403, own: false })

  await setUp(app, token)
  expect(await answers(token)).toEqual({ ...open, own: true })
})
