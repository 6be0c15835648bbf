import { expect, test } from 'vitest'
import { defaultFormFields } from '../quotes/default-form.ts'
import { nextField } from '../quotes/form-definition.ts'
import { guessFields, importFields } from './import-fields.ts'

const fields = importFields({ fields: defaultFormFields })

test.each([
  ['first_name', 'first_name'],
  ['First name', 'first_name'],
  ['firstName', 'first_name'],
  ['FIRST-NAME', 'first_name'],
  ['Forename', 'first_name'],
  ['Surname', 'last_name'],
  ['E-Mail Address', 'email'],
  ['Phone', 'mobile'],
  ['Tel.', 'mobile'],
  ['Mobile number', 'mobile'],
  ['Post code', 'postcode'],
  ['Eircode', 'postcode'],
  ['Type of job', 'driveway_type'],
  ['Preferred material', 'driveway_material'],
  ['currentSurface', 'current_condition'],
  ['Notes', 'additional_info'],
  ['Pick-up', 'pickup_location'],
  ['utm_source', 'utm_source'],
  ['Lead source', 'utm_source'],
  ['Received', 'received-at'],
  ['Created at', 'received-at'],
  ['ID', 'row-id'],
  ['Our favourite colour', null],
  ['', null],
])('a column named %j is guessed to be %s', (column, field) => {
  expect(guessFields([column], fields)).toEqual([field])
})

test('a field has one column: the first that is named like it', () => {
  expect(guessFields(['Phone', 'Email', 'Mobile'], fields)).toEqual(['mobile', 'email', null])
})

test('what the form calls a field counts more than what files call another', () => {
  const added = { ...nextField(defaultFormFields), name: 'notes', label: 'Notes' }
  expect(guessFields(['Notes'], importFields({ fields: [...defaultFormFields, added] }))).toEqual(['notes'])
})

test('the fields are those of the REST endpoint in the form’s order, and what it requires is required', () => {
  expect(fields.slice(0, 5)).toEqual([
    { name: 'first_name', label: 'First name', isRequired: true },
    { name: 'last_name', label: 'Last name', isRequired: true },
    { name: 'email', label: 'Email', isRequired: true },
    { name: 'mobile', label: 'Mobile number', isRequired: true },
    { name: 'postcode', label: 'Postcode or Eircode', isRequired: false },
  ])
  expect(fields.find(({ name }) => name === 'driveway_type')?.isRequired).toBe(false)
  expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length)
})
