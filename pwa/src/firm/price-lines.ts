import {
  lineRows,
  withLine,
  withoutEmptyRows,
  type EstimateFields,
  type LineRow,
} from '@kerbside/schema/estimates/estimate-fields'
import { estimateLineLimit } from '@kerbside/schema/estimates/estimate'

// The rows of the form, as the server drew them.

export const rowsOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLElement>('[data-line]')]

export const readFields = (form: HTMLFormElement): EstimateFields =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** Another row like the last one, empty. Null when a price has no more. */
export function addRow(form: HTMLFormElement): HTMLElement | null {
  const rows = rowsOf(form)
  const last = rows.at(-1)
  if (!last || rows.length >= estimateLineLimit) return null
  const row = last.cloneNode(true) as HTMLElement
  for (const each of [row, ...row.querySelectorAll('*')]) renumber(each, rows.length)
  for (const error of row.querySelectorAll('.error, .remove')) error.remove()
  for (const control of controlsIn(row)) clear(control)
  const [label] = row.querySelectorAll('label')
  if (label) label.textContent = `Line ${rows.length + 1}`
  last.after(row)
  return row
}

function renumber(element: Element, place: number): void {
  for (const { name, value } of element.attributes) {
    if (name === 'data-line') element.setAttribute(name, String(place))
    else if (/^lines\.\d+\./.test(value)) element.setAttribute(name, value.replace(/^lines\.\d+/, `lines.${place}`))
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const controlsIn = (element: Element) => element.querySelectorAll<Control>('input, select, textarea')

function clear(control: Control): void {
  control.removeAttribute('aria-invalid')
  if (control instanceof HTMLSelectElement) control.selectedIndex = 0
  else if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = false
  else control.value = ''
}

/** Puts values into the form. Of the lines exactly these are left. */
export function fill(form: HTMLFormElement, typed: EstimateFields): void {
  const fields = withoutEmptyRows(typed)
  while (rowsOf(form).length < lineRows(fields).length + 1 && addRow(form));
  for (const control of controlsIn(form)) {
    const value = fields[control.name]
    if (control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type)) {
      if (control.type === 'checkbox' || value !== undefined) control.checked = control.value === value
    } else if (value !== undefined) control.value = value
    else if (/^(?:lines|stages)\./.test(control.name)) clear(control)
  }
  for (const row of rowsOf(form)) showRate(row)
}

/** The usual rate stands where another one is not known in this country. */
export function addLine(form: HTMLFormElement, line: Partial<LineRow>): void {
  const rates = [...(form.querySelector<HTMLSelectElement>('[name$=".rate"]')?.options ?? [])].map(({ value }) => value)
  const empty = { text: '', quantity: '', unit: 'item', unitPrice: '', rateReason: '', isProvisional: '' }
  const rate = rates.includes(line.rate ?? '') ? (line.rate ?? '') : (rates[0] ?? '')
  fill(form, withLine(readFields(form), { ...empty, ...line, rate }))
}

export function removeRow(form: HTMLFormElement, row: HTMLElement): void {
  for (const control of controlsIn(row)) clear(control)
  fill(form, readFields(form))
}

export const isEmptyRow = (row: HTMLElement): boolean =>
  [...row.querySelectorAll<HTMLInputElement>('.line-grid input')].every(({ value }) => value.trim() === '')

/** The closed part of a row says its rate and whether it is certain. */
export function showRate(row: HTMLElement): void {
  const rate = row.querySelector<HTMLSelectElement>('[name$=".rate"]')
  const shown = row.querySelector('[data-rate]')
  if (rate && shown) shown.textContent = rate.selectedOptions[0]?.text.trim() ?? ''
}
