// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '../../../api/session.ts'
import { answerOf, renderStaff } from '../../testing/render-staff.tsx'
import { theme } from '../../ui/theme.ts'
import { leadFixture as lead } from '../testing/lead-fixture.ts'
import { CallButton } from './call-button.tsx'
import { CallInProgress } from './call-sheet.tsx'
import { beginCall, endCall } from './ongoing-call.ts'

const stopped = { ...lead, sharingStoppedAt: '2026-01-02T10:30:00Z' }
const signedIn = { token: 't', user: { id: 'u1', email: 'ada@kerbside.example', name: 'Ada', role: 1 } }
const inTheme = (shown: ReactElement) => <ThemeProvider theme={theme}>{shown}</ThemeProvider>
const sheet = async () => within(await screen.findByRole('dialog', { name: 'How did it go?' }))
/** As the phone does when the person is back in the app. */
const comeBack = () => act(() => void dispatchEvent(new Event('focus')))
const begin = () => act(() => beginCall(lead))

afterEach(() => {
  act(endCall)
  sessionStorage.clear()
})

test('whoever asked for no further contact is called after a question only, and the sheet says it again', async () => {
  const { user } = await renderStaff(
    <ThemeProvider theme={theme}>
      <CallButton lead={stopped} look="button" />
      <CallInProgress />
    </ThemeProvider>,
    () => ({}),
  )
  expect(screen.queryByRole('link')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Call Aoife Byrne: do not contact' }))
  await screen.findByText('Aoife Byrne stopped sharing their details and asked for no further contact.')
  addEventListener('click', (event) => event.preventDefault(), { once: true })
  await user.click(screen.getByRole('link', { name: 'Call +44 7700 900123 all the same' }))
  comeBack()
  ;(await sheet()).getByText('Do not contact: the homeowner stopped sharing their details.')
})

test('how a call went is asked on return, and what one person began is not asked of the next one', async () => {
  await renderStaff(inTheme(<CallInProgress />), () => ({}))
  begin()
  expect(screen.queryByRole('dialog')).toBeNull()
  comeBack()
  await sheet()
  act(() => session.set({ ...signedIn, user: { ...signedIn.user, id: 'u2' } }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a call that is sent again after a failure is the same call', async () => {
  const sent: { operation: string; changeId: string }[] = []
  const { user } = await renderStaff(inTheme(<CallInProgress />), (operation, { changeId }) => {
    if (changeId !== undefined) sent.push({ operation, changeId })
    const isFirst = sent.length === 2
    if (operation === 'UpdateLeadStatus')
      return answerOf(
        { updateLeadStatus: { ...lead, status: 'CONTACTED' } },
        isFirst ? { message: 'Away', code: 'INTERNAL' } : undefined,
      )
    return answerOf({ logLeadContact: lead })
  })
  begin()
  comeBack()
  const { getByRole } = await sheet()
  await user.click(getByRole('button', { name: 'Reached' }))
  await user.click(getByRole('button', { name: 'Log the call' }))
  await screen.findByText('Away')
  await user.click(getByRole('button', { name: 'Log the call' }))
  await screen.findByText('Call to Aoife Byrne logged: reached')
  const [call, status, ...again] = sent
  expect([call?.operation, status?.operation]).toEqual(['LogLeadContact', 'UpdateLeadStatus'])
  expect(again).toEqual([call, status])
})

test('a phone that threw the page away during a call asks all the same, and keeps no name for it', async () => {
  session.set(signedIn)
  beginCall(lead)
  expect(Object.values({ ...sessionStorage }).join()).not.toContain('Aoife')
  vi.resetModules()
  const [anew, { CallInProgress: Shown }] = await Promise.all([
    import('../../testing/render-staff.tsx'),
    import('./call-sheet.tsx'),
  ])
  await anew.renderStaff(inTheme(<Shown />), () => answerOf({ lead }))
  ;(await sheet()).getByText(/^Aoife Byrne · \+44 7700 900123/)
})
