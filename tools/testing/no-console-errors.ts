import { beforeEach, expect, vi } from 'vitest'

// What a test prints as an error is a fault that nobody looks at: so it fails the test. One that means to cause it
// checks console.error, which is a spy here, and then clears it.
beforeEach(() => {
  const error = vi.spyOn(console, 'error')
  return () => {
    const calls = [...error.mock.calls]
    error.mockRestore()
    expect(calls, 'console.error was called').toEqual([])
  }
})
