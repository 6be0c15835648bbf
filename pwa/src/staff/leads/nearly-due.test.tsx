// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { session, useSession } from '../../api/session.ts'
import { answerOf, renderStaff } from '../testing/render-staff.tsx'
import { leadKeys } from './leads.queries.ts'
import { useIconBadge } from './nearly-due.ts'

/** What the icon shows, as a browser with badges would; its latest calls. */
function anIcon() {
  const shown: number[] = []
  const badges = {
    setAppBadge: async (count: number) => void shown.push(count),
    clearAppBadge: async () => void shown.push(0),
  }
  Object.assign(navigator, badges)
  onTestFinished(() => {
    for (const name of Object.keys(badges)) Reflect.deleteProperty(navigator, name)
  })
  return shown
}

/** The staff area, in which a colleague's change is heard on a press. */
function Area() {
  return useSession() && <Badged />
}
function Badged() {
  useIconBadge()
  const client = useQueryClient()
  return (
    <button type="button" onClick={() => void client.invalidateQueries({ queryKey: leadKeys.all })}>
      A lead has changed
    </button>
  )
}

/** Well before the count would load by itself, which it does every 30 seconds. */
const soon = { timeout: 20_000 }

async function openArea(counts: number[]) {
  const filter = { waiting: true, from: null, to: null }
  const answer = () => answerOf({ dashboard: { nearlyDue: { count: counts.shift(), isCapped: false, filter } } })
  const { user } = await renderStaff(<Area />, answer, 2)
  const change = () => user.click(screen.getByRole('button'))
  return { change }
}

test('the icon counts the leads that are nearly due and changes with them, also where a notification changed it', async () => {
  const shown = anIcon()
  const { change } = await openArea([2, 1, 1, 0, 0])
  for (const expected of [[2], [2, 1], [2, 1, 1], [2, 1, 1, 0]]) {
    await waitFor(() => expect(shown).toEqual(expected), soon)
    await change()
  }
})

test.each(['person', 'server'] as const)(
  'the icon counts nothing after the session was ended by the %s',
  async (by) => {
    const shown = anIcon()
    await openArea([3])
    await waitFor(() => expect(shown).toEqual([3]))
    session.clear(by)
    await waitFor(() => expect(shown).toEqual([3, 0]))
  },
)

test('a browser without badges shows the area all the same', async () => {
  const counts = [1, 0, 0]
  const { change } = await openArea(counts)
  for (const left of [2, 1]) {
    await waitFor(() => expect(counts).toHaveLength(left))
    await change()
  }
  await screen.findByRole('button')
})
