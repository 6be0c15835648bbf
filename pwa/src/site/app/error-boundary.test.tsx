// @vitest-environment jsdom
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { act } from '../testing/act.ts'
import { ErrorBoundary } from './error-boundary.tsx'

async function showBroken(error: unknown): Promise<string> {
  function Broken(): never {
    throw error
  }
  // React reports what it caught; here that is the point.
  vi.mocked(console.error).mockImplementation(() => {})
  const root = document.createElement('div')
  await act(async () =>
    createRoot(root).render(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    ),
  )
  vi.mocked(console.error).mockClear()
  return root.textContent ?? ''
}

test('a screen that breaks leaves the fallback screen with the message and ways on', async () => {
  const text = await showBroken(new Error('Cannot read the page'))
  expect(text).toContain('Unexpected Application Error!')
  expect(text).toContain('Cannot read the page')
  expect(text).toContain('Return to Home')
})

test('a failed answer is told by its status text', async () => {
  expect(await showBroken(new Response(null, { status: 503, statusText: 'Service Unavailable' }))).toContain(
    'Service Unavailable',
  )
})
