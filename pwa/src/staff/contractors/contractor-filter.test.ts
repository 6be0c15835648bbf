import { expect, test } from 'vitest'
import { filterContractors } from './contractor-labels.ts'
import type { ListedContractor } from './contractors.queries.ts'
import { aFirm } from './testing/firms.ts'

const firm = (name: string, changes: Partial<ListedContractor> = {}) =>
  aFirm({ id: name, name, email: `${name.toLowerCase()}@firms.example`, ...changes })
const firms = [firm('Acme'), firm('Bow', { active: false }), firm('Cara', { pausedUntil: '2999-01-01T00:00:00Z' })]

test.each([
  [{ search: '', state: null }, ['Acme', 'Bow', 'Cara']],
  [{ search: 'ACME@firms', state: null }, ['Acme']],
  [{ search: 'firms', state: 'paused' as const }, ['Cara']],
  [{ search: '', state: 'inactive' as const }, ['Bow']],
  [{ search: 'acme', state: 'inactive' as const }, []],
])('%j leaves %j', (filter, names) => {
  expect(filterContractors(firms, filter).map(({ name }) => name)).toEqual(names)
})
