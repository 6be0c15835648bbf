import { columnOf, type LeadColumn } from '@kerbside/schema/quotes/columns'
import type { FormField } from '@kerbside/schema/quotes/form-definition'

/** What stops working when the form no longer asks. */
const needs: Partial<Record<LeadColumn, string>> = {
  email: 'no confirmation can be sent, and homeowners get no link to manage their request',
  mobile: 'firms cannot phone the homeowner',
  firstName: 'mails cannot greet the homeowner by name',
  lastName: 'firms see the first name only',
  postcode: 'leads cannot be matched to firms by area',
}

const asked = (fields: readonly FormField[], column: string) =>
  fields.some((field) => field.visible && columnOf(field.name) === column)

/** One sentence for each answer that leads need and the form does not ask for. */
export function formWarnings(fields: readonly FormField[]): string[] {
  return Object.entries(needs)
    .filter(([column]) => !asked(fields, column))
    .map(([column, loss]) => `The form does not ask for ${nameOf(column)}: ${loss}.`)
}

const names: Record<string, string> = {
  email: 'an email address',
  mobile: 'a mobile number',
  firstName: 'a first name',
  lastName: 'a last name',
  postcode: 'a postcode',
}
const nameOf = (column: string) => names[column] ?? column

/** What is lost with this one field; null when nothing depends on it. */
export function lossOf(field: FormField): string | null {
  const column = columnOf(field.name)
  const loss = column === null ? undefined : needs[column]
  return loss === undefined ? null : `Without it ${loss}.`
}

export type AnswersCarried = readonly { name: string; leads: number }[]

export function leadsUnder(carried: AnswersCarried | undefined, name: string): number {
  return carried?.find((answer) => answer.name === name)?.leads ?? 0
}

const figures = new Intl.NumberFormat('en-GB')

/** Said before and while a field is renamed or removed; null when no lead would notice. */
export function carriedWords(name: string, leads: number): string | null {
  if (leads === 0) return null
  const carry = leads === 1 ? 'of the latest leads carries an answer' : 'of the latest leads carry answers'
  return `${figures.format(leads)} ${carry} under "${name}"; renaming or removing the field means that new answers no longer line up with them.`
}

/** Names that the form asked for when it was opened, that leads carry, and that it no longer asks for. */
export function orphanedNames(
  before: readonly string[],
  now: readonly FormField[],
  carried: AnswersCarried | undefined,
) {
  return before
    .filter((name) => !now.some((field) => field.name === name))
    .map((name) => ({ name, leads: leadsUnder(carried, name) }))
    .filter(({ leads }) => leads > 0)
}
