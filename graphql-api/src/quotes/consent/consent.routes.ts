import { Hono } from 'hono'
import type { AppEnv } from '../../deps.ts'
import { answerPage, answerPageError } from '../../http/signed-page.ts'
import { consentPage } from './consent-page.ts'
import { openConsentRecord } from './consent.service.ts'

/** The consent record of a lead as a page to print, by the signed address of the GraphQL field consentRecordUrl. */
export function consentRoutes() {
  const routes = new Hono<AppEnv>()
  routes.get('/api/consent/:token', async (c) => {
    const ctx = c.get('context')
    return answerPage(c, consentPage(await openConsentRecord(ctx, c.req.param('token')), ctx.config.PUBLIC_URL))
  })
  return routes.onError((error, c) => answerPageError(c, error))
}
