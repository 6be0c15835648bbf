import { mongo } from 'mongoose'
import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import { leadSubmitted } from '../events/event.jobs.ts'
import { referenceOf } from '../leads/lead-id.model.ts'
import type { LeadRecord } from '../leads/lead.model.ts'
import { priorityOf, type Answer } from '../leads/lead.ts'
import { searchFieldsOf } from '../leads/search-text.ts'
import { columnOf, leadColumnNames, type LeadColumns } from '../quotes/columns.ts'
import type { FieldType, FormField } from '../quotes/form-definition.ts'
import type { Country } from '../quotes/phone.ts'
import { countryOf } from '../quotes/postcode.ts'
import { plainLabel, quoteNotice } from '../quotes/quote.ts'
import type { CheckedQuote } from './check-quote.ts'

/** What a lead has that no quote tells. */
type Given = { id: number; submissionId: string; maximumFirms: number; createdAt: Date; address?: string }

/** The lead that a checked quote becomes, with the event that starts the worker's part. */
export function leadOfQuote(quote: CheckedQuote, { address, ...given }: Given): LeadRecord {
  const { id, submissionId, maximumFirms, createdAt } = given
  const { form, envelope } = quote
  const columns = columnsOf(quote)
  const fullName = `${columns.firstName} ${columns.lastName}`.trim()
  const reference = referenceOf(id)
  const page = envelope.page ?? '/'
  const lead: Omit<LeadRecord, 'requestDigest'> = {
    _id: id,
    reference,
    submissionId,
    ...columns,
    fullName,
    ...searchFieldsOf({ ...columns, fullName, reference }),
    answers: answersOf(quote),
    trade: form.trade,
    status: 'new',
    statusHistory: [],
    lostReason: null,
    priority: priorityOf(form.fields, columns),
    assignedTo: null,
    followUpAt: null,
    isConfirmation: false,
    urlType: envelope.urlType ?? page,
    page,
    formVersion: form.version,
    notice: quoteNotice(maximumFirms),
    ...(address !== undefined && {
      consent: { jurisdiction: jurisdictionOf(columns), ...(isIP(address) && { address }) },
    }),
    maximumFirms,
    attribution: envelope.attribution,
    offers: [],
    matching: [],
    dispatchedAt: null,
    outbox: [leadSubmitted(id, createdAt)],
    nextPromiseAlert: 'warning',
    version: 1,
    createdAt,
    updatedAt: createdAt,
  }
  return { ...lead, requestDigest: requestDigest(lead) }
}

/** Whose law it is that the homeowner agreed under. */
const jurisdictionOf = ({ postcode, mobile }: LeadColumns): Country =>
  (postcode && countryOf(postcode)) || (mobile.startsWith('+353') ? 'IE' : 'GB')

const blankColumns: LeadColumns = {
  ...(Object.fromEntries(leadColumnNames.map((column) => [column, null])) as Record<keyof LeadColumns, null>),
  firstName: '',
  lastName: '',
  email: '',
  mobile: '',
}

/** What is stored in columns; what is not answered is blank. */
export function columnsOf({ fields, values }: Pick<CheckedQuote, 'fields' | 'values'>): LeadColumns {
  const columns: LeadColumns = { ...blankColumns }
  for (const { column, field } of fields) {
    const value = values[field.name] ?? null
    if (column === null || value === null) continue
    if (column === 'distance') columns.distance = Number.isFinite(Number(value)) ? Number(value) : null
    else columns[column] = column === 'email' ? value.toLowerCase() : value
  }
  return columns
}

/** What the homeowner answered, with the labels of the form and as it was typed. */
function answersOf({ fields, values, typed }: CheckedQuote): Answer[] {
  const answers: Answer[] = []
  for (const { name, field } of fields) {
    const value = values[field.name] ?? null
    if (value === null) continue
    answers.push({ name, label: plainLabel(field.label), value: shownAnswer(field, value, typed[field.name]) })
  }
  return answers
}

const reformatted: readonly FieldType[] = ['email', 'tel', 'number', 'url']

/** The option's label, and `07700 900123` where the column has `+447700900123`. */
export function shownAnswer(field: FormField, value: string, typed: unknown): string {
  if (field.type === 'select') return field.options.find((option) => option.value === value)?.label ?? value
  const asTyped = reformatted.includes(field.type) || columnOf(field.name) === 'postcode'
  return asTyped && typeof typed === 'string' ? typed.replace(/[\s\p{Cc}]+/gu, ' ').trim() : value
}

/** The submission was stored before. */
export const isRepeat = (error: unknown) =>
  error instanceof mongo.MongoServerError && error.code === 11_000 && 'submissionId' in (error['keyPattern'] ?? {})

/**
 * A digest that is equal for equal answers, whatever transport they came by. The submission's random id is part of it, so
 * that the digests of two leads never tell that their answers are alike.
 */
export function requestDigest(lead: Omit<LeadRecord, 'requestDigest'>): string {
  const columns = leadColumnNames.map((column) => lead[column])
  const added = lead.answers.filter(({ name }) => columnOf(name) === null).map(({ name, value }) => [name, value])
  added.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify([lead.submissionId, columns, added]), 'base64url')
}
