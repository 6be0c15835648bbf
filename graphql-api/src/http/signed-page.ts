import { AppError, type FieldErrors } from '@kerbside/schema/errors'
import type { Answer } from '@kerbside/schema/leads/lead'
import type { Context as HonoContext } from 'hono'
import { html } from 'hono/html'
import type { AppEnv } from '../deps.ts'
import { EndedLink, shownError, statusOf } from './errors.ts'
import { answerHtml, type HtmlStatus } from './html-response.ts'
import { plainPage, type Html } from './plain-page.ts'
import { readForm } from './read-body.ts'
import { contentSecurityPolicy } from './security-headers.ts'

// The pages of signed links in emails, and their forms (docs/api.md, section 10).

export type SignedPage = Pick<Parameters<typeof plainPage>[0], 'title' | 'body' | 'style' | 'script'>

type C = HonoContext<AppEnv>

export function answerPage(
  c: C,
  { title, body, style, script = null }: SignedPage,
  status: HtmlStatus = 200,
  headers: Record<string, string> = {},
) {
  const nonce = c.get('nonce')
  return answerHtml(c, String(plainPage({ title, body, nonce, style, script })), {
    status,
    cache: 'no-store',
    headers: {
      ...headers,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': contentSecurityPolicy(nonce, {
        'default-src': "'none'",
        'img-src': "'self'",
        'script-src': script === null ? "'none'" : `'nonce-${nonce}'`,
      }),
    },
  })
}

const titles: Record<string, string> = {
  NOT_FOUND: 'We do not know this link',
  GONE: 'This link has run out',
  CONFLICT: 'This is not possible any more',
}

/** Kind, and without a word about whose link it might have been. */
export function answerPageError(c: C, error: unknown) {
  const { appError, message, status, headers } = shownError(error, (err) => {
    c.get('context').log.error({ err }, 'signed page failed')
  })
  const isEnded = error instanceof EndedLink
  const title = isEnded ? 'This link has ended' : ((appError && titles[appError.code]) ?? 'Something went wrong')
  const [, pages, token] = c.req.path.split('/')
  const body = html`<div class="card">
    <h1>${title}</h1>
    <p>${message}</p>
    ${
      isEnded &&
      html`<form method="post" action="/${pages}/${token}/new-link"><button>Email me a new link</button></form>`
    }
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

/** What was posted and could not be taken, beside what is wrong with it. */
export type Rejected = { fields: Record<string, string>; errors: FieldErrors }

type Form = {
  submit: (fields: Rejected['fields']) => Promise<Response>
  /** The page with the form, with what was posted and what is wrong with it. */
  again: (rejected: Rejected) => Promise<SignedPage>
}

/** Answers a posted form. What could not be taken is shown again, so that nothing has to be typed twice. */
export async function answerForm(c: C, { submit, again }: Form): Promise<Response> {
  const fields = await readForm(c.req.raw)
  try {
    return await submit(fields)
  } catch (error) {
    if (!(error instanceof AppError) || error.fields === undefined) throw error
    return answerPage(c, await again({ fields, errors: error.fields }), statusOf(error) as HtmlStatus)
  }
}

/** What is wrong with a field; its input names it by the id. */
export const fieldError = (name: string, rejected: Rejected | null): Html | '' => {
  const message = rejected?.errors[name]?.[0]
  return message === undefined ? '' : html`<p class="error" id="${name}-error">${message}</p>`
}

type TextField = {
  name: string
  label: string
  hint?: string
  type?: 'text' | 'date'
  inputMode?: 'numeric' | 'decimal'
  /** The earliest date. */
  min?: string
}

/** A field with its label, its hint and what was wrong with it. */
export function textField({ name, label, hint, type = 'text', inputMode, min }: TextField, rejected: Rejected | null) {
  const isWrong = rejected?.errors[name] !== undefined
  const described = [hint && `${name}-hint`, isWrong && `${name}-error`].filter(Boolean).join(' ')
  return html`<label for="${name}">${label}</label>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''} ${fieldError(name, rejected)}
    <input
      class="text"
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="off"
      value="${rejected?.fields[name] ?? ''}"
      ${inputMode ? html`inputmode="${inputMode}"` : ''}
      ${min ? html`min="${min}"` : ''}
      ${described ? html`aria-describedby="${described}"` : ''}
      ${isWrong ? html`aria-invalid="true"` : ''}
    />`
}

type TextArea = {
  name: string
  label: Html | string
  rows: number
  maxLength: number
  /** Unlike its name where a page has several. */
  id?: string
  isOptional?: boolean
  /** What stands in it where nothing was posted. */
  value?: string
}

/** A field for a longer text, with its label, what was wrong with it, and what was posted. */
export function textArea(
  { name, label, rows, maxLength, id = name, isOptional = false, value = '' }: TextArea,
  rejected: Rejected | null,
): Html {
  const error = rejected?.errors[name]?.[0]
  return html`<label for="${id}">${label}</label>
    ${error === undefined ? '' : html`<p class="error" id="${id}-error">${error}</p>`}
    <textarea
      class="text"
      id="${id}"
      name="${name}"
      rows="${rows}"
      maxlength="${maxLength}"
      ${isOptional ? '' : html`required`}
      ${error === undefined ? '' : html`aria-invalid="true" aria-describedby="${id}-error"`}
    >
${rejected?.fields[name] ?? value}</textarea>`
}
