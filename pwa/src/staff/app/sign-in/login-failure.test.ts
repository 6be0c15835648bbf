import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { loginFailure } from './sign-in.ts'

test('the server’s words are shown', () => {
  expect(loginFailure(new ApiError('UNAUTHENTICATED', 'Invalid email or password'))).toBe('Invalid email or password')
})
test('a limit says how long to wait', () => {
  const limited = new ApiError('RATE_LIMITED', 'Slow down.', { retryAfter: 90 })
  expect(loginFailure(limited)).toBe('Too many attempts. Please try again in 2 minutes.')
})
test('anything else is a failed login', () =>
  expect(loginFailure(new TypeError('x is not a function'))).toBe('Login failed'))
