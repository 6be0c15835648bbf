import { randomBytes } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { viewerOf } from './auth/viewer.ts'
import { clientAddress } from './client-address.ts'
import type { Context, Deps } from './deps.ts'
import type { AppEnv } from './rest.ts'

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
    const context: Context = {
      ...deps,
      viewer: null,
      client: { address, requestId },
      log: deps.log.child({ requestId }),
    }
    c.set('context', context)
    c.set('nonce', randomBytes(16).toString('base64'))
    c.header('x-request-id', requestId)
    await next()
  })

/** Looks the bearer token up. Pages never do: they look the same to everybody. */
export const withViewer = createMiddleware<AppEnv>(async (c, next) => {
  const context = c.get('context')
  c.set('context', { ...context, viewer: await viewerOf(context, c.req.header('authorization')) })
  await next()
})
