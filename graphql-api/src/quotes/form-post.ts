import { attributionNames } from '@kerbside/schema/quotes/columns'
import type { Context as HonoContext } from 'hono'
import { setCookie } from 'hono/cookie'
import { isHttps } from '../config.ts'
import { retryHeaders, statusOf, toAppError } from '../http/errors.ts'
import { fromFlat, type QuoteRequest } from '@kerbside/schema/submission/quote-request'
import { submitQuote } from './quotes.service.ts'
import { readForm } from '../http/read-body.ts'
import type { AppEnv } from '../deps.ts'
import { answerHtml, type HtmlStatus } from '../http/html-response.ts'
import { pageToPostTo, type PublishedPage } from '../pages/pages.service.ts'
import type { FormStamps } from '../pages/rendering/screens.ts'
import { referenceCookie, type FormPost } from '../pages/rendering/pages.routes.ts'

type C = HonoContext<AppEnv>

const cookieSeconds = 600

/** The quote form posted by a browser without script, to the page it stands on. */
export const formPost: FormPost = ({ stamps, screens, notFound }) => {
  return async (c) => {
    const page = await pageToPostTo(c.get('context'), c.req.path)
    if (page === null) return notFound(c)
    const fields = await readForm(c.req.raw)
    try {
      const { lead } = await submitQuote(c.get('context'), toQuote(page, fields, stamps, c.req.header('referer')))
      return thank(c, lead.reference)
    } catch (error) {
      return showErrors(c, page, fields, error)
    }
  }

  async function showErrors(c: C, page: PublishedPage, fields: Fields, error: unknown): Promise<Response> {
    const appError = toAppError(error)
    if (appError === null) throw error
    if (appError.code === 'UNAVAILABLE') c.get('context').log.warn({ err: error }, 'form post not stored')
    // A conflict means that other answers were sent under this id. Sent again they are a new request with a new id.
    const isConflict = appError.code === 'CONFLICT'
    const submissionId = isConflict || appError.fields?.['submission_id'] ? undefined : fields['submission_id']
    const document = await screens.invalidPage(c, page, {
      ...(submissionId && { submissionId }),
      ...(stamps.read(fields['form_stamp'] ?? '') && { stamp: fields['form_stamp'] ?? '' }),
      answers: answersOf(page, fields),
      errors: appError.fields ?? { form: [`${appError.message} ${isConflict ? sendAgain : nothingSent}`] },
    })
    const status = statusOf(appError) as HtmlStatus
    return answerHtml(c, document, {
      status,
      cache: 'no-store',
      headers: { ...screens.headers(c, page), ...retryHeaders(appError) },
    })
  }
}

const nothingSent = 'Nothing was sent; your answers are still here.'
const sendAgain = 'These answers were not sent. Press the button again to send them as a new request.'

type Fields = Record<string, string>

function toQuote(page: PublishedPage, fields: Fields, stamps: FormStamps, referer: string | undefined): QuoteRequest {
  const { page: _, ...rest } = fields
  return {
    ...fromFlat('html', { ...campaignOf(referer), ...rest }),
    page: page.url,
    shownAt: stamps.read(fields['form_stamp'] ?? ''),
  }
}

const utmNames: string[] = Object.values(attributionNames).filter((name) => name.startsWith('utm_'))

/** The form posts to the page's path without its query, so the campaign comes from the referrer. */
function campaignOf(referer: string | undefined): Fields {
  if (!referer || !URL.canParse(referer)) return {}
  const named = [...new URL(referer).searchParams].filter(([name]) => utmNames.includes(name))
  return Object.fromEntries(named.map(([name, value]) => [name, value.slice(0, 200)]))
}

const answersOf = (page: PublishedPage, fields: Fields): Fields =>
  Object.fromEntries(
    (page.form?.fields ?? []).flatMap(({ name }) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  )

function thank(c: C, reference: string): Response {
  setCookie(c, referenceCookie, reference, {
    path: '/thank-you',
    maxAge: cookieSeconds,
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps(c.get('context').config),
  })
  c.header('cache-control', 'no-store')
  return c.redirect('/thank-you', 303)
}
