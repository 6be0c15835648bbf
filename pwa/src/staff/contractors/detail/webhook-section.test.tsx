// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enter } from '../../testing/user.tsx'
import { answerOf, renderStaff } from '../../testing/render-staff.tsx'
import { WebhookSection } from './webhook-section.tsx'
import type { Webhook } from './webhook.queries.ts'

const at = '2026-11-20T10:00:00Z'
const delivery = { lastError: null, nextTryAt: null, sentAt: at, createdAt: at, updatedAt: at, attemptLog: [] }
const working: Webhook = {
  url: 'https://firm.example/hook',
  failingSince: null,
  secretMadeAt: at,
  deliveries: [
    { ...delivery, id: 'a', kind: 'WEBHOOK_PING', state: 'SENT', attemptLog: [{ code: 204, answer: '' }] },
    {
      ...delivery,
      id: 'b',
      kind: 'WEBHOOK_ACCEPTED',
      state: 'FAILED',
      sentAt: null,
      lastError: 'Answered 500',
      attemptLog: [{ code: 500, answer: 'no such job' }],
    },
  ],
}

async function openSection(contractorWebhook: Webhook | null) {
  const sent: string[] = []
  const { user } = await renderStaff(<WebhookSection firm={{ id: 'c1', name: 'Acme' }} />, (operation, variables) => {
    sent.push([operation, ...Object.values(variables as object)].join(' '))
    return answerOf({
      contractorWebhook,
      setContractorWebhook: { secret: 'whsec_of-the-first-time' },
      changeWebhookSecret: { secret: 'whsec_of-the-second-time' },
      testContractorWebhook: { id: 'p' },
      removeContractorWebhook: true,
    })
  })
  return { user, sent }
}

test('a first webhook: its secret is shown until it is put away', async () => {
  const { user, sent } = await openSection(null)
  await screen.findByText('None: the firm is told by email only.')
  await user.click(screen.getByRole('button', { name: 'Set webhook' }))
  await enter(user, screen.getByRole('textbox', { name: 'Address' }), 'https://firm.example/hook')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('whsec_of-the-first-time')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('whsec_of-the-first-time')).toBeNull())
  expect(sent).toContain('SetContractorWebhook c1 https://firm.example/hook')
})

test('what was sent shows with what the firm’s system answered, and a test is sent on demand', async () => {
  const { user, sent } = await openSection(working)
  await screen.findByText('https://firm.example/hook')
  screen.getByText('Working')
  const failed = within(screen.getByText('Job accepted').closest('li') as HTMLElement)
  failed.getByText('Failed')
  failed.getByText(/Answered 500: no such job/)
  await user.click(screen.getByRole('button', { name: 'Send a test' }))
  await waitFor(() => expect(sent).toContain('TestContractorWebhook c1'))
})

test('one that fails says since when, and a new secret is made after a question', async () => {
  const { user, sent } = await openSection({ ...working, failingSince: at })
  await screen.findByText('Failing')
  screen.getByText(/Nothing has arrived since/)
  await user.click(screen.getByRole('button', { name: 'New secret' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Make new secret' }))
  await screen.findByText('whsec_of-the-second-time')
  expect(sent).toContain('ChangeWebhookSecret c1')
})
