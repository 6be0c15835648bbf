import type { Answer } from '@kerbside/schema/leads/lead'
import type { Context as HonoContext } from 'hono'
import { html } from 'hono/html'
import type { AppEnv } from '../deps.ts'
import { shownError } from './errors.ts'
import { answerHtml, type HtmlStatus } from './html-response.ts'
import { plainPage, type Html } from './plain-page.ts'
import { contentSecurityPolicy } from './security-headers.ts'

// The pages of signed links in emails (docs/api.md, section 10).

export type SignedPage = { title: string; body: Html }

type C = HonoContext<AppEnv>

export function answerPage(
  c: C,
  { title, body }: SignedPage,
  status: HtmlStatus = 200,
  headers: Record<string, string> = {},
) {
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
export function answerPageError(c: C, error: unknown) {
  const { appError, message, status, headers } = shownError(error, (err) => {
    c.get('context').log.error({ err }, 'signed page failed')
  })
  const title = (appError && titles[appError.code]) ?? 'Something went wrong'
  const body = html`<div class="card">
    <h1>${title}</h1>
    <p>${message}</p>
  </div>`
  return answerPage(c, { title, body }, status as HtmlStatus, headers)
}

/** A page that says one thing about a request; without a reference when nothing may tell which one. */
export function messagePage(reference: string | null, title: string, sentences: readonly string[]): SignedPage {
  const body = html`<div class="card">
    ${reference && html`<p class="tag tag-slate">${reference}</p>`}
    <h1>${title}</h1>
    ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
  </div>`
  return { title, body }
}

/** One entry of a `dl`. */
export const fact = (label: string, value: string | Html) =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`

export const answerItem = ({ label, value }: Answer) =>
  html`<div class="${value.length > 60 ? 'wide' : ''}">
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`
