import { columnOf, type LeadColumn } from '@kerbside/schema/quotes/columns'
import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { Alert } from '@mui/material'
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql, query } from '../../../api/graphql.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Muted } from '../../ui/section.tsx'

/** The answers that leads need: how a sentence names them, and what stops working when the form no longer asks. */
const needed: Partial<Record<LeadColumn, { name: string; loss: string }>> = {
  email: {
    name: 'an email address',
    loss: 'no confirmation can be sent, and homeowners get no link to manage their request',
  },
  mobile: { name: 'a mobile number', loss: 'firms cannot phone the homeowner' },
  firstName: { name: 'a first name', loss: 'emails cannot greet the homeowner by name' },
  lastName: { name: 'a last name', loss: 'firms see the first name only' },
  postcode: { name: 'a postcode', loss: 'leads cannot be matched to firms by area' },
}

/** One sentence for each answer that leads need and the form does not ask for. */
export function formWarnings(fields: readonly FormField[]): string[] {
  const asked = new Set<string | null>(fields.filter(({ visible }) => visible).map(({ name }) => columnOf(name)))
  return Object.entries(needed)
    .filter(([column]) => !asked.has(column))
    .map(([, { name, loss }]) => `The form does not ask for ${name}: ${loss}.`)
}

/** What is lost with this one field; null when nothing depends on it. */
export function lossOf(field: FormField): string | null {
  const column = columnOf(field.name)
  const need = column === null ? undefined : needed[column]
  return need === undefined ? null : `Without it ${need.loss}.`
}

const AnswersCarriedQuery = graphql(`
  query AnswersCarried {
    answersCarried {
      name
      leads
    }
  }
`)

/** How many of the latest leads carry an answer under each name, for warning before a name is changed. */
export const answersCarried = () =>
  queryOptions({
    queryKey: ['answers-carried'],
    queryFn: async () => (await query(AnswersCarriedQuery, {})).answersCarried,
  })

export type AnswersCarried = readonly { name: string; leads: number }[]

export function leadsUnder(carried: AnswersCarried | undefined, name: string): number {
  return carried?.find((answer) => answer.name === name)?.leads ?? 0
}

const figures = new Intl.NumberFormat('en-GB')

/** Shown before and while a field is renamed or removed; null when no lead has an answer under this name. */
export function carriedMessage(name: string, leads: number): string | null {
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

type WarningsProps = {
  fields: readonly FormField[]
  /** The names of the fields when the form was opened. */
  namesBefore: readonly string[]
  carried: AnswersCarried | undefined
  failed: boolean
}

/** What the form as a whole would lose if it were saved like this. */
export function FormWarnings({ fields, namesBefore, carried, failed }: WarningsProps) {
  const orphans = orphanedNames(namesBefore, fields, carried)
  const messages = [...formWarnings(fields), ...orphans.map(({ name, leads }) => carriedMessage(name, leads))]
  return (
    <>
      {messages.map((message) => (
        <Alert key={message} severity="warning">
          {message}
        </Alert>
      ))}
      {failed && (
        <Muted>Could not check which fields the collected leads use. Take care when you rename or remove one.</Muted>
      )}
    </>
  )
}

type RemoveProps = {
  /** The dialog is open while there is one. */
  field: FormField | undefined
  carried: AnswersCarried | undefined
  onClose: () => void
  onRemove: (id: string) => void
}

/** Asks before a field is removed, and shows what is lost with it. */
export function RemoveFieldDialog({ field, carried, onClose, onRemove }: RemoveProps) {
  const [last, setLast] = useState(field)
  // The dialog keeps its text while it fades.
  if (field && field !== last) setLast(field)
  const leads = leadsUnder(carried, last?.name ?? '')
  const messages = last && [
    carriedMessage(last.name, leads),
    lossOf(last),
    'Visitors notice when the page is published.',
  ]
  return (
    <ConfirmDialog
      open={field !== undefined}
      title={`Remove “${last?.label ?? ''}”?`}
      text={messages?.filter((message) => message !== null).join(' ') ?? ''}
      confirm="Remove"
      onConfirm={() => field && onRemove(field.id)}
      onClose={onClose}
    />
  )
}
