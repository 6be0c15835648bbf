import { attributionNames, columnOf } from '../quotes/columns.ts'
import { plainLabel } from '../quotes/quote.ts'
import { formRestFields, type QuoteForm } from '../submission/check-quote.ts'

/** What a column of a file can be. `name` is the field's name at `POST /api/quote`. */
export type ImportField = { name: string; label: string; isRequired: boolean }

// Not names that a form field could have.
/** The row's own id, from which the submission id is made. */
export const rowIdField = 'row-id'
/** When the homeowner asked. */
export const receivedField = 'received-at'

/** What rows are checked by, and can be mapped to: the answers that the REST endpoint takes, in the form's order. */
export function importFields(form: Pick<QuoteForm, 'fields'>): ImportField[] {
  const answers = formRestFields(form).map(({ field }) => ({
    name: field.name,
    label: plainLabel(field.label),
    isRequired: field.required && field.visible && field.type !== 'checkbox',
  }))
  const origin = Object.values(attributionNames).map((name) => ({ name, label: originLabels[name], isRequired: false }))
  return [
    ...answers,
    { name: receivedField, label: 'Received', isRequired: false },
    { name: rowIdField, label: 'ID of the row', isRequired: false },
    ...origin,
  ]
}

const originLabels: Record<(typeof attributionNames)[keyof typeof attributionNames], string> = {
  utm_source: 'Source (utm_source)',
  utm_medium: 'Medium (utm_medium)',
  utm_campaign: 'Campaign (utm_campaign)',
  utm_term: 'Search term (utm_term)',
  utm_content: 'Content (utm_content)',
  referrer: 'Referrer',
}

/** Other names that files have for a field. */
const synonyms: Record<string, string> = {
  first_name: 'forename, given name',
  last_name: 'surname, family name',
  email: 'e-mail, email address, email',
  mobile: 'mobile, mobile number, mobile phone, phone, phone number, telephone, tel, cell',
  postcode: 'postcode, post code, postal code, zip, zip code, eircode',
  driveway_type: 'driveway type, job type',
  driveway_material: 'material, surface material',
  driveway_size: 'size',
  current_condition: 'current condition, condition, existing surface',
  drainage_needed: 'drainage',
  timeframe: 'time frame, timescale, when',
  budget: 'price range',
  additional_info: 'additional information, notes, note, comments, comment, message, details',
  pickup_location: 'pick-up, pickup, from',
  dropoff_location: 'drop-off, dropoff, destination, to',
  utm_source: 'source, lead source',
  utm_medium: 'medium',
  utm_campaign: 'campaign',
  referrer: 'referer',
  [receivedField]: 'received at, date received, date, created, created at, submitted, submitted at, timestamp',
  [rowIdField]: 'id, row id, lead id, external id, reference, ref',
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The field of each column by the name of the column, or null. The first column of a name has it. */
export function guessFields(
  columns: readonly string[],
  fields: readonly ImportField[],
  otherNames = synonyms,
): (string | null)[] {
  const byName = new Map<string, string>()
  const know = (name: string, others: readonly string[]) => {
    for (const other of others) if (!byName.has(plain(other))) byName.set(plain(other), name)
  }
  // What a field is called here counts more than what files call another.
  for (const { name, label } of fields) know(name, [name, columnOf(name) ?? name, label])
  for (const { name } of fields) know(name, otherNames[name]?.split(', ') ?? [])
  const taken = new Set<string>()
  return columns.map((column) => {
    const field = byName.get(plain(column)) ?? null
    if (field === null || taken.has(field)) return null
    taken.add(field)
    return field
  })
}
