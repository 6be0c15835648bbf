import { manageLink } from '@kerbside/schema/links/signed-link'
import { seed, sized } from '@kerbside/schema/testing/drill'
import { aLead } from '@kerbside/schema/testing/factories'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { defaultFormFields } from '@kerbside/schema/quotes/default-form'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { graphqlSchema, restRoutes } from '../app.ts'
import { builtWebApp, publishPage, stateOf } from './site.ts'
import { restAnswers } from './quotes.ts'
import { graphqlRequest, pageRequest, restRequest, uploadRequest, type HostileRequest, type Known } from './hostile.ts'
import { createTestApp, createUser, signInAs, testConfig, useTestApp, type TestApp } from './test-app.ts'

const total = sized({ short: 1_200, long: 12_000 })
const atOnce = 8

useTestApp()
const { dist } = builtWebApp()
const logged: string[] = []
let app: TestApp
let known: Known
const tokens: Record<HostileRequest['role'], string | null> = { visitor: null, user: null, manager: null, admin: null }

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  app = createTestApp(testConfig({ PWA_DIST: dist, RATE_LIMITS: 'off' }), { log })
  tokens.user = await signInAs('user')
  tokens.manager = await signInAs('manager')
  tokens.admin = await signInAs('admin')
  await LeadModel.insertMany([1, 2, 3].map((id) => aLead(id)))
  const pages = [
    await publishPage('/spring', 'index', 'spring'),
    await publishPage('/about/team', 'about', 'about-team'),
  ]
  const others = await Promise.all([createUser('manager'), createUser('user')])
  known = {
    ids: ['1', '2', '3', ...pages, ...others.map(({ _id }) => String(_id))],
    tokens: [
      'x',
      await app.deps.links.sign(manageLink(1, 'aoife@example.com'), new Date('2036-01-01')),
      await app.deps.links.sign({ purpose: 'offer', leadId: 1, contractorId: pages[0] ?? '' }, new Date('2036-01-01')),
    ],
    paths: [
      '/',
      '/spring',
      '/about',
      '/about/team',
      '/thank-you',
      '/login',
      '/admin/leads',
      '/assets/app-1a2b.js',
      '/sitemap.xml',
      '/api',
      '/api/docs',
      '/graphql',
    ],
  }
})
afterAll(async () => {
  await app.close()
})

const bases = {
  '/quote': restAnswers(),
  '/quote/{id}': { status: 'contacted', email: 'new@kerbside.test', version: 0 },
  '/auth/login': { email: 'a@kerbside.test', password: 'a-password', code: '123456' },
  '/auth/user': { name: 'A', email: 'new@kerbside.test', password: 'long-enough-password', role_id: 3 },
  '/content/index': { url: '/fresh', content: { hero: { titleLine1: 'Fresh' } }, is_published: true },
}

test(`${total} hostile requests at every endpoint by every role: none is an error of ours, and every validation error names its field`, async () => {
  const every = fc.oneof(
    { weight: 5, arbitrary: restRequest(restRoutes, known, bases) },
    { weight: 4, arbitrary: graphqlRequest(graphqlSchema, known) },
    {
      weight: 3,
      arbitrary: pageRequest(known, [
        'submission_id',
        'form_stamp',
        'form_version',
        ...defaultFormFields.map(({ name }) => name),
      ]),
    },
    { weight: 1, arbitrary: uploadRequest },
  )
  const requests = fc.sample(every, { seed, numRuns: total })
  const found = new Map<string, { times: number; first: string }>()
  const work = async () => {
    for (let next = requests.pop(); next; next = requests.pop()) {
      const wrong = await tryOut(next).catch((error: unknown) => `no answer to be read: ${String(error)}`)
      if (!wrong) continue
      const known = found.get(wrong) ?? { times: 0, first: JSON.stringify(next).slice(0, 1_000) }
      found.set(wrong, { ...known, times: known.times + 1 })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  expect({ seed, found: [...found], logged: logged.slice(0, 5) }).toEqual({ seed, found: [], logged: [] })
})

/** What is wrong with the answer to this request; null when nothing is. */
async function tryOut({ method, path, headers, body, role }: HostileRequest): Promise<string | null> {
  const url = new URL(`http://kerbside.test${path}`)
  const token = tokens[role]
  const init = {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { body }),
  }
  const answer = await app.send(url.href, init, crypto.randomUUID())
  const text = await answer.text()
  if (answer.status >= 500) return `${answer.status} ${text.slice(0, 100)}`
  if (url.pathname === '/graphql' && method === 'POST') return wrongInGraphql(answer.status, text)
  if (method === 'HEAD' || answer.status < 400) return null
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json')
  if (isProblem || /^\/api(?:\/|$)/.test(url.pathname)) return wrongInProblem(answer, text)
  const names = answer.status === 422 ? wrongFieldsOf(url.pathname, text) : ['-']
  return names.length === 0 ? 'a form is refused without a field' : null
}

/** Signed pages mark a wrong field or list it above the form; and the page of the quote form has a list of them. */
const wrongFieldsOf = (path: string, page: string): string[] =>
  /^\/(?:manage|leads|firm)\//.test(path)
    ? (page.match(
        /aria-invalid="true"|class="error" role="alert"|class="problem"|<li>[^<]*: This field is not expected here/g,
      ) ?? [])
    : Object.keys(stateOf(page).form.errors)

const codes =
  'UNAUTHENTICATED FORBIDDEN NOT_FOUND BAD_USER_INPUT CONFLICT RATE_LIMITED UNAVAILABLE TOO_LARGE UNSUPPORTED'.split(
    ' ',
  )

function wrongInGraphql(status: number, text: string): string | null {
  const { errors = [] } = JSON.parse(text) as {
    errors?: { message: string; extensions?: { code?: string; fields?: object } }[]
  }
  for (const { message, extensions } of errors) {
    if (!codes.includes(extensions?.code ?? '')) return `the code ${extensions?.code} for ${message}`
    const names = Object.keys(extensions?.fields ?? {})
    const wholeBody = status === 400 && names.length === 0
    if (extensions?.code === 'BAD_USER_INPUT' && !wholeBody && names.length === 0) return `no field for ${message}`
  }
  return null
}

function wrongInProblem({ status, headers }: Response, text: string): string | null {
  if (headers.get('content-type') !== 'application/problem+json') return `${status} as ${headers.get('content-type')}`
  const problem = JSON.parse(text) as Record<string, unknown>
  const shape = ['type', 'title', 'status', 'detail', 'message'].filter((name) => !problem[name])
  if (shape.length > 0 || problem['status'] !== status) return `a problem without ${shape.join()}`
  const names = Object.keys((problem['errors'] as object | undefined) ?? {})
  return status === 422 && names.length === 0 ? `422 without a field: ${text.slice(90, 200)}` : null
}
