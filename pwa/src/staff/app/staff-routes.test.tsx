// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { WithoutStyles } from '../testing/user.tsx'
import { ErrorScreen } from './staff-routes.tsx'

afterEach(cleanup)

test.each([
  ['the status text of an answer', new Response(null, { status: 503, statusText: 'Service Unavailable' }), /Service/],
  ['the message of an error', new Error('Cannot read the lead'), /^Cannot read the lead$/],
  ['a sentence of its own', null, /^Something went wrong on this page\.$/],
])('the fallback screen of staff shows %s', async (_what, thrown, text) => {
  const loader = () => Promise.reject(thrown)
  const router = createMemoryRouter([
    { path: '/', loader, errorElement: <ErrorScreen />, element: null, hydrateFallbackElement: <p>…</p> },
  ])
  render(
    <WithoutStyles>
      <RouterProvider router={router} />
    </WithoutStyles>,
  )
  await screen.findByText('Unexpected Application Error!')
  expect(screen.getByText(text)).toBeTruthy()
})
