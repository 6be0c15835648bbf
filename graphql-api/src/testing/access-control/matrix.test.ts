import { manageLink } from '@kerbside/schema/links/signed-link'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { Offer } from '@kerbside/schema/offers/offer'
import { PageModel, PageVersionModel } from '@kerbside/schema/pages/page.model'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { UserModel } from '@kerbside/schema/users/user.model'
import type { GraphQLObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { graphqlSchema } from '../../app.ts'
import { hashPassword } from '../../users/credentials.ts'
import { signLink, type Unaddressed } from '../sign-link.ts'
import { builtWebApp } from '../site.ts'
import { createUser, useTestApp, type Json, type TestApp } from '../test-app.ts'
import { callers, known, type Caller } from './access.ts'
import { fieldRows } from './fields.ts'
import { routeRows, type RouteRow } from './routes.ts'

const { dist } = builtWebApp()
const settings = { ...defaultSettings, twoStepForAdmins: true }
const world = { settings: Object.assign(() => settings, { refresh: async () => {}, close: () => {} }) }
const app = useTestApp({ PWA_DIST: dist, RATE_LIMITS: 'off' }, world, storeFixtures)
const passwordHash = await hashPassword(known.password)

const offer = (contractorId: string, changes: Partial<Offer>): Offer => ({
  contractorId,
  contractorName: 'Firm',
  state: 'offered',
  offeredAt: new Date(),
  expiresAt: inAnHour(),
  decidedAt: null,
  ...changes,
})
const inAnHour = () => new Date(Date.now() + 3_600_000)
const acceptedFirm = '65f000000000000000000004'

async function storeFixtures({ request }: TestApp) {
  const { leadId, contractorId, pageId, userId, email } = known
  const at = new Date()
  const offers = [offer(contractorId, {}), offer(acceptedFirm, { state: 'accepted', decidedAt: at })]
  await Promise.all([
    LeadModel.create(aLead(leadId, { offers })),
    DeliveryModel.create({ _id: 'lead-1-confirmation', leadId, kind: 'confirmation', state: 'failed' }),
    ContractorModel.create([contractorId, acceptedFirm].map((_id) => ({ ...aContractor(`Firm ${_id}`), _id }))),
    UserModel.create({ _id: userId, name: 'Person', email, role: 'user', passwordHash }),
    PageVersionModel.create({ pageId, version: 1, content: {}, savedAt: at }),
    PageModel.create({
      _id: pageId,
      kind: 'index',
      url: '/summer',
      sublink: 'summer',
      version: 1,
      publishedVersion: 1,
      isPublished: true,
      publishedAt: at,
      createdAt: at,
      updatedAt: at,
    }),
  ])
  for (const caller of callers) credentials[caller] = await signInAs(caller, request)
}

/** Token and refresh cookie of each caller; the ended session has both, and they are good no longer. */
const credentials = {} as Record<Caller, { token: string | null; cookie: string }>

async function signInAs(caller: Caller, request: TestApp['request']): Promise<(typeof credentials)[Caller]> {
  if (caller === 'visitor') return { token: null, cookie: '' }
  const role = caller === 'user' || caller === 'manager' ? caller : 'admin'
  const { _id, email } = await createUser(role, { passwordHash })
  const { headers, body } = await request('POST', '/api/auth/login', { body: { email, password: known.password } })
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  if (caller === 'admin') await UserModel.updateOne({ _id }, { twoStepEnabledAt: new Date() })
  if (caller === 'ended session') {
    const { status } = await request('POST', '/api/auth/logout', { token: body.token, headers: { cookie } })
    expect(status).toBe(204)
  }
  return { token: body.token, cookie }
}

async function address(path: string): Promise<string> {
  const { leadId, contractorId } = known
  const links: Record<string, Unaddressed> = {
    '{offer}': { purpose: 'offer', leadId, contractorId },
    '{lead}': { purpose: 'lead', leadId, contractorId: acceptedFirm },
    '{firm}': { purpose: 'firm', contractorId },
    '{stop}': { purpose: 'stop-offers', contractorId },
    '{manage}': manageLink(leadId, 'aoife@example.com'),
  }
  const place = /\{\w+\}/.exec(path)?.[0] ?? ''
  const link = links[place]
  return link ? path.replace(place, await signLink(app.deps, link, inAnHour())) : path
}

async function callRoute(name: string, row: RouteRow, path: string, caller: Caller): Promise<string | number> {
  const { token, cookie } = credentials[caller]
  const form = new FormData()
  form.set('file', new File(['no picture'], 'a.jpg'))
  const json = row.body !== undefined
  const response = await app.send(await address(path), {
    method: name.split(' ')[0] ?? '',
    headers: {
      ...(token && !row.cookie && { authorization: `Bearer ${token}` }),
      ...(row.cookie && { cookie }),
      ...(json && { 'content-type': 'application/json' }),
      ...(row.form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(json && { body: JSON.stringify(row.body) }),
    ...(row.upload && { body: form }),
    ...(row.form && { body: row.form }),
  })
  const text = await response.text()
  if (response.status === 401) return 'not signed in'
  if (response.status === 403) return 'not this role'
  if (typeof row.who[caller] === 'number') return response.status
  // Past the permission anything may be said, but by this route and not by a bug.
  return response.status < 500 && !text.includes('There is nothing here.') ? 'allowed' : `${response.status}: ${text}`
}

async function firstResult(subscription: string, token: string | null): Promise<Json> {
  const { results, leave } = await app.subscribe(subscription, token)
  const first = await results.next()
  await leave()
  return first.value
}

async function callField(name: string, caller: Caller): Promise<string> {
  const [type = '', field = ''] = name.split('.')
  const { token } = credentials[caller]
  const { call } = fieldRows[name] ?? { call: '' }
  const operation = `${type.toLowerCase()} { ${call} }`
  const { data, errors } = await (type === 'Subscription'
    ? firstResult(operation, token)
    : app.graphql(operation, {}, token))
  const [error] = errors ?? []
  if (error?.extensions['code'] === 'UNAUTHENTICATED') return 'not signed in'
  if (error?.extensions['code'] === 'FORBIDDEN') return 'not this role'
  const wasRun = error === undefined ? field in data : error.path?.[0] === field
  return wasRun && error?.extensions['code'] !== 'INTERNAL_SERVER_ERROR' ? 'allowed' : JSON.stringify(error)
}

function expectSame(registered: string[], rows: string[], file: string) {
  const table = `graphql-api/src/testing/access-control/${file}`
  const missing = registered.filter((name) => !rows.includes(name))
  const gone = rows.filter((name) => !registered.includes(name))
  expect(missing, `Who may call it? Add a row to ${table}, from what the product promises.`).toEqual([])
  expect(gone, `Nothing is registered under this name: mend or remove its row in ${table}.`).toEqual([])
}

test('each registered route has a row, and each row a route', () => {
  const names = app.app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)
  expectSame([...new Set(names)], Object.keys(routeRows), 'routes.ts')
})

test('each GraphQL root field has a row, and each row a field', () => {
  const roots = [graphqlSchema.getQueryType(), graphqlSchema.getMutationType(), graphqlSchema.getSubscriptionType()]
  const fieldsOf = (type: GraphQLObjectType) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`)
  const names = roots.filter((type) => type !== null && type !== undefined).flatMap(fieldsOf)
  expectSame([...names, 'Query.__schema', 'Query.__type'], Object.keys(fieldRows), 'fields.ts')
})

const calls = Object.entries(routeRows).flatMap(([name, row]) =>
  (row.paths ?? [name.split(' ')[1] ?? '']).map((path) => [name, path, row] as const),
)
test.each(calls)('%s at %s answers each caller as promised', async (name, path, row) => {
  const answers = callers.map(async (caller) => [caller, await callRoute(name, row, path, caller)] as const)
  expect(Object.fromEntries(await Promise.all(answers))).toEqual(row.who)
})

test.each(Object.entries(fieldRows))('%s answers each caller as promised', async (name, { who }) => {
  const answers = callers.map(async (caller) => [caller, await callField(name, caller)] as const)
  expect(Object.fromEntries(await Promise.all(answers))).toEqual(who)
})
