import type { CsvRow } from '@kerbside/schema/imports/csv-file.model'
import { receivedField, rowIdField } from '@kerbside/schema/imports/import-fields'
import type { ImportProblem } from '@kerbside/schema/imports/import'
import type { LeadImportRecord } from '@kerbside/schema/imports/import.model'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { readMoment } from '@kerbside/schema/time/read-date'
import { attributionNames, restFieldName } from '@kerbside/schema/quotes/columns'
import { checkQuote, type CheckedQuote } from '@kerbside/schema/submission/check-quote'
import { leadOfQuote, requestDigest } from '@kerbside/schema/submission/lead-of-quote.model'
import { fromFlat } from '@kerbside/schema/submission/quote-request'
import { hash } from 'node:crypto'

/** A row that can become a lead. */
export type GoodRow = {
  row: number
  submissionId: string
  /** Tells other answers under the same id. */
  digest: string
  /** The row has an id of its own. */
  hasOwnId: boolean
  /** The row's own id, if it has the form of a lead's reference: the lead of that reference is this row. */
  reference: string | null
  leadOf: (id: number) => LeadRecord
}

export type CheckedRow = { good: GoodRow } | { problems: ImportProblem[] }

type Checked = Pick<LeadImportRecord, '_id' | 'form' | 'columns'>

/** Where leads come from whose file does not say so. */
const importSource = 'import'

/** What a lead gets at the moment of its import. */
export type Moment = { now: Date; maximumFirms: number }

/** Checks a row as the REST endpoint checks a quote, by the same functions. */
export function checkRow({ _id, form, columns }: Checked, { row, cells }: CsvRow, moment: Moment): CheckedRow {
  const problems: ImportProblem[] = []
  const flat = new Map<string, string>()
  for (const [index, { field }] of columns.entries()) if (field !== null) flat.set(field, plainCell(cells[index] ?? ''))
  const add = (name: string, message: string) => {
    const column = columns.find(({ field }) => field === name)?.name ?? ''
    problems.push({ row, column, message })
  }

  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    add('', `The row has more cells than the header, which has ${columns.length}. Is a delimiter inside a value?`)
  }
  const received = readReceived(flat.get(receivedField) ?? '', moment.now)
  if (typeof received === 'string') add(receivedField, received)
  const ownId = flat.get(rowIdField)?.trim() ?? ''
  flat.delete(receivedField)
  flat.delete(rowIdField)
  if (!flat.get(attributionNames.source)?.trim()) flat.set(attributionNames.source, importSource)
  const checked = checkQuote(form, fromFlat('rest', Object.fromEntries(flat)))
  if ('errors' in checked) {
    for (const [name, texts] of Object.entries(checked.errors)) add(name, texts.join(' ') + optionsOf(form, name))
    return { problems }
  }
  if (typeof received === 'string' || problems.length > 0) return { problems }

  const given = { ...moment, createdAt: received, importId: String(_id) }
  const leadOf = (id: number) => importedLead(checked.quote, { ...given, id, submissionId })
  const submissionId = submissionIdOf(ownId === '' ? contentOf(checked.quote) : `id ${ownId}`)
  const digest = requestDigest(leadOf(0))
  const reference = /^KB-[2-9A-Z]{6}$/i.test(ownId) ? ownId.toUpperCase() : null
  return { good: { row, submissionId, digest, hasOwnId: ownId !== '', reference, leadOf } }
}

type Imported = Moment & { id: number; submissionId: string; createdAt: Date; importId: string }

/**
 * As it is after a worker has finished with it, so that nobody gets an email about it and no firm an offer. Its homeowner
 * has not seen our notice, and was promised no answer.
 */
function importedLead(quote: CheckedQuote, { now, importId, ...given }: Imported): LeadRecord {
  const { nextPromiseAlert: _, ...lead } = leadOfQuote(quote, given)
  return { ...lead, notice: '', outbox: [], dispatchedAt: now, importId, updatedAt: now }
}

/** Equal for equal answers, after they are normalised. */
function contentOf(quote: CheckedQuote): string {
  const lead = leadOfQuote(quote, { id: 0, submissionId: '', maximumFirms: 0, createdAt: new Date(0) })
  return `answers ${requestDigest(lead)}`
}

/** Without the apostrophe that our own exports put before what a spreadsheet would run. */
const plainCell = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '')

/** A UUID made from a text (RFC 9562, version 8). */
function submissionIdOf(text: string): string {
  const digits = hash('sha256', `kerbside import ${text}`).slice(0, 32)
  const marked = `${digits.slice(0, 12)}8${digits.slice(13, 16)}a${digits.slice(17)}`
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const howToWrite = 'Write it like 31/03/2026 or 31/03/2026 14:05'
const earliest = Date.UTC(2000, 0, 1)

/** A date, perhaps with a time. Empty means now. A text is what is wrong. */
function readReceived(text: string, now: Date): Date | string {
  if (text.trim() === '') return now
  const at = readMoment(text)
  if (at === null) return `This is no date. ${howToWrite}.`
  if (at > now) return 'The date is in the future.'
  return at.getTime() < earliest ? 'The date must be in this century.' : at
}

/** How many options a problem names. */
const namedOptions = 12

function optionsOf(form: LeadImportRecord['form'], name: string): string {
  const options = form.fields.find((field) => restFieldName(field.name) === name)?.options ?? []
  if (options.length === 0) return ''
  const named = options.slice(0, namedOptions).map(({ value }) => value)
  return `: ${named.join(', ')}${options.length > namedOptions ? ' …' : ''}`
}
