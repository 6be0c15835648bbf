import { OpenAPIHono } from '@hono/zod-openapi'
import { AppError } from '@kerbside/schema/errors'
import { compress } from 'hono/compress'
import { authRoutes } from './auth/auth.rest.ts'
import { withContext, withViewer } from './http/context.ts'
import type { Deps } from './deps.ts'
import { graphqlProblem } from './graphql/errors.ts'
import { graphqlRoutes } from './graphql/graphql-routes.ts'
import { healthRoutes } from './operation/health.ts'
import { imageRoutes } from './images/images.rest.ts'
import { leadRoutes } from './leads/leads.rest.ts'
import { createMetrics } from './operation/metrics.ts'
import { offersRoutes } from './offers/offers.routes.ts'
import { docsRoutes } from './http/openapi.ts'
import { pageEditingRoutes } from './pages/page-editing.rest.ts'
import { publicPageRoutes } from './pages/pages.rest.ts'
import { pagesRoutes } from './pages/rendering/pages.routes.ts'
import { problem } from './http/problem.ts'
import { quoteRoutes } from './quotes/quotes.rest.ts'
import { requestLog } from './operation/request-log.ts'
import { register, type AppEnv, type RestRoute } from './http/route.ts'
import { securityHeaders } from './http/security-headers.ts'
import { userRoutes } from './users/users.rest.ts'

/** Every REST row under `/api`, one list per feature. */
export const restRoutes: readonly RestRoute[] = [
  ...authRoutes,
  ...userRoutes,
  ...leadRoutes,
  ...quoteRoutes,
  ...publicPageRoutes,
  ...pageEditingRoutes,
  ...imageRoutes,
]

/** The whole HTTP side as one `fetch`; tests call it without a port. */
export function createApp(deps: Deps) {
  const app = new OpenAPIHono<AppEnv>()
  const metrics = createMetrics(deps)
  app.use(withContext(deps))
  app.use(requestLog(metrics))
  app.use(securityHeaders(deps.config))
  app.use(compress({ encoding: 'gzip' }))
  app.route('/', healthRoutes(deps, metrics))
  app.use('/api/*', withViewer)
  app.use('/graphql', withViewer)
  const rest = createRestApp()
  app.route('/api', docsRoutes(rest))
  app.route('/api', rest)
  app.route('/', graphqlRoutes(deps))
  app.route('/', offersRoutes())
  // Last: it answers whatever path is left.
  app.route('/', pagesRoutes(deps))
  app.onError((error, c) => {
    const { log } = c.get('context')
    const answer = c.req.path === '/graphql' ? graphqlProblem : problem
    return answer(error, (cause) => log.error({ err: cause }, 'request failed'))
  })
  app.notFound(() => problem(new AppError('NOT_FOUND', 'There is nothing here.'), () => {}))
  return app
}

/** Without services: the documentation is printed from it too. */
export function createRestApp() {
  const rest = new OpenAPIHono<AppEnv>()
  rest.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  register(rest, restRoutes)
  return rest
}
