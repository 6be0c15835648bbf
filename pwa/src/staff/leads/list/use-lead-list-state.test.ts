import { expect, test } from 'vitest'
import { readListState, writeListState } from './use-lead-list-state.ts'

const read = (text: string) => readListState(new URLSearchParams(text))

test('an empty address is the whole list from its start', () => {
  expect(read('')).toEqual({ search: '', status: null, after: null, before: null })
  expect(writeListState(read(''), 1).toString()).toBe('')
})

test('filter and page survive the way through the address', () => {
  const address = 'q=o%27neill+%26+sons&status=quoted&after=abc%3D&page=2'
  expect(read(address)).toEqual({ search: "o'neill & sons", status: 'QUOTED', after: 'abc=', before: null })
  expect(read(writeListState(read(address), 2).toString())).toEqual(read(address))
})

test('a status that does not exist filters nothing', () => expect(read('status=won').status).toBeNull())
test('of two cursors the earlier page wins', () =>
  expect(read('after=a&before=b')).toMatchObject({ after: null, before: 'b' }))
