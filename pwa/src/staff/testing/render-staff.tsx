import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, onTestFinished } from 'vitest'
import { session } from '../../api/session.ts'
import { aServer } from '../../api/testing/fake-session.ts'
import { ToastProvider } from '../ui/toasts.tsx'
import { aUser, WithoutStyles } from './user.tsx'

// jsdom has no layout, so nothing is ever scrolled or resized.
Element.prototype.scrollIntoView ??= () => {}
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

export type Failure = { message: string; code: string; fields?: Record<string, string[]> }

/** The body of a GraphQL answer: the error, or the data when there is none. */
export function answerOf(data: object, failure?: Failure): object {
  if (!failure) return { data }
  const { message, ...extensions } = failure
  return { data: null, errors: [{ message, extensions }] }
}

// Tests look into variables freely.
type Variables = ReturnType<typeof JSON.parse>
type Answer = (operation: string, variables: Variables) => object | Promise<object>

/** Renders a part of the staff area, signed in as Ada, on a real server that answers each GraphQL operation as told. */
export async function renderStaff(shown: ReactElement, answer: Answer, role = 1) {
  const server = await aServer(async (request) => {
    let text = ''
    for await (const part of request) text += String(part)
    const { operationName, variables } = JSON.parse(text)
    return { status: 200, body: await answer(operationName, variables) }
  })
  const { fetch } = globalThis
  globalThis.fetch = (path, init) => fetch(new URL(String(path), server.url), { ...init, signal: null })
  session.set({ token: 't', user: { id: 'u1', email: 'ada@kerbside.example', name: 'Ada', role } })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  onTestFinished(async () => {
    // A request under way would be shared with the next test, because the transport sends the same query only once.
    await waitFor(() => expect(client.isFetching()).toBe(0))
    cleanup()
    client.clear()
    globalThis.fetch = fetch
    session.clear()
  })
  const inStaffArea = (element: ReactElement) => (
    <WithoutStyles>
      <QueryClientProvider client={client}>
        <ToastProvider>
          <MemoryRouter>{element}</MemoryRouter>
        </ToastProvider>
      </QueryClientProvider>
    </WithoutStyles>
  )
  const { rerender } = render(inStaffArea(shown))
  return { user: aUser(), show: (element: ReactElement) => rerender(inStaffArea(element)) }
}
