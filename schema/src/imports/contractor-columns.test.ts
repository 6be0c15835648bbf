import { expect, test } from 'vitest'
import { contractorColumns } from './contractor-columns.ts'

test.each<[string, (string | null)[], string[]]>([
  ['Name,Email,Trades,Areas', ['name', 'email', 'trades', 'areas'], []],
  ['COMPANY NAME,e-mail,Service,Shoe size,Post-codes,Tel.', ['name', 'email', 'trades', null, 'areas', 'phone'], []],
  ['email,email,Firm,daily_cap', ['email', null, 'name', 'dailyCap'], ['Trades', 'Areas']],
  ['', [null], ['Name', 'Email', 'Trades', 'Areas']],
])('%j', (header, fields, missing) => {
  expect(contractorColumns(header.split(','))).toEqual({ fields, missing })
})
