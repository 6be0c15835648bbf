import { expect, test } from 'vitest'
import { destinationOf } from './require-role.tsx'

test.each([
  [1, undefined, '/admin'],
  [1, '/admin/leads?q=byrne', '/admin/leads?q=byrne'],
  [1, '/manager', '/admin'],
  [2, undefined, '/manager'],
  [2, '/manager/leads/7', '/manager/leads/7'],
  [2, '/admin/leads', '/manager'],
  [1, '/administer', '/admin'],
  [1, 'https://elsewhere.example/admin', '/admin'],
  [1, '//elsewhere.example', '/admin'],
  [3, '/admin', '/'],
  [99, undefined, '/'],
])('role id %d coming from %s goes to %s', (roleId, from, to) => expect(destinationOf(roleId, from)).toBe(to))
