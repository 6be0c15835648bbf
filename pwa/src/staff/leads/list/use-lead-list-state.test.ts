import { expect, test } from 'vitest'
import { noFilter, toLeadFilter } from '../lead-filter.ts'
import { readListState, writeListState } from './use-lead-list-state.ts'

const read = (text: string) => readListState(new URLSearchParams(text))

test('an empty address is the whole list from its start', () => {
  expect(read('')).toEqual({ ...noFilter, sort: null, after: null, before: null, view: null })
  expect(read('')).toMatchObject({ search: '', status: null, after: null, before: null })
  expect(writeListState(read(''), 1).toString()).toBe('')
})

test('filter and page survive the way through the address', () => {
  const address = 'q=o%27neill+%26+sons&status=quoted&after=abc%3D&page=2'
  expect(read(address)).toMatchObject({ search: "o'neill & sons", status: 'QUOTED', after: 'abc=', before: null })
  expect(read(writeListState(read(address), 2).toString())).toEqual(read(address))
})

test.each([
  'assigned_to=65f000000000000000000001&from=2026-11-01&to=2026-11-20&source=google&filter=followup&sort=-priority',
  'assigned_to=me&sort=name&view=board',
  'assigned_to=none&from=2026-11-01T12%3A30%3A00.000Z',
])('the address has every filter and the sort: %s', (address) => {
  expect(writeListState(read(address), 1).toString()).toBe(address)
})

test('a status that does not exist filters nothing', () => expect(read('status=won').status).toBeNull())
test.each([
  'assigned_to=Ben',
  'assigned_to={"$gt":""}',
  'from=yesterday',
  'from=2026',
  'to=2026-13-40',
  'filter=due',
  'sort=price',
  'view=map',
  'source=+',
])('what cannot be filters nothing: %s', (address) => expect(read(address)).toEqual(read('')))
test('of two cursors the earlier page wins', () =>
  expect(read('after=a&before=b')).toMatchObject({ after: null, before: 'b' }))

test('days are meant where the person is, from the start of the first to the end of the last', () => {
  const { from, to } = toLeadFilter(read('from=2026-11-01&to=2026-11-20'))
  expect(from).toBe(new Date(2026, 10, 1).toISOString())
  expect(to).toBe(new Date(2026, 10, 21, 0, 0, 0, -1).toISOString())
})

test('what filters nothing is not sent', () => {
  expect(toLeadFilter(read(''))).toEqual({})
  expect(toLeadFilter(read('assigned_to=none&filter=followup&source=google&status=new&q=ann'))).toEqual({
    search: 'ann',
    status: 'NEW',
    assignedTo: 'none',
    source: 'google',
    followUp: true,
  })
})
