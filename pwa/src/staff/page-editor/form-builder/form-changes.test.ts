import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { shownFields } from '@kerbside/schema/pages/content/home-page'
import { newField, newOption } from '@kerbside/schema/quotes/form-definition'
import { formProblems } from '@kerbside/schema/quotes/form-problems'
import { expect, test } from 'vitest'
import {
  formTexts,
  pastedOptions,
  relabelled,
  countUnnamed,
  withField,
  withLayout,
  withNameOfLabel,
  withNewField,
  withoutField,
  withText,
} from './form-changes.ts'
import { carriedMessage, formWarnings, lossOf, orphanedNames } from './form-warnings.tsx'
import { readingOrder, stepField } from './layout-moves.ts'

const form = defaultHome.quoteForm
const field = (name: string, from = form) => from.fields.find((one) => one.name === name)!

test('a new field comes last, has a place, and its id stays when it is renamed', () => {
  const added = withNewField(form)
  expect(added.form.fields.at(-1)).toEqual(newField(14))
  expect(readingOrder(added.form.layout).at(-1)).toBe('field_15')
  const renamed = withField(added.form, 'field_15', (one) => ({ ...one, id: 'other', name: 'roof' }))
  expect(renamed.fields.at(-1)).toMatchObject({ id: 'field_15', name: 'roof' })
  expect(formProblems(renamed.fields)).toEqual([])
})

test('a field that is being made is named after its label, beside names that are taken, until it has one of its own', () => {
  const last = (from: typeof form) => from.fields.find(({ id }) => id === 'field_15')!
  const step = (from: typeof form, label: string) =>
    withNameOfLabel(
      withField(from, 'field_15', (one) => ({ ...one, label })),
      last(from),
    )
  const added = withNewField(form).form
  expect(last(step(added, 'Drive’s length (m)')).name).toBe('drives_length_m')
  const typed = step(step(added, 'Emai'), 'Email')
  expect(last(typed).name).toBe('email_2')
  const own = withField(typed, 'field_15', (one) => ({ ...one, name: 'second_address' }))
  expect(last(step(own, 'Other email')).name).toBe('second_address')
})

test('a field that was added and never named is counted while homeowners see it', () => {
  const added = withNewField(form).form
  expect(countUnnamed(form)).toBe(0)
  expect(countUnnamed(added)).toBe(1)
  expect(countUnnamed(withField(added, 'field_15', (one) => ({ ...one, label: 'Length' })))).toBe(0)
  expect(countUnnamed(withField(added, 'field_15', (one) => ({ ...one, visible: false })))).toBe(0)
})

test('a removed field leaves fields and layout, and the next new one takes a free name', () => {
  const two = withNewField(withNewField(form).form)
  const one = withoutField(two.form, 'field_15')
  expect(readingOrder(one.layout)).toEqual(one.fields.map(({ id }) => id))
  expect(withNewField(one).id).toBe('field_17')
})

test('moving a field moves its answer too', () => {
  const moved = withLayout(form, stepField(form.fields, form.layout, 'last_name', 'up'))
  expect(moved.fields.slice(0, 2).map(({ id }) => id)).toEqual(['last_name', 'first_name'])
})

test('a label changed beside the form or on the field reads the same in both places', () => {
  const beside = withText(form, 'label', 'firstName', 'Given name')
  expect([field('first_name', beside).label, beside.labels.firstName]).toEqual(['Given name', 'Given name'])
  const onField = withField(beside, 'first_name', (one) => ({ ...one, label: 'Forename', placeholder: 'e.g. Sam' }))
  expect([onField.labels.firstName, onField.placeholders.firstName]).toEqual(['Forename', 'e.g. Sam'])
  expect(shownFields(onField)[0]).toMatchObject({ label: 'Forename', placeholder: 'e.g. Sam' })
  // Back to the default is back to the default.
  const back = withText(withText(onField, 'label', 'firstName', 'First name'), 'placeholder', 'firstName', 'e.g. Aoife')
  expect(shownFields(back)[0]).toMatchObject({ label: 'First name', placeholder: 'e.g. Aoife' })
})

test('texts that were changed in one place only are shown as homeowners read them', () => {
  const fields = form.fields.map((one) => (one.name === 'email' ? { ...one, label: 'Your email' } : one))
  expect(formTexts({ ...form, fields }).labels.email).toBe('Your email')
  expect(formTexts(form)).toEqual({ labels: form.labels, placeholders: form.placeholders })
})

test('the submit texts belong to no field', () => {
  expect(withText(form, 'label', 'submitText', 'Go').fields).toEqual(form.fields)
})

test('an option’s value follows its label until it has one of its own', () => {
  expect(relabelled(newOption('Slate'), 'Slates')).toEqual({ value: 'Slates', label: 'Slates' })
  expect(relabelled({ value: 'slate', label: 'Slate' }, 'Slates')).toEqual({ value: 'slate', label: 'Slates' })
})

test('pasted options: one per line, each once, and those that stay keep their values', () => {
  const current = [{ value: 'tar', label: 'Tarmac' }]
  expect(pastedOptions(' Gravel \r\n\n Tarmac\nGravel', current)).toEqual([
    { value: 'Gravel', label: 'Gravel' },
    { value: 'tar', label: 'Tarmac' },
  ])
})

test('a form without a visible email says what is lost', () => {
  expect(formWarnings(form.fields)).toEqual([])
  const hidden = withField(form, 'email', (one) => ({ ...one, visible: false }))
  expect(formWarnings(hidden.fields)).toEqual([expect.stringContaining('no confirmation can be sent')])
  expect(formWarnings(withoutField(form, 'email').fields)).toHaveLength(1)
  expect(lossOf(field('email'))).toContain('no confirmation can be sent')
  expect(lossOf(field('budget'))).toBeNull()
})

test('leads that carry an answer are counted in the warning, and only those', () => {
  expect(carriedMessage('budget', 0)).toBeNull()
  expect(carriedMessage('budget', 1)).toMatch(
    /^1 of the latest leads carries an answer under "budget"; renaming or removing/,
  )
  expect(carriedMessage('budget', 1234)).toMatch(/^1,234 of the latest leads carry answers under "budget"/)
  const carried = [{ name: 'budget', leads: 3 }]
  const before = form.fields.map(({ name }) => name)
  expect(orphanedNames(before, withoutField(form, 'budget').fields, carried)).toEqual(carried)
  expect(orphanedNames(before, withoutField(form, 'timeframe').fields, carried)).toEqual([])
  expect(orphanedNames(before, form.fields, undefined)).toEqual([])
})
