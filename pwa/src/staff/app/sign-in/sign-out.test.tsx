// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, onTestFinished, test } from 'vitest'
import { withSession } from '../../../api/renewal.ts'
import { restCall } from '../../../api/rest.ts'
import { session } from '../../../api/session.ts'
import { aServer, aSession, type Answer } from '../../../api/testing/fake-session.ts'
import { aUser, WithoutStyles } from '../../testing/user.tsx'
import { ToastProvider } from '../../ui/toasts.tsx'
import { useSignOut } from './sign-out.tsx'

function Screen() {
  const { signOut, dialog } = useSignOut()
  return (
    <>
      <button type="button" onClick={() => void signOut()}>
        Log out
      </button>
      {dialog}
    </>
  )
}

/** The request of another part of the screen, as it ends. */
const otherRequest = () =>
  withSession((token) => restCall('/leads', { token })).then(
    () => 'answered',
    () => 'ended',
  )

test('a request that the server answers with 401 while the session ends does not renew it', async () => {
  let ended = false
  const others: Promise<string>[] = []
  const answers: Record<string, () => Answer> = {
    '/api/auth/logout': () => {
      ended = true
      // It is on its way when the answer to Log-out comes.
      others.push(otherRequest())
      return { status: 200, body: {} }
    },
    '/api/leads': () => (ended ? { status: 401, body: { message: 'Please sign in.' } } : { status: 200, body: {} }),
    '/api/auth/refresh': () => ({ status: 200, body: { token: 'renewed' } }),
  }
  const server = await aServer(async ({ url }) => {
    // The other request's answer comes after that to Log-out.
    if (url === '/api/leads') await new Promise((resolve) => setTimeout(resolve, 50))
    return answers[url ?? '']?.() ?? { status: 404 }
  })
  const { fetch } = globalThis
  globalThis.fetch = (path, init) => fetch(new URL(String(path), server.url), { ...init, signal: null })
  onTestFinished(() => {
    cleanup()
    globalThis.fetch = fetch
    session.clear()
  })
  session.set(aSession('signed-in'))
  render(
    <WithoutStyles>
      <QueryClientProvider client={new QueryClient()}>
        <ToastProvider>
          <MemoryRouter initialEntries={['/admin']}>
            <Routes>
              <Route path="/admin" element={<Screen />} />
              <Route path="/login" element="The sign-in page" />
            </Routes>
          </MemoryRouter>
        </ToastProvider>
      </QueryClientProvider>
    </WithoutStyles>,
  )
  await aUser().click(screen.getByRole('button', { name: 'Log out' }))
  await screen.findByText('The sign-in page')
  expect(await Promise.all(others)).toEqual(['ended'])
  expect(session.get()).toBeNull()
  expect(session.endedBy()).toBe('person')
  expect(server.seen.filter((request) => request.includes('refresh'))).toEqual([])
})
