/** The form's own names of the driveway answers that differ from the column's (docs/api.md, 2). */
const formNames = {
  firstName: 'first_name',
  lastName: 'last_name',
  currentCondition: 'currentSurface',
} as const satisfies Partial<Record<LeadColumn, string>>

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

// oxfmt-ignore
/** The journey reading of a lead: accepted by REST even when the form does not ask for it. */
export const journeyColumns = [
  'groupType', 'pickupLocation', 'dropoffLocation', 'dateOfTravel', 'pickupTime', 'distance',
] as const

// oxfmt-ignore
export const leadColumnNames = [
  'firstName', 'lastName', 'email', 'mobile', 'postcode', 'propertyType', 'drivewayType', 'drivewayMaterial',
  'drivewaySize', 'currentCondition', 'drainageNeeded', 'timeframe', 'budget', 'additionalInfo', ...journeyColumns,
] as const
export type LeadColumn = (typeof leadColumnNames)[number]

/** The columns of both readings of a lead (driveway, journey). What a lead lacks is null. */
export type LeadColumns = Record<
  Exclude<LeadColumn, 'firstName' | 'lastName' | 'email' | 'mobile' | 'distance'>,
  string | null
> & {
  firstName: string
  lastName: string
  /** Lower case; empty only when the form does not ask for it. */
  email: string
  /** E.164. */
  mobile: string
  /** Kilometres. */
  distance: number | null
}

const byName = new Map<string, LeadColumn>()
for (const column of leadColumnNames) {
  byName.set(column, column)
  byName.set(snake(column), column)
}
for (const [column, name] of Object.entries(formNames)) byName.set(name, column as LeadColumn)

/** The column that a form field of this name fills, if any: camel case, snake case or the form's own name. */
export const columnOf = (fieldName: string): LeadColumn | null => byName.get(fieldName) ?? null

/** `currentCondition` → `current_condition`. */
export const restNameOf = (column: LeadColumn): string => snake(column)

/** What a form field is called in the flat payload of the REST endpoint. */
export function restFieldName(fieldName: string): string {
  const column = columnOf(fieldName)
  return column ? restNameOf(column) : fieldName
}

/** What travels beside the answers: our name, which GraphQL uses too, and the name in the flat payloads of REST and HTML. */
export const envelopeNames = {
  submissionId: 'submission_id',
  page: 'page',
  formVersion: 'form_version',
  elapsedMs: 'elapsed_ms',
  urlType: 'url_type',
  challengeToken: 'challenge_token',
} as const
export const attributionNames = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  term: 'utm_term',
  content: 'utm_content',
  referrer: 'referrer',
} as const

const flatNames = Object.entries({ ...envelopeNames, ...attributionNames })

type Named = { [Name in keyof typeof envelopeNames]?: unknown }

/** The envelope of a quote under the names of the flat payload. What is undefined is left out. */
export function flatEnvelope(envelope: Named, attribution: Readonly<Record<string, unknown>> = {}) {
  const values: Readonly<Record<string, unknown>> = { ...envelope, ...attribution }
  const flat: Record<string, unknown> = {}
  for (const [name, flatName] of flatNames) if (values[name] !== undefined) flat[flatName] = values[name]
  return flat
}
