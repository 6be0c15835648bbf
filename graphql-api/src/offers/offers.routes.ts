import { offerDeclineReasons } from '@kerbside/schema/offers/offer'
import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../deps.ts'
import { readForm } from '../http/read-body.ts'
import { answerPage, answerPageError } from '../http/signed-page.ts'
import { addNewLink } from '../links/new-link.ts'
import { offerPage, type Decision } from './offer-page.ts'
import { acceptOffer, declineOffer, findOffer, openOfferPhoto, viewOffer } from './offers.service.ts'
import { undoDecline } from './undo-decline.ts'
import { visitCalendar } from './visit-calendar.ts'

/** Without a reason, or with one that we do not know, a no is a no. */
const Reason = z.enum(offerDeclineReasons).nullable().catch(null)

/**
 * The links in a firm's mails. Looking changes nothing, so a mail scanner that follows every link does no harm; only the
 * button of the page decides.
 */
export function offersRoutes() {
  const routes = new Hono<AppEnv>()
  for (const decision of ['accept', 'decline'] as const satisfies readonly Decision[]) {
    routes.get(`/offers/:token/${decision}`, async (c) => {
      const token = c.req.param('token')
      return answerPage(c, offerPage(await viewOffer(c.get('context'), token), decision, token))
    })
  }
  routes.post('/offers/:token/accept', async (c) => {
    const token = c.req.param('token')
    return answerPage(c, offerPage(await acceptOffer(c.get('context'), token), 'accept', token))
  })
  routes.post('/offers/:token/decline', async (c) => {
    const token = c.req.param('token')
    const { reason = null } = c.req.header('content-type') ? await readForm(c.req.raw) : {}
    const screen = await declineOffer(c.get('context'), token, Reason.parse(reason))
    return answerPage(c, offerPage(screen, 'decline', token))
  })
  routes.post('/offers/:token/undo', async (c) => {
    const token = c.req.param('token')
    await undoDecline(c.get('context'), await findOffer(c.get('context'), 'offer', token))
    return c.redirect(`/offers/${token}/accept`, 303)
  })
  routes.get('/offers/:token/photos/:photo', async (c) =>
    openOfferPhoto(await viewOffer(c.get('context'), c.req.param('token')), c.req.param('photo')),
  )
  routes.get('/offers/:token/visit.ics', async (c) => {
    const token = c.req.param('token')
    const job = `${c.get('context').config.PUBLIC_URL}/offers/${token}/accept`
    return visitCalendar(await viewOffer(c.get('context'), token), { at: c.req.query('at'), job })
  })
  addNewLink(routes, '/offers/:token', (ctx, token) => findOffer(ctx, 'offer', token), '/accept')
  return routes.onError((error, c) => answerPageError(c, error))
}
