import { parseAmount } from '../amount.ts'
import { parseQuantity, quantityText, totalsOf, type EstimateTotals } from './estimate-money.ts'
import type { EstimateDraft } from './estimate-request.ts'
import type { EstimateContent, EstimateLine } from './estimate.ts'

// A price as a plain HTML form has it: one flat field for each value, under the name that errors have, like
// `lines.0.quantity`. The firm's page and its script read the same fields by the same rules.

export type EstimateFields = Record<string, string>

const lineParts = ['text', 'quantity', 'unit', 'unitPrice', 'rate', 'rateReason', 'isProvisional'] as const
const stageParts = ['text', 'amount'] as const
type Row<Part extends string> = Record<Part, string>

/** What makes a row one that was typed: the rest is there from the start. */
const typedInLine = ['text', 'quantity', 'unitPrice'] as const

/** The rows of a list that hold anything, in their order. */
function rowsOf<Part extends string>(
  fields: EstimateFields,
  list: string,
  parts: readonly Part[],
  typed: readonly Part[],
): Row<Part>[] {
  const places = new Set<number>()
  const pattern = new RegExp(String.raw`^${list}\.(\d{1,3})\.`)
  for (const name of Object.keys(fields)) {
    const [, place] = pattern.exec(name) ?? []
    if (place !== undefined) places.add(Number(place))
  }
  return [...places]
    .toSorted((a, b) => a - b)
    .map((place) => {
      const values = parts.map((part) => [part, fields[`${list}.${place}.${part}`] ?? ''])
      return Object.fromEntries(values) as Row<Part>
    })
    .filter((row) => typed.some((part) => row[part].trim() !== ''))
}

export type LineRow = Row<(typeof lineParts)[number]>
export type StageRow = Row<(typeof stageParts)[number]>

export const lineRows = (fields: EstimateFields): LineRow[] => rowsOf(fields, 'lines', lineParts, typedInLine)
export const stageRows = (fields: EstimateFields): StageRow[] => rowsOf(fields, 'stages', stageParts, stageParts)

const numbered = (list: string, rows: readonly Record<string, string>[]): EstimateFields =>
  Object.fromEntries(
    rows.flatMap((row, place) => Object.entries(row).map(([part, value]) => [`${list}.${place}.${part}`, value])),
  )

/** The same fields with their rows counted from 0 and without empty ones, as the errors of a price count them. */
export function withoutEmptyRows(fields: EstimateFields): EstimateFields {
  const others = Object.entries(fields).filter(([name]) => !/^(?:lines|stages)\./.test(name))
  return {
    ...Object.fromEntries(others),
    ...numbered('lines', lineRows(fields)),
    ...numbered('stages', stageRows(fields)),
  }
}

/** The fields with one more line at the end. */
export function withLine(fields: EstimateFields, line: LineRow): EstimateFields {
  const row = Object.entries(line).map(([part, value]) => [`lines.${lineRows(fields).length}.${part}`, value])
  return { ...withoutEmptyRows(fields), ...Object.fromEntries(row) }
}

/** A quantity that was left empty is one: of an item, or of whatever the price is for. */
const quantityOf = ({ quantity }: LineRow) => (quantity.trim() === '' ? '1' : quantity)

/** What the fields say, for `estimateRequest`, which also finds what is wrong with it. */
export function draftOf(fields: EstimateFields): EstimateDraft {
  const { kind, isVatRegistered, startDay = '', validUntilDay } = fields
  const checklist = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith('checklist.') && value !== '' ? [[name.slice('checklist.'.length), value] as const] : [],
  )
  const draft = {
    kind,
    isVatRegistered: isVatRegistered === 'yes' ? true : isVatRegistered === 'no' ? false : undefined,
    lines: lineRows(fields).map((row) => ({
      ...row,
      quantity: quantityOf(row),
      rate: isVatRegistered === 'no' ? 0 : /^\d{1,4}$/.test(row.rate) ? Number(row.rate) : undefined,
      isProvisional: row.isProvisional !== '',
    })),
    stages: stageRows(fields),
    checklist: Object.fromEntries(checklist),
    startDay: startDay === '' ? null : startDay,
    validUntilDay,
    files: fileIdsIn(fields),
    ...textsOf(fields),
  }
  // The schema is what judges values: here they are what somebody typed.
  return draft as EstimateDraft
}

const fileField = /^files\.\d{1,2}$/

/** The ids of the files that are chosen, in their order. */
export const fileIdsIn = (fields: EstimateFields): string[] =>
  Object.keys(fields)
    .filter((name) => fileField.test(name))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((name) => fields[name] ?? '')
const placeOf = (name: string) => Number(name.slice('files.'.length))

/** The fields with these files and no other. */
export function withFiles(fields: EstimateFields, ids: readonly string[]): EstimateFields {
  const others = Object.entries(fields).filter(([name]) => !fileField.test(name))
  return { ...Object.fromEntries(others), ...Object.fromEntries(ids.map((id, place) => [`files.${place}`, id])) }
}

function textsOf({ deposit, durationDays, guaranteeYears, insurer, message }: EstimateFields) {
  return {
    deposit: deposit ?? '',
    durationDays: durationDays ?? '',
    guaranteeYears: guaranteeYears ?? '',
    insurer: insurer ?? '',
    message: (message ?? '').replaceAll('\r\n', '\n'),
  }
}

const amountText = (amount: number) => (amount / 100).toFixed(2)

export const lineRowOf = ({
  text,
  quantity,
  unit,
  unitPrice,
  rate,
  rateReason,
  isProvisional,
}: EstimateLine): LineRow => ({
  text,
  quantity: quantityText(quantity),
  unit,
  unitPrice: amountText(unitPrice),
  rate: String(rate),
  rateReason: rateReason ?? '',
  isProvisional: isProvisional ? 'on' : '',
})

/** The fields that say what a price says: to begin another version with. */
export function fieldsOf(content: EstimateContent): EstimateFields {
  const { kind, isVatRegistered, lines, deposit, stages, checklist } = content
  return {
    kind,
    isVatRegistered: isVatRegistered === null ? '' : isVatRegistered ? 'yes' : 'no',
    ...numbered('lines', lines.map(lineRowOf)),
    deposit: deposit === 0 ? '' : amountText(deposit),
    ...numbered(
      'stages',
      stages.map(({ text, amount }) => ({ text, amount: amountText(amount) })),
    ),
    ...Object.fromEntries(Object.entries(checklist).map(([name, value]) => [`checklist.${name}`, value])),
    startDay: content.startDay ?? '',
    durationDays: String(content.durationDays ?? ''),
    validUntilDay: content.validUntilDay,
    guaranteeYears: String(content.guaranteeYears ?? ''),
    insurer: content.insurer ?? '',
    message: content.message ?? '',
  }
}

/** `unread`: lines with something typed that does not make up an amount yet. */
export type TypedTotals = EstimateTotals & { unread: number; deposit: number }

/** What the fields add up to so far, by the rules by which the price will. */
export function typedTotals(fields: EstimateFields): TypedTotals {
  const rows = lineRows(fields)
  const lines = rows.flatMap((row) => {
    const [quantity, unitPrice] = [parseQuantity(quantityOf(row)), parseAmount(row.unitPrice)]
    if (!quantity.ok || !unitPrice.ok) return []
    const rate = fields['isVatRegistered'] === 'no' ? 0 : Number(row.rate) || 0
    return [{ quantity: quantity.value, unitPrice: unitPrice.value, rate, isProvisional: row.isProvisional !== '' }]
  })
  const deposit = parseAmount(fields['deposit'] ?? '')
  return { ...totalsOf(lines), unread: rows.length - lines.length, deposit: deposit.ok ? deposit.value : 0 }
}

/** What is said of lines that are not in the sum. */
export const unreadText = (lines: number): string =>
  lines === 1
    ? 'One line is not counted yet: something is missing.'
    : `${lines} lines are not counted yet: something is missing.`
