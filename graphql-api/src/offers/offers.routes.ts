import { Hono, type Context as HonoContext } from 'hono'
import { html } from 'hono/html'
import { answerHtml, type HtmlStatus } from '../http/html-response.ts'
import { plainPage } from '../http/plain-page.ts'
import { shownError } from '../http/errors.ts'
import type { AppEnv } from '../deps.ts'
import { contentSecurityPolicy } from '../http/security-headers.ts'
import { offerPage, type Decision, type OfferDocument } from './offer-page.ts'
import { acceptOffer, declineOffer, viewAcceptedLead, viewOffer } from './offers.service.ts'

type C = HonoContext<AppEnv>

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
      return show(c, offerPage(await viewOffer(c.get('context'), token), decision, token))
    })
    routes.post(`/offers/:token/${decision}`, async (c) => {
      const token = c.req.param('token')
      return show(c, offerPage(await decisions[decision](c.get('context'), token), decision, token))
    })
  }
  routes.get('/leads/:token', async (c) => {
    const token = c.req.param('token')
    return show(c, offerPage(await viewAcceptedLead(c.get('context'), token), 'accept', token))
  })
  return routes.onError((error, c) => errorPage(c, error))
}

function show(c: C, { title, body }: OfferDocument, status: HtmlStatus = 200, headers: Record<string, string> = {}) {
  const nonce = c.get('nonce')
  return answerHtml(c, String(plainPage({ title, body, nonce })), {
    status,
    cache: 'no-store',
    headers: {
      ...headers,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': contentSecurityPolicy(nonce, { 'default-src': "'none'", 'script-src': "'none'" }),
    },
  })
}

const titles: Record<string, string> = { NOT_FOUND: 'We do not know this link', GONE: 'This link has run out' }

/** Kind, and without a word about whose link it might have been. */
function errorPage(c: C, error: unknown) {
  const { appError, message, status, headers } = shownError(error, (err) => {
    c.get('context').log.error({ err }, 'offer page failed')
  })
  const title = (appError && titles[appError.code]) ?? 'Something went wrong'
  const body = html`<div class="card">
    <h1>${title}</h1>
    <p>${message}</p>
  </div>`
  return show(c, { title, body }, status as HtmlStatus, headers)
}
