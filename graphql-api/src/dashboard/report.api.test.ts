import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { signLink } from '../testing/sign-link.ts'

// Query.leadReport and leadReportUrl: 200, 422; GET /reports/{token}: 200, 404, 410. Who may: the matrix.
const app = useTestApp()
let manager = { id: '', token: '' }
beforeEach(async () => {
  const { token, viewer } = await createSession(await createUser('manager'))
  manager = { id: viewer.id, token }
})

const at = (day: string, time = '12:00') => new Date(`${day}T${time}:00Z`)
const accepted = (decidedAt: Date, contractorId = 'c1') => ({
  contractorId,
  contractorName: contractorId === 'c1' ? '=Drive & Co' : 'Stone & Sons',
  offeredAt: decidedAt,
  expiresAt: decidedAt,
  decidedAt,
  state: 'accepted' as const,
})
const from = (source: string) => ({ ...aLead(9).attribution, source })

/** Two leads of the second of March, one of the third, and one on either side of the period. */
const addLeads = () =>
  LeadModel.insertMany([
    aLead(1, { createdAt: at('2026-03-01', '23:59'), status: 'converted' }),
    aLead(2, {
      createdAt: at('2026-03-02'),
      offers: [accepted(at('2026-03-02', '12:30'))],
      attribution: from('google'),
    }),
    aLead(3, { createdAt: at('2026-03-02', '13:00'), status: 'converted', contactedAt: at('2026-03-02', '17:00') }),
    aLead(4, { createdAt: at('2026-03-03'), postcode: 'M1 1AE' }),
    aLead(5, { createdAt: at('2026-03-04', '00:00'), offers: [accepted(at('2026-03-04'), 'c2')] }),
  ])
const period = { from: '2026-03-02', to: '2026-03-03' }

test('a report has the leads of its days alone: by day and status, their answers, areas, sources and firms', async () => {
  await addLeads()
  const count = '{ count }'
  const { data, errors } = await app.graphql(
    `query ($from: String!, $to: String!) { leadReport(from: $from, to: $to) {
      daysOfBar leads ${count} converted ${count} before { leads ${count} converted ${count} }
      days { name figure ${count} statuses { name count } }
      sources { name figure ${count} } areas { name figure ${count} }
      promise { kept missed answerMinutes medianMinutes days { name kept missed answerMinutes } }
      prices { firms { contractorName accepted } }
    } }`,
    period,
    manager.token,
  )
  expect(errors).toBeUndefined()
  const named = (name: string, number: number) => ({ name, figure: { count: number } })
  const one = (name: string) => ({ name, count: 1 })
  expect(data.leadReport).toEqual({
    daysOfBar: 1,
    leads: { count: 3 },
    converted: { count: 1 },
    before: { leads: { count: 1 }, converted: { count: 1 } },
    days: [
      { ...named('2026-03-02', 2), statuses: [one('new'), one('converted')] },
      { ...named('2026-03-03', 1), statuses: [one('new')] },
    ],
    sources: [named('google', 1)],
    areas: [named('South West London (SW)', 2), named('Manchester (M)', 1)],
    promise: {
      kept: 1,
      missed: 2,
      answerMinutes: 240,
      medianMinutes: 30,
      days: [
        { name: '2026-03-02', kept: 1, missed: 1, answerMinutes: 240 },
        { name: '2026-03-03', kept: 0, missed: 1, answerMinutes: null },
      ],
    },
    prices: { firms: [{ contractorName: '=Drive & Co', accepted: 1 }] },
  })
})

const urlOf = async (days: object) =>
  app.graphql(
    'query ($from: String!, $to: String!) { leadReportUrl(from: $from, to: $to) }',
    days as Record<string, unknown>,
    manager.token,
  )

test('its file has a line for each figure, and is safe against formulas', async () => {
  await addLeads()
  const response = await app.send((await urlOf(period)).data.leadReportUrl)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="kerbside-report-2026-03-02-to-2026-03-03.csv"',
    'cache-control': 'no-store',
  })
  const lines = Buffer.from(await response.arrayBuffer())
    .toString()
    .split('\r\n')
  expect(lines[0]).toBe('\uFEFFPart,Name,Figure,Value')
  expect(lines).toEqual(
    expect.arrayContaining([
      'Period,2026-03-02 to 2026-03-03,Leads,3',
      'Day,2026-03-02,Leads,2',
      'Day,2026-03-02,Converted,1',
      'Answers,2026-03-02,Minutes to the first answer (median),240',
      'Source,google,New,1',
      'Area,Manchester (M),Leads,1',
      "Firm,'=Drive & Co,Accepted,1",
    ]),
  )
})

test('the address of a file ends after five minutes, and with the rights of the person', async () => {
  const url = (await urlOf(period)).data.leadReportUrl as string
  const statusOf = async (address: string) => (await app.send(address)).status
  expect(await statusOf(url)).toBe(200)
  expect(await statusOf(`${url}x`)).toBe(404)
  const link = { purpose: 'report' as const, userId: manager.id, ...period }
  expect(await statusOf(`/api/reports/${await signLink(app.deps, link, new Date(Date.now() - 1_000))}`)).toBe(410)
  await UserModel.updateOne({ _id: manager.id }, { role: 'user' })
  expect(await statusOf(url)).toBe(404)
})

test('a period that cannot be is named', async () => {
  const { errors } = await urlOf({ from: '2026-03-02', to: '2026-03-01' })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { to: expect.anything() } })
})
