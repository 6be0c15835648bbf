// @vitest-environment jsdom
import { emailTemplates } from '@kerbside/schema/emails/templates'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enter } from '../../../testing/user.tsx'
import { answerOf, renderStaff, type Failure } from '../../../testing/render-staff.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { leadFixture } from '../../testing/lead-fixture.ts'
import type { UploadQuoteFile } from './quote-file.tsx'
import { SendQuote } from './send-quote.tsx'

type Sent = {
  quoteId: string
  amount: number
  message: string
  version: number
  contractorId: string | null
  fileId: string | null
}

/** The dialog, opened by Ada, on a server that fails once with each of these and has `latest` when it is asked again. */
async function openDialog(lead: LeadDetail, failures: Failure[] = [], latest = lead, upload?: UploadQuoteFile) {
  const sent: Sent[] = []
  const answer = (operation: string, variables: Sent) => {
    if (operation === 'Lead') return answerOf({ lead: latest })
    if (operation === 'QuoteWords') return answerOf({ emailWords: emailTemplates.quote.builtIn })
    sent.push(variables)
    return answerOf({ sendQuote: { ...latest, status: 'QUOTED' } }, failures.shift())
  }
  const { user, show } = await renderStaff(<SendQuote lead={lead} upload={upload} />, answer, 2)
  await user.click(screen.getByRole('button', { name: 'Send Quote' }))
  return { user, sent, show: (shown: LeadDetail) => show(<SendQuote lead={shown} />) }
}
type Opened = Awaited<ReturnType<typeof openDialog>>

const dialog = () => within(screen.getByRole('dialog', { name: 'Send Quote' }))
const field = (name: string) => dialog().getByRole('textbox', { name })
const submit = ({ user }: Opened) => user.click(dialog().getByRole('button', { name: 'Send quote' }))

async function fillIn({ user }: Opened, amount: string, message: string) {
  await enter(user, field('Amount'), amount)
  await enter(user, field('Message'), message)
}

test('a quote is sent with what was typed, as the preview showed it, and the dialog closes', async () => {
  const page = await openDialog(leadFixture)
  await fillIn(page, '2,450.5', 'Includes the drains.')
  const preview = within(dialog().getByRole('region', { name: 'Preview' }))
  for (const text of [
    'To: aoife@example.com',
    'Subject: Your quote from Kerbside – KB-ABC234',
    'Hello Aoife,',
    '£2,450.50',
    'Includes the drains.',
    'Ada, Kerbside',
  ]) {
    await preview.findByText(text)
  }
  await submit(page)
  await screen.findByText('The quote is on its way')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const id = leadFixture.id
  expect(page.sent).toEqual([
    {
      id,
      quoteId: expect.any(String),
      amount: 245_050,
      message: 'Includes the drains.',
      contractorId: null,
      fileId: null,
      version: 1,
    },
  ])
})

test('a quote can be that of a firm that has accepted, and the preview names it', async () => {
  const at = '2026-01-02T10:00:00Z'
  const offer = (contractorId: string, contractorName: string, state: 'ACCEPTED' | 'DECLINED') => {
    return {
      contractorId,
      contractorName,
      state,
      offeredAt: at,
      expiresAt: at,
      decidedAt: at,
      sendAt: null,
      digestDay: null,
      declinedBecause: null,
      outcomes: [],
      rating: null,
    }
  }
  const offers = [offer('f1', 'Stone & Sons', 'ACCEPTED'), offer('f2', 'Tarmac Ltd', 'DECLINED')]
  const page = await openDialog({ ...leadFixture, offers })
  await fillIn(page, '10', 'One')
  await page.user.click(dialog().getByRole('combobox', { name: 'Quote from' }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Kerbside', 'Stone & Sons'])
  await page.user.click(screen.getByRole('option', { name: 'Stone & Sons' }))
  dialog().getByText('Subject: Your quote from Stone & Sons – KB-ABC234')
  await submit(page)
  await waitFor(() => expect(page.sent).toEqual([expect.objectContaining({ contractorId: 'f1' })]))
})

test('what is missing is shown at its field before anything is sent', async () => {
  const page = await openDialog(leadFixture)
  await submit(page)
  dialog().getByText('Enter an amount, like 2450 or 2,450.50')
  dialog().getByText('Write a message')
  expect(document.activeElement).toBe(field('Amount'))
  await enter(page.user, field('Amount'), '12.345')
  dialog().getByText('Enter two decimals at most')
  await enter(page.user, field('Amount'), '12')
  await submit(page)
  expect(document.activeElement).toBe(field('Message'))
  expect(page.sent).toEqual([])
})

test('in Ireland the amount is in euro', async () => {
  const page = await openDialog({ ...leadFixture, postcode: 'D02 X285' })
  await enter(page.user, field('Amount'), '99')
  dialog().getByText('In euro, like 2,450 or 2450.50')
  const preview = dialog().getByRole('region', { name: 'Preview' })
  await waitFor(() => expect(preview.textContent).toContain('€99.00'))
})

test('a second try after a failure has the same id; a quote that was sent before after all, a new one', async () => {
  const wasSent = { message: 'This quote was sent before.', code: 'BAD_USER_INPUT', fields: { quoteId: ['Sent.'] } }
  const page = await openDialog(leadFixture, [{ message: 'Try again.', code: 'UNAVAILABLE' }, wasSent])
  await fillIn(page, '10', 'One')
  await submit(page)
  await dialog().findByText('Try again.')
  await submit(page)
  await dialog().findByText('This quote was sent before.')
  expect(field('Message')).toHaveProperty('value', 'One')
  await submit(page)
  await screen.findByText('The quote is on its way')
  const [first, second, third] = page.sent.map(({ quoteId }) => quoteId)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

const aPdf = new File(['%PDF-1.7'], 'offer.pdf', { type: 'application/pdf' })

test('a PDF goes with the quote and is in the preview; another one takes its place, and it can be removed', async () => {
  const upload: UploadQuoteFile = async (_leadId, file) => ({
    id: `id-of-${file.name}`,
    name: file.name,
    size: 120_000,
  })
  const page = await openDialog(leadFixture, [], leadFixture, upload)
  await fillIn(page, '10', 'One')
  const chosen = dialog().getByLabelText('PDF')
  await page.user.upload(chosen, new File(['%PDF-'], 'wrong.pdf', { type: 'application/pdf' }))
  await dialog().findByText('Attached: wrong.pdf (120 kB)')
  await page.user.click(dialog().getByRole('button', { name: 'Remove PDF' }))
  expect(dialog().queryByText(/^Attached/)).toBeNull()
  await page.user.upload(chosen, aPdf)
  await dialog().findByText('Attached: offer.pdf (120 kB)')
  await submit(page)
  await screen.findByText('The quote is on its way')
  expect(page.sent.map(({ fileId }) => fileId)).toEqual(['id-of-offer.pdf'])
})

test('what is no PDF is named before it is sent, and a PDF that the server has deleted is to be chosen again', async () => {
  const gone = { message: 'The PDF was deleted.', code: 'BAD_USER_INPUT', fields: { fileId: ['Gone.'] } }
  const plain = await openDialog(leadFixture)
  await plain.user.upload(dialog().getByLabelText('PDF'), new File(['MZ'], 'offer.pdf', { type: 'application/pdf' }))
  await dialog().findByText('This file is no PDF. Save it as a PDF and choose that.')
  cleanup()

  const upload: UploadQuoteFile = async () => ({ id: 'f1', name: 'offer.pdf', size: 8 })
  const page = await openDialog(leadFixture, [gone], leadFixture, upload)
  await fillIn(page, '10', 'One')
  await page.user.upload(dialog().getByLabelText('PDF'), aPdf)
  await dialog().findByText('Attached: offer.pdf (1 kB)')
  await submit(page)
  await dialog().findByText('The PDF was deleted.')
  expect(dialog().queryByText(/^Attached/)).toBeNull()
})

const stale = { message: 'A colleague has just changed this lead.', code: 'CONFLICT' }

test('a colleague’s note meanwhile is no conflict, a colleague’s quote is', async () => {
  const noted = await openDialog(leadFixture, [stale], { ...leadFixture, version: 2 })
  await fillIn(noted, '10', 'One')
  await submit(noted)
  await screen.findByText('The quote is on its way')
  expect(noted.sent.map(({ version }) => version)).toEqual([1, 2])
  cleanup()

  const quoted = await openDialog(leadFixture, [stale], { ...leadFixture, status: 'QUOTED', version: 2 })
  await fillIn(quoted, '10', 'One')
  await submit(quoted)
  await dialog().findByText(stale.message)
  expect(quoted.sent).toHaveLength(1)
})

test('a lost lead is to be reopened first, and one without an email address gets no quote', async () => {
  const page = await openDialog({ ...leadFixture, status: 'LOST' })
  dialog().getByText(/^This lead is lost\. Reopen it first/)
  expect(dialog().getByRole('button', { name: 'Send quote' })).toHaveProperty('disabled', true)
  page.show({ ...leadFixture, email: '' })
  dialog().getByText('This lead has no email address to send a quote to.')
  page.show(leadFixture)
  expect(dialog().getByRole('button', { name: 'Send quote' })).toHaveProperty('disabled', false)
})
