// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answerOf, renderStaff } from '../testing/render-staff.tsx'
import { NotificationsSection } from './notifications-section.tsx'

/** jsdom can do no more than Safari outside of the Home Screen: it has no notifications. */
function browserIs(userAgent: string) {
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userAgent'))
}
const open = () => renderStaff(<NotificationsSection />, () => answerOf({ pushKey: 'B-key', myPushDevices: [] }))

test('on an iPhone outside of the Home Screen the section says how to get there and offers no button', async () => {
  browserIs('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1')
  await open()
  await screen.findByText('On an iPhone or iPad only an app of the Home Screen can notify you:')
  const steps = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Press the Share button of Safari, the square with the arrow.',
    'Choose “Add to Home Screen”, then “Add”.',
    'Open Kerbside from the Home Screen, sign in and turn notifications on here.',
  ])
  expect(screen.queryByRole('button')).toBeNull()
})

test('a browser that can never be notified is told so, without steps', async () => {
  browserIs('Mozilla/5.0 (X11; Linux x86_64) Old/1.0')
  await open()
  await screen.findByText('This browser cannot show notifications.')
  expect(screen.queryByRole('list')).toBeNull()
})
