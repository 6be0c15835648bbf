// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, onTestFinished, test } from 'vitest'
import { aServer } from '../../../api/testing/fake-session.ts'
import { session } from '../../../api/session.ts'
import { ToastProvider } from '../../ui/toasts.tsx'
import { noFilter } from '../lead-filter.ts'
import { bulkDialogs } from './bulk-questions.tsx'

configure({ defaultHidden: true, asyncUtilTimeout: 60_000 })

const total = 450
const outage = { message: 'Please try again in a moment.', extensions: { code: 'UNAVAILABLE' } }

type Variables = { after: string | null; ids: string[] }

/** The dialog that deletes all 450 leads that match, on a server whose deletions wait for `answer`. */
async function openDeletion() {
  const waiting: ((answer: object) => void)[] = []
  const server = await aServer(async (request) => {
    let text = ''
    for await (const part of request) text += String(part)
    const { operationName, variables } = JSON.parse(text) as { operationName: string; variables: Variables }
    if (operationName === 'MatchingLeads') {
      const start = Number(variables.after ?? 0)
      const end = Math.min(total, start + 200)
      const nodes = Array.from({ length: end - start }, (_, index) => {
        const id = String(start + index)
        return { id, reference: `KB-${id}`, version: 1 }
      })
      const pageInfo = { hasNextPage: end < total, endCursor: String(end) }
      return { status: 200, body: { data: { leads: { nodes, pageInfo } } } }
    }
    const failure = await new Promise<object>((resolve) => waiting.push(resolve))
    const data = { deleteLeads: { deletedIds: variables.ids, skippedIds: [] } }
    return { status: 200, body: 'errors' in failure ? { data: null, ...failure } : { data } }
  })
  const { fetch } = globalThis
  globalThis.fetch = (path, init) => fetch(new URL(String(path), server.url), { ...init, signal: null })
  session.set({ token: 't', user: { id: 'u1', email: 'ada@kerbside.example', name: 'Ada', role: 1 } })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  onTestFinished(() => {
    cleanup()
    client.clear()
    globalThis.fetch = fetch
    session.clear()
  })
  const target = { kind: 'delete', count: total, isCapped: false, leads: null, filter: noFilter } as const
  const finished: string[] = []
  const Dialog = bulkDialogs.delete
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <MemoryRouter>
          <Dialog target={target} open onClose={() => finished.push('closed')} onDone={() => finished.push('done')} />
        </MemoryRouter>
      </ToastProvider>
    </QueryClientProvider>,
  )
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
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
