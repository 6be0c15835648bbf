import { restFieldName } from '@kerbside/schema/quotes/columns'
import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { honeypotName, plainLabel } from '@kerbside/schema/quotes/quote'
import type { TypedAnswer } from '../../offline/queued-quote.ts'
import type { Attribution } from './attribution.ts'

/** What stands in the form, under the form's names. An empty or unticked field is ''. */
export function typedAnswers(form: HTMLFormElement, fields: readonly FormField[]): Record<string, string> {
  const data = new FormData(form)
  const typed = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(fields.filter(({ visible }) => visible).map(({ name }) => [name, typed(name)]))
}

/** What stands in the field that only machines fill in. */
export function honeypotIn(form: HTMLFormElement): string {
  const value = new FormData(form).get(honeypotName)
  return typeof value === 'string' ? value : ''
}

export type QuoteFrame = {
  submissionId: string
  page: string
  formVersion: number
  /** Null when it was not measured. */
  elapsedMs: number | null
  attribution: Attribution
  /** The honeypot's content: empty when a person filled the form in. */
  website: string
}

/** The flat payload of `POST /api/quote` (docs/api.md, 2). What was left empty is left out. */
export function quoteBody(answers: Record<string, string>, frame: QuoteFrame): Record<string, unknown> {
  const given = Object.entries(answers).filter(([, value]) => value.trim() !== '')
  return {
    ...Object.fromEntries(given.map(([name, value]) => [restFieldName(name), value])),
    submission_id: frame.submissionId,
    page: frame.page,
    form_version: frame.formVersion,
    ...(frame.elapsedMs === null ? {} : { elapsed_ms: frame.elapsedMs }),
    url_type: frame.page,
    ...frame.attribution,
    ...(frame.website === '' ? {} : { [honeypotName]: frame.website }),
  }
}

/** The answers with the words of their fields, to show in the queue and to edit. */
export function labelled(fields: readonly FormField[], answers: Record<string, string>): TypedAnswer[] {
  return fields
    .filter(({ visible }) => visible)
    .map(({ name, label }) => ({ name, label: plainLabel(label), value: answers[name] ?? '' }))
}
