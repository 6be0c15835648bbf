// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, onTestFinished, test } from 'vitest'
import { ownDevice } from '../../../api/own-device/own-device.ts'
import { session, sessionKey } from '../../../api/session.ts'
import { aServer, type Answer } from '../../../api/testing/fake-session.ts'
import { aUser, enter, WithoutStyles } from '../../testing/user.tsx'
import { ToastProvider } from '../../ui/toasts.tsx'
import { LoginPage } from './login-page.tsx'

const problem = (status: number, message: string, errors?: object): Answer => ({ status, body: { message, errors } })
const ask = problem(422, 'Enter the six digits', { code: ['Enter the six digits'] })
const wrong = problem(422, 'This code is wrong', { code: ['This code is wrong'] })
const signedIn: Answer = {
  status: 200,
  body: { token: 't', user: { id: 'u1', name: 'Ada', email: 'ada@kerbside.example', role_id: 1 } },
}
const pair = { email: 'ada@kerbside.example', password: 'a long password' }

/** The sign-in page on a server that gives these answers, and what it was sent. */
async function openLogin(...answers: Answer[]) {
  const page = await openPage(answers)
  await enter(page.user, screen.getByRole('textbox', { name: 'Email' }), pair.email)
  await enter(page.user, screen.getByLabelText('Password'), pair.password)
  await page.user.keyboard('{Enter}')
  return page
}

async function openPage(answers: Answer[]) {
  const sent: object[] = []
  const server = await aServer(async (request) => {
    let text = ''
    for await (const part of request) text += String(part)
    sent.push(JSON.parse(text || '{}'))
    return answers.shift() ?? { status: 500 }
  })
  const { fetch } = globalThis
  globalThis.fetch = (path, init) => fetch(new URL(String(path), server.url), { ...init, signal: null })
  onTestFinished(() => {
    cleanup()
    globalThis.fetch = fetch
    session.clear()
  })
  render(
    <WithoutStyles>
      <QueryClientProvider client={new QueryClient()}>
        <ToastProvider>
          <MemoryRouter initialEntries={['/login']}>
            <Routes>
              <Route path="/login" element={<LoginPage />} />
              <Route path="/admin" element="The admin panel" />
              <Route path="/manager" element="The manager panel" />
            </Routes>
          </MemoryRouter>
        </ToastProvider>
      </QueryClientProvider>
    </WithoutStyles>,
  )
  const user = aUser()
  return { sent, user, code: () => screen.findByRole('textbox', { name: 'Code' }) }
}
type Login = Awaited<ReturnType<typeof openLogin>>
const submit = async ({ user, code }: Login, text: string) => user.type(await code(), `${text}{Enter}`)

test('without two-step sign-in there is one step', async () => {
  const { sent } = await openLogin(signedIn)
  await screen.findByText('The admin panel')
  expect(sent).toEqual([pair])
})

test('the second step asks for the code and sends it with the pair, which is stored nowhere', async () => {
  const page = await openLogin(ask, wrong, signedIn)
  const input = await page.code()
  expect(document.activeElement).toBe(input)
  expect([input.getAttribute('autocomplete'), input.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(pair.password)
  await submit(page, '123456')
  await waitFor(() => expect(screen.getAllByText('This code is wrong').length).toBeGreaterThan(0))
  expect(input.getAttribute('aria-describedby')).toBe('login-failure')
  await page.user.clear(input)
  await submit(page, '654321')
  await screen.findByText('The admin panel')
  expect(page.sent).toEqual([pair, { ...pair, code: '123456' }, { ...pair, code: '654321' }])
  expect(localStorage.getItem(sessionKey)).not.toContain(pair.password)
})

test('a recovery code goes into the same field, typed with letters', async () => {
  const page = await openLogin(ask, signedIn)
  await page.code()
  await page.user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  const input = screen.getByRole('textbox', { name: 'Recovery code' })
  expect([document.activeElement, input.getAttribute('inputmode')]).toEqual([input, 'text'])
  await page.user.type(input, 'ABCD-EFGH-2345-WXYZ{Enter}')
  await screen.findByText('The admin panel')
  expect(page.sent.at(-1)).toEqual({ ...pair, code: 'ABCD-EFGH-2345-WXYZ' })
})

test('nothing is sent without a code, and one can go back, which forgets the password', async () => {
  const page = await openLogin(ask)
  await submit(page, '')
  await screen.findAllByText('Please fill in all fields')
  await page.user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveProperty('value', pair.email)
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '')
  expect(page.sent).toHaveLength(1)
})

test('a password that was changed meanwhile leads back to the first step, with the reason', async () => {
  const page = await openLogin(ask, problem(401, 'Invalid email or password'))
  await submit(page, '123456')
  await screen.findByRole('form', { name: 'Sign in' })
  expect(screen.getAllByText('Invalid email or password').length).toBeGreaterThan(0)
})

test('an own device is ticked in the first step, and known once the second one is done', async () => {
  const page = await openLogin(ask, ask, signedIn)
  await page.code()
  await page.user.click(screen.getByRole('button', { name: 'Back' }))
  await page.user.click(screen.getByRole('checkbox', { name: 'This is my own device' }))
  await page.user.type(screen.getByLabelText('Password'), `${pair.password}{Enter}`)
  expect(ownDevice.isChosen()).toBe(false)
  await submit(page, '123456')
  await screen.findByText('The admin panel')
  expect(ownDevice.isChosen()).toBe(true)
})

test('the installed app is an own device unless the person unticks it', async () => {
  // Safari's word for it.
  Object.assign(navigator, { standalone: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'standalone'))
  await openLogin(signedIn)
  await screen.findByText('The admin panel')
  expect(ownDevice.isChosen()).toBe(true)
  session.clear()
  cleanup()

  const { user } = await openPage([signedIn])
  const tick = screen.getByRole('checkbox', { name: 'This is my own device' })
  expect(tick).toHaveProperty('checked', true)
  screen.getByText(/^Chosen because you installed the app/)
  await user.click(tick)
  await enter(user, screen.getByRole('textbox', { name: 'Email' }), pair.email)
  await enter(user, screen.getByLabelText('Password'), pair.password)
  await user.keyboard('{Enter}')
  await screen.findByText('The admin panel')
  expect(ownDevice.isChosen()).toBe(false)
})

test('without the tick a device is not an own one', async () => {
  await openLogin(signedIn)
  await screen.findByText('The admin panel')
  expect(ownDevice.isChosen()).toBe(false)
})

const roleAnswer = (role_id: number): Answer => ({ status: 200, body: { user: { id: 'u1', name: 'Ada', role_id } } })
const withoutRole = { token: 't', user: { id: 'u1', name: 'Ada', email: pair.email, role: 3 } }

test('who is signed in without a staff role is told so, and goes on once the server says another role', async () => {
  session.set(withoutRole)
  const page = await openPage([roleAnswer(3), roleAnswer(2)])
  await screen.findByText(`You’re signed in as ${pair.email}. Your account has no access to the staff area yet.`)
  await waitFor(() => expect(page.sent).toHaveLength(1))
  await page.user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('The manager panel')
  expect(session.get()).toEqual({ ...withoutRole, user: { ...withoutRole.user, role: 2 } })
})

test('who has no staff role can log out, and then sign in as somebody else', async () => {
  session.set(withoutRole)
  const page = await openPage([roleAnswer(3), { status: 204 }])
  await page.user.click(await screen.findByRole('button', { name: 'Logout' }))
  await screen.findByRole('form', { name: 'Sign in' })
  expect(session.get()).toBeNull()
})
