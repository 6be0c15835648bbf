import { expect, test } from 'vitest'
import { staffPath } from './site-paths.ts'

test.each([
  '/login',
  '/login/forgotten',
  '/login/password/some.signed-token',
  '/admin',
  '/admin/',
  '/admin/leads/',
  '/admin/leads',
  '/admin/leads/7',
  '/Admin/Users',
  '/manager/leads/7',
  '/admin/about-editor/edit/root',
])('%s is a staff screen', (path) => {
  expect(staffPath(path)).toBe('screen')
})

test.each([
  '/admin/nothing',
  '/admin/leads/7/x',
  '/manager/users',
  '/manager//leads',
  '/login/x',
  '/login/password',
  '/admin/constructor',
])('there is no staff screen at %s', (path) => {
  expect(staffPath(path)).toBe('unknown')
})

test.each(['/', '/about', '/administrator', '/managers/x', '/login/'])('%s is none of the signed-in areas', (path) => {
  expect(staffPath(path)).toBeNull()
})
