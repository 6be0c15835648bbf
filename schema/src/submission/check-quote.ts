import * as z from 'zod/mini'
import type { Trade } from '../contractors/contractor.ts'
import type { FieldErrors } from '../errors.ts'
import { capitalised } from '../text.ts'
import { fieldErrors } from '../validate.ts'
import { columnOf, journeyColumns, restFieldName, restNameOf, type LeadColumn } from '../quotes/columns.ts'
import { newField, type FormField } from '../quotes/form-definition.ts'
import { answersSchema, honeypotName } from '../quotes/quote.ts'
import { envelopeName, QuoteEnvelope, type QuoteRequest, type Transport } from './quote-request.ts'

/** The form that a homeowner saw: one version of one page. */
export type QuoteForm = {
  version: number
  trade: Trade
  /** With the labels and in the order of the page; hidden fields last. */
  fields: readonly FormField[]
}

/** A form under the field names of one transport. */
type NamedForm = {
  /** `field.name` is the transport's name; `name` the form's own. */
  fields: { name: string; column: LeadColumn | null; field: FormField }[]
  schema: ReturnType<typeof answersSchema>
}

const namedForms = new WeakMap<QuoteForm, Map<Transport, NamedForm>>()

/** Made once per form version and transport. */
function namedForm(form: QuoteForm, transport: Transport): NamedForm {
  const byTransport = namedForms.get(form) ?? new Map<Transport, NamedForm>()
  namedForms.set(form, byTransport)
  const known = byTransport.get(transport)
  if (known) return known
  const fields = transport === 'rest' ? formRestFields(form) : form.fields.map((field) => named(field, field.name))
  const made = { fields, schema: answersSchema(fields.map(({ field }) => field)) }
  byTransport.set(transport, made)
  return made
}

const named = (field: FormField, name: string) => ({
  name: field.name,
  column: columnOf(field.name),
  field: { ...field, name },
})

/** Flat columns, with those of a journey even when the form does not ask for one. */
export function formRestFields({ fields }: Pick<QuoteForm, 'fields'>): NamedForm['fields'] {
  const taken = new Set<string>()
  const own = fields.map((field) => {
    const column = restFieldName(field.name)
    const name = taken.has(column) ? field.name : column
    taken.add(name)
    // REST never requires driveway_type (docs/api.md, 2).
    return named(columnOf(field.name) === 'drivewayType' ? { ...field, required: false } : field, name)
  })
  const journey = journeyColumns
    .filter((column) => !taken.has(restNameOf(column)))
    .map((column) => named(journeyField(column), restNameOf(column)))
  return [...own, ...journey]
}

function journeyField(column: (typeof journeyColumns)[number]): FormField {
  const name = restNameOf(column)
  const label = name.replaceAll('_', ' ')
  const type = column === 'distance' ? 'number' : 'text'
  return { ...newField(0), id: name, name, label: capitalised(label), type, icon: 'MapPin' }
}

/** A quote that has passed every check. */
export type CheckedQuote = {
  form: QuoteForm
  fields: NamedForm['fields']
  /** Normalised, under the names of the transport. */
  values: Record<string, string | null>
  /** As they were typed, under the names of the transport. */
  typed: Record<string, unknown>
  envelope: QuoteEnvelope
  /** A field that only machines fill in is filled in. */
  isMachine: boolean
}

export const parseEnvelope = (request: QuoteRequest) =>
  z.safeParse(QuoteEnvelope, { ...request, attribution: request.attribution ?? {} })

/** Checks a request against the form that the homeowner saw. All wrong fields are named, as the transport names them. */
export function checkQuote(
  form: QuoteForm,
  request: QuoteRequest,
  envelope = parseEnvelope(request),
): { quote: CheckedQuote } | { errors: FieldErrors } {
  const { transport, repeated = [] } = request
  const { [honeypotName]: honeypot, ...typed } = request.answers
  const { fields, schema } = namedForm(form, transport)
  const answers = z.safeParse(schema, typed)
  const inEnvelope = Object.entries(envelope.error ? fieldErrors(envelope.error) : {})
  const errors: FieldErrors = {
    ...(answers.error && fieldErrors(answers.error)),
    ...Object.fromEntries(inEnvelope.map(([name, texts]) => [envelopeName(transport, name), texts])),
    ...(typeof honeypot === 'object' && honeypot !== null && { [honeypotName]: ['Must be text'] }),
    ...Object.fromEntries(repeated.map((name) => [name, ['This field is answered twice.']])),
  }
  if (!envelope.success || !answers.success || Object.keys(errors).length > 0) return { errors }
  const isMachine = String(honeypot ?? '').trim() !== ''
  return { quote: { form, fields, values: answers.data, typed, envelope: envelope.data, isMachine } }
}
