import { expect, test } from 'vitest'
import { columnOf, journeyColumns, leadColumnNames, restFieldName, restNameOf } from './columns.ts'
import { defaultFormFields } from './default-form.ts'

test.each([
  ['first_name', 'firstName'],
  ['firstName', 'firstName'],
  ['currentSurface', 'currentCondition'],
  ['current_condition', 'currentCondition'],
  ['propertyType', 'propertyType'],
  ['property_type', 'propertyType'],
  ['date_of_travel', 'dateOfTravel'],
  ['postcode', 'postcode'],
])('a field named %s fills the column %s', (name, column) => {
  expect(columnOf(name)).toBe(column)
})

test.each(['favouriteColour', 'First_Name', 'constructor', '__proto__', ''])(
  'a field named %j fills no column',
  (name) => {
    expect(columnOf(name)).toBeNull()
  },
)

test('the flat payload has the names of the contract', () => {
  expect(leadColumnNames.map(restNameOf)).toEqual(
    'first_name last_name email mobile postcode property_type driveway_type driveway_material driveway_size current_condition drainage_needed timeframe budget additional_info group_type pickup_location dropoff_location date_of_travel pickup_time distance'.split(
      ' ',
    ),
  )
  expect(restFieldName('currentSurface')).toBe('current_condition')
  expect(restFieldName('favouriteColour')).toBe('favouriteColour')
})

test('every field of the default form fills a column of its own', () => {
  const columns = defaultFormFields.map(({ name }) => columnOf(name))
  expect(columns).not.toContain(null)
  expect(new Set(columns).size).toBe(columns.length)
  for (const column of journeyColumns) expect(columns).not.toContain(column)
})
