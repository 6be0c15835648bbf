// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderStaff } from '../../testing/render-staff.tsx'
import { noFilter } from '../lead-filter.ts'
import { leadFixture } from '../testing/lead-fixture.ts'
import { bulkDialogs } from './bulk-questions.tsx'

const total = 450
const outage = { message: 'Please try again in a moment.', extensions: { code: 'UNAVAILABLE' } }

type Variables = { after: string | null; ids: string[] }

/** The dialog that deletes all 450 leads that match, on a server whose deletions wait for `answer`. */
async function openDeletion() {
  const waiting: ((answer: object) => void)[] = []
  const answer = async (operation: string, variables: Variables) => {
    if (operation === 'MatchingLeads') {
      const start = Number(variables.after ?? 0)
      const end = Math.min(total, start + 200)
      const nodes = Array.from({ length: end - start }, (_, index) => {
        const id = String(start + index)
        return { id, reference: `KB-${id}`, version: 1 }
      })
      return { data: { leads: { nodes, pageInfo: { hasNextPage: end < total, endCursor: String(end) } } } }
    }
    const failure = await new Promise<object>((resolve) => waiting.push(resolve))
    const data = { deleteLeads: { deletedIds: variables.ids, skippedIds: [] } }
    return 'errors' in failure ? { data: null, ...failure } : { data }
  }
  const target = { kind: 'delete', count: total, isCapped: false, leads: null, filter: noFilter } as const
  const finished: string[] = []
  const Dialog = bulkDialogs.delete
  const dialogOfAll = (
    <Dialog target={target} open onClose={() => finished.push('closed')} onDone={() => finished.push('done')} />
  )
  const { user } = await renderStaff(dialogOfAll, answer)
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete selected leads' }))
  return {
    dialog,
    finished,
    press: (name: string) => user.click(dialog.getByRole('button', { name })),
    /** Answers the deletion that is under way. */
    answer: async (failure = {}) => {
      await waitFor(() => expect(waiting).toHaveLength(1))
      waiting.shift()?.(failure)
    },
  }
}

test('all that match are deleted 200 at a time, with progress; a failure is tried again; at the end there is a report', async () => {
  const { dialog, finished, press, answer } = await openDeletion()
  dialog.getByText('Delete 450 selected lead(s)? This cannot be undone.')
  await press('Delete')
  await dialog.findByText('0 of 450 leads')
  await answer()
  await dialog.findByText('200 of 450 leads')
  await answer({ errors: [outage] })
  await dialog.findByText('Please try again in a moment.')
  await press('Try again')
  await answer()
  await dialog.findByText('400 of 450 leads')
  await answer()
  await dialog.findByText('450 leads deleted')
  expect(finished).toEqual(['done'])
  await press('Close')
  expect(finished).toEqual(['done', 'closed'])
})

test('Stop ends it after the leads that are under way, and says how far it came', async () => {
  const { dialog, finished, press, answer } = await openDeletion()
  await press('Delete')
  await dialog.findByText('0 of 450 leads')
  await press('Stop')
  await answer()
  await dialog.findByText('Stopped after 200 of 450 leads.')
  dialog.getByText('200 leads deleted')
  expect(finished).toEqual([])
})

/** The dialog that emails two selected leads, on a server that fails with each of these before it takes it. */
async function openFollowUp(...failures: object[]) {
  const sent: { followUpId: string; message: string; ids: string[] }[] = []
  const answer = (_operation: string, variables: (typeof sent)[number]) => {
    sent.push(variables)
    const failure = failures.shift()
    if (failure) return { data: null, ...failure }
    return { data: { sendFollowUps: { changedIds: variables.ids, unchangedIds: [], skipped: [] } } }
  }
  const leads = ['1', '2'].map((id) => ({ ...leadFixture, id, reference: `KB-${id}` }))
  const target = { kind: 'message', count: 2, isCapped: false, leads, filter: noFilter } as const
  const Dialog = bulkDialogs.message
  const { user } = await renderStaff(<Dialog target={target} open onClose={() => {}} onDone={() => {}} />, answer)
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Follow-up' }))
  const message = dialog.getByRole('textbox', { name: 'Message' })
  return {
    sent,
    user,
    dialog,
    message,
    press: () => user.click(dialog.getByRole('button', { name: /^Email 2 leads|^Try/ })),
  }
}

test('a follow-up that met an outage is sent again under the same id, with the text as it was typed', async () => {
  const { sent, user, dialog, message, press } = await openFollowUp({ errors: [outage] })
  await user.clear(message)
  await user.type(message, 'May we call?')
  await press()
  await dialog.findByText('Please try again in a moment.')
  await press()
  await screen.findByText('Follow-up on its way for 2 leads')
  expect(sent.map(({ message: text, ids }) => [text, ids])).toEqual(Array(2).fill(['May we call?', ['1', '2']]))
  expect(new Set(sent.map(({ followUpId }) => followUpId)).size).toBe(1)
})

test('a follow-up without a text is not sent', async () => {
  const { sent, user, dialog, message, press } = await openFollowUp()
  await user.clear(message)
  await press()
  await dialog.findByText('Write a message')
  expect(sent).toEqual([])
})
