import { Hono } from 'hono'
import type { AppEnv } from '../deps.ts'
import { answerPage, answerPageError } from '../http/signed-page.ts'
import { offerPage, type Decision } from './offer-page.ts'
import { acceptOffer, declineOffer, openOfferPhoto, viewOffer } from './offers.service.ts'
import { visitCalendar } from './visit-calendar.ts'

const decisions = { accept: acceptOffer, decline: declineOffer } as const

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
    routes.post(`/offers/:token/${decision}`, async (c) => {
      const token = c.req.param('token')
      return answerPage(c, offerPage(await decisions[decision](c.get('context'), token), decision, token))
    })
  }
  routes.get('/offers/:token/photos/:photo', async (c) =>
    openOfferPhoto(await viewOffer(c.get('context'), c.req.param('token')), c.req.param('photo')),
  )
  routes.get('/offers/:token/visit.ics', async (c) => {
    const token = c.req.param('token')
    const job = `${c.get('context').config.PUBLIC_URL}/offers/${token}/accept`
    return visitCalendar(await viewOffer(c.get('context'), token), { at: c.req.query('at'), job })
  })
  return routes.onError((error, c) => answerPageError(c, error))
}
