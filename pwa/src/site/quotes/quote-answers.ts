import { attributionNames, flatEnvelope, restFieldName } from '@kerbside/schema/quotes/columns'
import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { honeypotName, plainLabel } from '@kerbside/schema/quotes/quote'
import type { SimpleStorage } from '../../offline/browser.ts'
import type { TypedAnswer } from '../../offline/outbox/queued-quote.ts'

/** What stands in the form, under the form's names. An empty or unticked field is ''. */
export function typedAnswers(form: HTMLFormElement, fields: readonly FormField[]): Record<string, string> {
  return Object.fromEntries(fields.filter(({ visible }) => visible).map(({ name }) => [name, textIn(form, name)]))
}

/** The content of the field that only bots fill in. */
export const honeypotIn = (form: HTMLFormElement): string => textIn(form, honeypotName)

/** What the form's challenge has left in it. */
export const challengeIn = (form: HTMLFormElement) => textIn(form, 'challenge_token') || undefined

function textIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

export type QuoteFrame = {
  submissionId: string
  page: string
  formVersion: number
  /** Null when it was not measured. */
  elapsedMs: number | null
  attribution: Attribution
  /** What the provider of the form's challenge gave for passing it. */
  challengeToken?: string | undefined
  /** The honeypot's content: empty when a person filled the form in. */
  website: string
}

/** The flat payload of `POST /api/quote` (docs/api.md, 2). What was left empty is left out. */
export function quoteBody(answers: Record<string, string>, frame: QuoteFrame): Record<string, unknown> {
  const given = Object.entries(answers).filter(([, value]) => value.trim() !== '')
  return {
    ...Object.fromEntries(given.map(([name, value]) => [restFieldName(name), value])),
    ...flatEnvelope({ ...frame, elapsedMs: frame.elapsedMs ?? undefined, urlType: frame.page }),
    ...frame.attribution,
    ...(frame.website === '' ? {} : { [honeypotName]: frame.website }),
  }
}

/** The answers with the labels of their fields, to show in the queue and to edit. */
export function labelled(fields: readonly FormField[], answers: Record<string, string>): TypedAnswer[] {
  return fields
    .filter(({ visible }) => visible)
    .map(({ name, label }) => ({ name, label: plainLabel(label), value: answers[name] ?? '' }))
}

const { referrer: _, ...utmNames } = attributionNames

/** Where the visitor came from, under the names of the REST API. */
type Attribution = Partial<Record<(typeof attributionNames)[keyof typeof attributionNames], string>>

const storageKey = 'quote_attribution'
const maxLength = 300

/** Attribution of the visit's first page: a homeowner who reads other pages first still came by the campaign. */
export function attributionOf(location: Location, referrer: string, storage: SimpleStorage): Attribution {
  const stored = readStored(storage)
  if (stored) return stored
  const attribution = firstSeen(new URL(location.href), referrer)
  storage.setItem(storageKey, JSON.stringify(attribution))
  return attribution
}

function firstSeen(url: URL, referrer: string): Attribution {
  const attribution: Attribution = {}
  for (const name of Object.values(utmNames)) {
    const value = url.searchParams.get(name)?.trim().slice(0, maxLength)
    if (value) attribution[name] = value
  }
  // The address alone: a query string may hold personal data.
  const from = URL.canParse(referrer) ? new URL(referrer) : null
  if (from && from.origin !== url.origin) attribution.referrer = (from.origin + from.pathname).slice(0, maxLength)
  return attribution
}

function readStored(storage: SimpleStorage): Attribution | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null')
    return typeof stored === 'object' && stored !== null ? (stored as Attribution) : null
  } catch {
    return null // Not ours: the address of this page is used.
  }
}
