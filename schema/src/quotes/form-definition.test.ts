import { expect, test } from 'vitest'
import { defaultFormFields, defaultFormLayout } from './default-form.ts'
import { fieldTypes, newField, nextField } from './form-definition.ts'
import { layoutOf, placeFields } from './form-layout.ts'
import { formProblems } from './form-problems.ts'

test('the field types are those of the specification', () => {
  expect(fieldTypes).toEqual(['text', 'email', 'tel', 'textarea', 'number', 'date', 'select', 'checkbox', 'url'])
})

test('a new field is named after the number of fields plus one', () => {
  expect(newField(14)).toEqual({
    id: 'field_15',
    name: 'field_15',
    label: 'New Field',
    type: 'text',
    placeholder: '',
    required: false,
    visible: true,
    width: 'half',
    icon: 'FileText',
    options: [],
  })
})

test('a new field never takes the name of one that is there', () => {
  expect(nextField([newField(1)]).id).toBe('field_3')
})

test('the default form asks for the thirteen fields of the specification and a postcode', () => {
  expect(defaultFormFields.map((field) => field.name)).toEqual(
    'first_name last_name email mobile postcode propertyType drivewayType drivewayMaterial drivewaySize currentSurface drainageNeeded timeframe budget additionalInfo'.split(
      ' ',
    ),
  )
  const optional = defaultFormFields.filter((field) => !field.required).map((field) => field.name)
  expect(optional).toEqual(['postcode', 'additionalInfo'])
  expect(formProblems(defaultFormFields)).toEqual([])
})

test('every select of the default form has options whose value is their label', () => {
  const selects = defaultFormFields.filter((field) => field.type === 'select')
  expect(selects).toHaveLength(8)
  for (const field of selects) {
    expect(field.options.length).toBeGreaterThan(1)
    expect(field.options.every((option) => option.value === option.label)).toBe(true)
  }
})

test('the option bands begin and end as the specification says', () => {
  const ends = (name: string) => {
    const options = defaultFormFields.find((field) => field.name === name)?.options.map((option) => option.label) ?? []
    return [options[0], options.at(-1)]
  }
  expect(ends('budget')).toEqual(['Under £3,000', '£20,000+'])
  expect(ends('timeframe')).toEqual(['ASAP', '6+ months'])
  const sizes = defaultFormFields.find((field) => field.name === 'drivewaySize')?.options ?? []
  expect(sizes[0]?.label).toBe('Up to 20m²')
  expect(sizes.map((option) => option.label)).toContain('80m²+')
})

test('a full field stands alone in its row and half fields stand in pairs', () => {
  const half = (id: string) => ({ ...newField(0), id, name: id })
  const fields = [half('a'), half('b'), half('c'), { ...half('d'), width: 'full' as const }, half('e')]
  const ids = layoutOf(fields).rows.map((row) => row.columns.flatMap((column) => column.fieldIds))
  expect(ids).toEqual([['a', 'b'], ['c'], ['d'], ['e']])
})

test('a visible field that the layout forgot still appears, a hidden or unknown one does not', () => {
  const fields = [newField(0), newField(1), { ...newField(2), visible: false }]
  const layout = { rows: [{ id: 'r', columns: [{ id: 'c', fieldIds: ['field_2', 'gone', 'field_3', 'field_2'] }] }] }
  const shown = placeFields(fields, layout).flatMap((row) => row.columns.flatMap((column) => column.fields))
  expect(shown.map((field) => field.id)).toEqual(['field_2', 'field_1'])
})

test('the default layout places every default field once', () => {
  const shown = placeFields(defaultFormFields, defaultFormLayout).flatMap((row) => row.columns.flatMap((c) => c.fields))
  expect(shown.map((field) => field.id)).toEqual(defaultFormFields.map((field) => field.id))
})

test.each([
  ['website_url', 'reserved'],
  ['submission_id', 'reserved'],
  ['form_version', 'reserved'],
  ['form_stamp', 'reserved'],
  ['constructor', 'reserved'],
  ['prototype', 'reserved'],
  ['toString', 'reserved'],
  ['__proto__', 'cannot be a field name'],
  ['9lives', 'cannot be a field name'],
  ['a b', 'cannot be a field name'],
  ['$where', 'cannot be a field name'],
  ['a'.repeat(65), 'cannot be a field name'],
])('the field name %s is rejected', (name, reason) => {
  const [problem] = formProblems([{ ...newField(0), name }])
  expect(problem?.path).toEqual([0, 'name'])
  expect(problem?.message).toContain(reason)
})

test('ids, names and option values must be unique, and a select needs options', () => {
  const twice = formProblems([newField(0), newField(0), ...defaultFormFields])
  expect(twice.map((problem) => problem.path)).toEqual([
    [1, 'id'],
    [1, 'name'],
  ])
  const select = { ...newField(0), type: 'select' as const }
  expect(formProblems([select])[0]?.path).toEqual([0, 'options'])
  const options = [
    { value: 'a', label: 'a' },
    { value: 'a', label: 'b' },
  ]
  expect(formProblems([{ ...select, options }])[0]?.path).toEqual([0, 'options', 1, 'value'])
})

test('two fields cannot fill the same column of a lead', () => {
  const named = (name: string) => ({ ...newField(0), id: name, name })
  expect(formProblems([named('currentSurface'), named('current_condition')])[0]).toEqual({
    path: [1, 'name'],
    message: '"current_condition" and "currentSurface" would both fill current_condition.',
  })
})

test('more than sixty fields or a hundred options are rejected', () => {
  expect(formProblems(Array.from({ length: 61 }, (_, index) => newField(index)))[0]?.path).toEqual([])
  const options = Array.from({ length: 101 }, (_, index) => ({ value: `${index}`, label: `${index}` }))
  expect(formProblems([{ ...newField(0), type: 'select', options }])[0]?.path).toEqual([0, 'options'])
})

const contacts = defaultFormFields.filter(({ name }) => name === 'email' || name === 'mobile')
test.each([
  ['neither', [], true],
  ['both hidden', contacts.map((field) => ({ ...field, visible: false })), true],
  ['both optional', contacts.map((field) => ({ ...field, required: false })), true],
  ['the email alone', contacts.filter(({ name }) => name === 'email'), false],
  ['the mobile alone', contacts.filter(({ name }) => name === 'mobile'), false],
])('a form with %s of email and mobile is rejected: %s', (_which, fields, isProblem) => {
  const others = defaultFormFields.filter(({ name }) => name !== 'email' && name !== 'mobile')
  const problems = formProblems([...others, ...fields])
  expect(problems.some(({ message }) => message.includes('make it required'))).toBe(isProblem)
})
