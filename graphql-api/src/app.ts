import { AppError } from '@kerbside/schema/errors'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { randomUUID } from 'node:crypto'
import { auditRoutes } from './audit/audit.rest.ts'
import { authCookies } from './auth/auth-cookies.ts'
import { authRoutes } from './auth/auth.rest.ts'
import { viewerOf } from './auth/viewer.ts'
import { reportRoutes } from './dashboard/report.rest.ts'
import type { AppEnv, Deps } from './deps.ts'
import { contractorRoutes } from './contractors/contractors.rest.ts'
import { estimateRoutes } from './estimates/estimates.rest.ts'
import { exportRoutes } from './exports/exports.rest.ts'
import { firmPagesRoutes } from './firm-pages/firm-pages.routes.ts'
import { builder } from './graphql/builder.ts'
import { graphqlProblem } from './graphql/errors.ts'
import { graphqlRoutes } from './graphql/graphql-routes.ts'
import { clientAddress, isForeignOrigin } from './http/client-address.ts'
import { problem } from './http/errors.ts'
import { docsRoutes } from './http/openapi.ts'
import { register, rejectOtherMethods, type RestRoute } from './http/route.ts'
import { securityHeaders } from './http/security-headers.ts'
import { imageRoutes } from './images/images.rest.ts'
import { importRoutes } from './imports/imports.rest.ts'
import { leadRoutes } from './leads/leads.rest.ts'
import { manageRoutes } from './manage/manage.routes.ts'
import { offersRoutes } from './offers/offers.routes.ts'
import { healthRoutes } from './operation/health.ts'
import { createMetrics, type Metrics } from './operation/metrics.ts'
import { pageEditingRoutes } from './pages/page-editing.rest.ts'
import { publicPageRoutes } from './pages/pages.rest.ts'
import { pagesRoutes } from './pages/rendering/pages.routes.ts'
import { photoRoutes } from './photos/photos.rest.ts'
import { quoteFileRoutes } from './quote-files/quote-files.rest.ts'
import { consentRoutes } from './quotes/consent/consent.routes.ts'
import { formPost } from './quotes/form-post.ts'
import { quoteRoutes } from './quotes/quotes.rest.ts'
import { userRoutes } from './users/users.rest.ts'

// Each adds its types, queries and mutations to the builder.
import './audit/audit.graphql.ts'
import './auth/auth.graphql.ts'
import './auth/two-step.graphql.ts'
import './bulk-changes/bulk-changes.graphql.ts'
import './canary/canary.graphql.ts'
import './contractors/contractors.graphql.ts'
import './contractors/dry-run.graphql.ts'
import './contractors/evidence.graphql.ts'
import './dashboard/dashboard.graphql.ts'
import './dashboard/report.graphql.ts'
import './deliveries/deliveries.graphql.ts'
import './emails/emails.graphql.ts'
import './estimates/estimates.graphql.ts'
import './exports/exports.graphql.ts'
import './firm-pages/firm-pages.graphql.ts'
import './imports/imports.graphql.ts'
import './leads/live/lead-events.graphql.ts'
import './leads/leads.graphql.ts'
import './manage/manage.graphql.ts'
import './manage/ratings/ratings.graphql.ts'
import './offers/offers.graphql.ts'
import './pages/pages.graphql.ts'
import './pages/pictures/pictures.graphql.ts'
import './photos/photos.graphql.ts'
import './push/push.graphql.ts'
import './queues/queues.graphql.ts'
import './quote-files/quote-files.graphql.ts'
import './quotes/consent/consent.graphql.ts'
import './quotes/held-quotes.graphql.ts'
import './quotes/quotes.graphql.ts'
import './settings/settings.graphql.ts'
import './users/saved-views.graphql.ts'
import './users/users.graphql.ts'
import './webhooks/webhooks.graphql.ts'

export const graphqlSchema = builder.toSchema()

/** Every REST row under `/api`, one list per feature. */
export const restRoutes: readonly RestRoute[] = [
  ...authRoutes,
  ...userRoutes,
  ...leadRoutes,
  ...quoteFileRoutes,
  ...estimateRoutes,
  ...photoRoutes,
  ...exportRoutes,
  ...reportRoutes,
  ...importRoutes,
  ...quoteRoutes,
  ...publicPageRoutes,
  ...pageEditingRoutes,
  ...imageRoutes,
  ...contractorRoutes,
  ...auditRoutes,
]

/** The whole HTTP side as one `fetch`; tests call it without a port. */
export function createApp(deps: Deps) {
  const app = new Hono<AppEnv>()
  const metrics = createMetrics(deps)
  app.use(withContext(deps))
  app.use(requestLog(metrics))
  app.use(securityHeaders(deps.config))
  app.use(compress({ encoding: 'gzip' }))
  app.route('/', healthRoutes(deps, metrics))
  app.use('/api/*', withViewer, noStore)
  app.use('/graphql', withViewer)
  app.route('/api', docsRoutes(restRoutes))
  const rest = new Hono<AppEnv>()
  register(rest, restRoutes)
  rejectOtherMethods(rest, restRoutes)
  app.route('/api', rest)
  app.route('/', graphqlRoutes(deps, graphqlSchema))
  app.route('/', offersRoutes())
  app.route('/', firmPagesRoutes())
  app.route('/', consentRoutes())
  app.route('/', manageRoutes())
  // Last: it answers whatever path is left.
  app.route('/', pagesRoutes(deps, formPost))
  app.onError((error, c) => {
    const { log } = c.get('context')
    const respond = c.req.path === '/graphql' ? graphqlProblem : problem
    return respond(error, (cause) => log.error({ err: cause }, 'request failed'))
  })
  app.notFound(() => problem(new AppError('NOT_FOUND', 'There is nothing here.'), () => {}))
  return app
}

/** Gives every request its context: request id, client address and cookies. */
const withContext = (deps: Deps) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { PUBLIC_URL, TRUST_PROXY } = deps.config
    const given = c.req.header('x-request-id') ?? ''
    const requestId = /^[\w.-]{8,64}$/.test(given) ? given : deps.newId()
    const peer = c.env?.incoming?.socket.remoteAddress
    const address = clientAddress(peer, c.req.header('x-forwarded-for'), TRUST_PROXY)
    const foreign = isForeignOrigin(c.req.header('origin'), PUBLIC_URL, c.req.url)
    const cookies = authCookies(c)
    const log = deps.log.child({ requestId })
    c.set('context', {
      ...deps,
      viewer: null,
      client: { address, requestId, foreign, userAgent: c.req.header('user-agent') ?? '' },
      cookies,
      log,
    })
    c.set('nonce', randomUUID())
    await next()
    c.res.headers.set('x-request-id', requestId)
    for (const header of cookies.headers(deps.config)) c.res.headers.append('set-cookie', header)
  })

/** Looks the bearer token up. Public pages do without: they are the same for everybody. */
const withViewer = createMiddleware<AppEnv>(async (c, next) => {
  const context = c.get('context')
  const currentViewer = () => viewerOf(context, c.req.header('authorization'))
  c.set('context', { ...context, viewer: await currentViewer(), currentViewer })
  await next()
})

const noStore = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
})

/** One line and one measurement for each request. Patterns, not paths: those can hold tokens and search texts. */
const requestLog = (metrics: Metrics) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now()
    await next()
    const milliseconds = performance.now() - started
    const labels = { method: c.req.method, route: routePath(c), status: c.res.status }
    metrics.request(labels, milliseconds / 1000)
    const { log } = c.get('context')
    log[labels.status >= 500 ? 'warn' : 'debug']({ ...labels, ms: Math.round(milliseconds) }, 'request')
  })
