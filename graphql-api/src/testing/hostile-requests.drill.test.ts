import { manageLink } from '@kerbside/schema/links/signed-link'
import { seed } from '@kerbside/schema/testing/drill'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { defaultFormFields } from '@kerbside/schema/quotes/default-form'
import { dayAfter, londonDay } from '@kerbside/schema/time/london-time'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { graphqlSchema, restRoutes } from '../app.ts'
import { sendEstimate } from '../estimates/send-estimate.ts'
import { firmPagesRoutes } from '../firm-pages/firm-pages.routes.ts'
import { manageRoutes } from '../manage/manage.routes.ts'
import { offersRoutes } from '../offers/offers.routes.ts'
import { anOffer, idOf } from './offers.ts'
import { accepted, aDraft } from './prices.ts'
import { builtWebApp, publishPage, stateOf } from './site.ts'
import { restAnswers } from './quotes.ts'
import { graphqlRequest, restRequest, type HostileRequest, type Known } from './hostile.ts'
import { pageRequest, uploadRequest, type KnownPages, type Signed } from './hostile-pages.ts'
import { createTestApp, createUser, signInAs, testConfig, useTestApp, type TestApp } from './test-app.ts'
import { signLink, type Unaddressed } from './sign-link.ts'

const total = 4_000
const atOnce = 8

useTestApp()
const { dist } = builtWebApp()
const logged: string[] = []
let app: TestApp
let known: Known & KnownPages
const tokens: Record<HostileRequest['role'], string | null> = { visitor: null, user: null, manager: null, admin: null }

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  app = createTestApp(testConfig({ PWA_DIST: dist, RATE_LIMITS: 'off' }), { log })
  tokens.user = await signInAs('user')
  tokens.manager = await signInAs('manager')
  tokens.admin = await signInAs('admin')
  await ContractorModel.create(['a', 'b'].map((firm) => ({ _id: idOf(firm), ...aContractor(`Firm ${firm}`) })))
  const leads = Array.from({ length: 8 }, (_, index) => index + 1)
  const signed: Signed[] = []
  for (const id of leads) signed.push(await aPricedLead(id))
  const nowhere: Signed = { offers: 'x', leads: 'x', manage: 'x', firm: 'x', 'stop-offers': 'x', price: 'x' }
  const [one = nowhere, other = nowhere] = signed
  const pages = [
    await publishPage('/spring', 'index', 'spring'),
    await publishPage('/about/team', 'about', 'about-team'),
  ]
  const others = await Promise.all([createUser('manager'), createUser('user')])
  const answers = await Promise.all(signed.map(({ price }) => EstimateModel.findById(price).lean().orFail()))
  known = {
    routes: [offersRoutes(), firmPagesRoutes(), manageRoutes()].flatMap(({ routes }) => routes.map(({ path }) => path)),
    forms: {
      ...Object.fromEntries(answers.map(({ _id, sha256 }) => [`/${_id}/choose`, { name: 'Aoife Byrne', sha256 }])),
      '/price': aPriceForm(),
      '/withdraw': { reason: 'We are fully booked' },
      '/agreement': { start_day: dayAfter(londonDay(new Date()), 7) },
      '/stop-offers': { 'List-Unsubscribe': 'One-Click' },
      '/nothing-fits': { reason: 'price' },
      '/questions': { to: idOf('a'), question: 'When can you begin?' },
    },
    ids: [
      ...leads.map(String),
      ...signed.map(({ price }) => price),
      idOf('a'),
      ...pages,
      ...others.map(({ _id }) => String(_id)),
    ],
    // Each purpose with its own tokens; and with those of another, of nobody, and a price of another lead.
    signed: [
      ...signed,
      nowhere,
      {
        offers: one.leads,
        leads: one.offers,
        manage: one.firm,
        firm: one.manage,
        'stop-offers': one.leads,
        price: one.price,
      },
      { ...one, price: other.price },
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

/** A lead that one firm has accepted and priced, and that is on offer to another. */
async function aPricedLead(leadId: number): Promise<Signed> {
  await LeadModel.create(aLead(leadId, { offers: [accepted('a'), anOffer('b')] }))
  const price = crypto.randomUUID()
  const firm = { id: idOf('a'), name: 'Firm a' }
  const sent = { leadId, firm, id: price, draft: aDraft(), variationOf: null, enteredBy: null }
  await sendEstimate(app.contextOf(), sent)
  const sign = async (link: Unaddressed) => signLink(app.deps, link, new Date('2036-01-01'))
  return {
    offers: await sign({ purpose: 'offer', leadId, contractorId: idOf('b') }),
    leads: await sign({ purpose: 'lead', leadId, contractorId: firm.id }),
    manage: await sign(manageLink(leadId, aLead(leadId).email)),
    firm: await sign({ purpose: 'firm', contractorId: firm.id }),
    'stop-offers': await sign({ purpose: 'stop-offers', contractorId: firm.id }),
    price,
  }
}

/** A price as the form of a firm posts it. */
const aPriceForm = () => ({
  id: crypto.randomUUID(),
  kind: 'fixed',
  isVatRegistered: 'yes',
  'lines.0.text': 'Block paving',
  'lines.0.quantity': '42.5',
  'lines.0.unit': 'm²',
  'lines.0.unitPrice': '80',
  'lines.0.rate': '2000',
  validUntilDay: dayAfter(londonDay(new Date()), 30),
})

/** The names of the fields of every form that anybody posts without script. */
const formNames = [
  ...'submission_id form_stamp form_version name sha256 reason others_because start_day do firm to'.split(' '),
  ...'id kind isVatRegistered variationOf deposit validUntilDay startDay message question answer'.split(' '),
  ...'outcome stars stages.0.text stages.0.amount checklist.excavation lines.99999.text lines.x.y'.split(' '),
  ...['text', 'quantity', 'unit', 'unitPrice', 'rate', 'rateReason'].map((field) => `lines.0.${field}`),
  ...defaultFormFields.map(({ name }) => name),
]

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
    { weight: 3, arbitrary: pageRequest(known, formNames) },
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
  return names.length === 0 ? 'a form is rejected without a field' : null
}

/** Signed pages mark a wrong field or list it above the form; and the page of the quote form has a list of them. */
const wrongFieldsOf = (path: string, page: string): string[] =>
  /^\/(?:manage|leads|firm)\//.test(path)
    ? (page.match(
        /aria-invalid="true"|class="error" role="alert"|class="problem"|<li>[^<]*: This field is not expected here|Send List-Unsubscribe=One-Click/g,
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
