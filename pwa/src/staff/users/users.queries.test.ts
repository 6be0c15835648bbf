import { roleOf } from '@kerbside/schema/users/user'
import { expect, test } from 'vitest'
import { filterUsers, type UserFilter } from './users.queries.ts'

const aUser = (name: string, roleId: number, department: string | null = null) => ({
  id: name,
  name,
  email: `${name.toLowerCase()}@kerbside.example`,
  role: roleOf(roleId),
  status: 'active' as const,
  phone: null,
  department,
  lastLoginAt: null,
  twoStepEnabledAt: null,
  createdAt: '2026-01-02T03:04:05Z',
  version: 1,
})
const users = [aUser('Ada', 1), aUser('Ben', 2, 'Sales'), aUser('Cara', 7)]
const everybody: UserFilter = { search: '', role: null, status: null }
const names = (filter: Partial<UserFilter>) => filterUsers(users, { ...everybody, ...filter }).map(({ name }) => name)

test('no filter shows everybody', () => expect(names({})).toEqual(['Ada', 'Ben', 'Cara']))
test('search looks at name, email and department in any case', () => {
  expect(names({ search: 'aD' })).toEqual(['Ada'])
  expect(names({ search: 'ben@' })).toEqual(['Ben'])
  expect(names({ search: 'sales' })).toEqual(['Ben'])
})
test('an unknown role id is an ordinary user', () => expect(names({ role: 'user' })).toEqual(['Cara']))
test('filters add up', () => expect(names({ search: 'a', role: 'admin', status: 'active' })).toEqual(['Ada']))
test('nobody is inactive', () => expect(names({ status: 'inactive' })).toEqual([]))
