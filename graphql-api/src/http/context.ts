import { randomBytes } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { authCookies } from '../auth/auth-cookies.ts'
import { viewerOf } from '../auth/viewer.ts'
import { clientAddress, isForeignOrigin } from './client-address.ts'
import type { Context, Deps } from '../deps.ts'
import type { AppEnv } from './route.ts'

const requestIdPattern = /^[\w.-]{8,64}$/

/** Gives every request its context: request id, client address and, for the doors that know a session, the viewer. */
export const withContext = (deps: Deps) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const requestId = requestIdPattern.test(given) ? given : deps.newId()
    const address = clientAddress(
      c.env?.incoming?.socket.remoteAddress,
      c.req.header('x-forwarded-for'),
      deps.config.TRUST_PROXY,
    )
    const cookies = authCookies(c)
    const foreign = isForeignOrigin(c.req.header('origin'), deps.config.PUBLIC_URL, c.req.url)
    const context: Context = {
      ...deps,
      viewer: null,
      client: { address, requestId, foreign },
      cookies,
      log: deps.log.child({ requestId }),
    }
    c.set('context', context)
    c.set('nonce', randomBytes(16).toString('base64'))
    await next()
    c.res.headers.set('x-request-id', requestId)
    for (const header of cookies.headers(deps.config)) c.res.headers.append('set-cookie', header)
  })

/** Looks the bearer token up. Pages never do: they look the same to everybody. */
export const withViewer = createMiddleware<AppEnv>(async (c, next) => {
  const context = c.get('context')
  c.set('context', { ...context, viewer: await viewerOf(context, c.req.header('authorization')) })
  await next()
})
