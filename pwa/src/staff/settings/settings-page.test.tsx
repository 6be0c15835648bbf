// @vitest-environment jsdom
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enter } from '../testing/user.tsx'
import { answerOf, renderStaff, type Failure } from '../testing/render-staff.tsx'
import { SettingsPage } from './settings-page.tsx'

const values = { ...defaultSettings, operatorName: 'Drives Ltd', leadMonths: 0 }

const theirs = { heldDays: 14, senderName: 'Drives of Bow' }

/** The screen on a server where a colleague has saved meanwhile after each failure. */
async function openSettings(...failures: Failure[]) {
  const sent: { settings: object; version: number }[] = []
  const stored = { version: 3, settings: { ...values } }
  const save = {
    version: 3,
    savedAt: '2026-11-20T10:00:00Z',
    savedBy: { name: 'Ben' },
    changes: [{ name: 'operatorName', before: null, after: 'Drives Ltd' }],
  }
  const { user } = await renderStaff(<SettingsPage />, (operation, variables) => {
    if (operation === 'SettingsPage') return answerOf({ settings: stored, settingsHistory: [save] })
    sent.push(variables)
    const failure = failures.shift()
    if (failure) Object.assign(stored, { version: 4, settings: { ...values, ...theirs } })
    else Object.assign(stored, { version: variables.version + 1, settings: variables.settings })
    return answerOf({ saveSettings: { version: 4 } }, failure)
  })
  const field = (name: string) => screen.getByRole('textbox', { name })
  const type = (name: string, text: string) => enter(user, field(name), text)
  await screen.findByRole('form', { name: 'Settings' })
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  return { sent, field, type, press, user }
}

test('what was changed is saved with all the rest, and the form is at rest again', async () => {
  const { sent, field, type, press } = await openSettings()
  expect(screen.getByRole('button', { name: 'Save Settings' })).toHaveProperty('disabled', true)
  await type('Firms per lead', '3')
  await type('Legal name', '  ')
  await press('Save Settings')
  await screen.findByText('Settings saved')
  expect(sent).toEqual([{ settings: { ...values, firmsPerLead: 3, operatorName: null }, version: 3 }])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull())
  expect(field('Firms per lead')).toHaveProperty('value', '3')
})

test('what is no number is not sent; the field has the message and the focus', async () => {
  const { sent, field, type, press } = await openSettings()
  await type('A firm decides within', 'soon')
  await press('Save Settings')
  await screen.findByText('Enter a whole number')
  expect(document.activeElement).toBe(field('A firm decides within'))
  expect(sent).toEqual([])
})

test('an error of the server stands at its field', async () => {
  const fields = { promiseHours: ['Give at most 72'] }
  const { field, type, press } = await openSettings({ message: 'Check', code: 'BAD_USER_INPUT', fields })
  await type('Answer promised within', '99')
  await press('Save Settings')
  await screen.findByText('Give at most 72')
  await waitFor(() => expect(document.activeElement).toBe(field('Answer promised within')))
})

test('a setting that is on or off is saved as such, and an error stands at it', async () => {
  const fields = { twoStepForAdmins: ['Set up two-step sign-in for yourself first'] }
  const { sent, press, user } = await openSettings({ message: 'Check', code: 'BAD_USER_INPUT', fields })
  const needed = screen.getByRole('checkbox', { name: 'Admins need two-step sign-in' })
  await user.click(needed)
  await press('Save Settings')
  await screen.findByText('Set up two-step sign-in for yourself first')
  await waitFor(() => expect(document.activeElement).toBe(needed))
  await press('Save Settings')
  await screen.findByText('Settings saved')
  expect(sent.at(-1)?.settings).toEqual({ ...values, twoStepForAdmins: true })
})

test('after a conflict what a colleague has saved stands beside what was typed, and saving again is based on it', async () => {
  const { sent, field, type, press } = await openSettings({ message: 'A colleague was first', code: 'CONFLICT' })
  await type('Sender name', 'Drives')
  await press('Save Settings')
  await screen.findByText('A colleague was first')
  await waitFor(() => expect(field('Held quotes are deleted after')).toHaveProperty('value', '14'))
  expect(field('Sender name')).toHaveProperty('value', 'Drives')
  screen.getByText('A colleague has saved here meanwhile: Drives of Bow')
  await press('Save Settings')
  await screen.findByText('Settings saved')
  expect(sent.at(-1)).toEqual({ settings: { ...values, ...theirs, senderName: 'Drives' }, version: 4 })
})

test('changes can be undone, and earlier ones are listed', async () => {
  const { field, type, press } = await openSettings()
  await type('Firms per lead', '1')
  await press('Undo changes')
  expect(field('Firms per lead')).toHaveProperty('value', '5')
  const changes = within(screen.getByRole('region', { name: 'Changes' }))
  expect(changes.getByText('Legal name: empty → Drives Ltd')).toBeTruthy()
  expect(changes.getByText(/^Ben · /)).toBeTruthy()
})
