import { expect, test } from 'vitest'
import { emailsWhere, sentTo, type InboxEmail } from './testing/inbox.ts'
import { mobileOf, quoteForm, reference, uniqueEmail } from './testing/quote-form.ts'
import { useBrowser } from './testing/site.ts'

const { visit } = useBrowser()

test('a firm accepts from its email, and only then learns who the homeowner is, who learns its name', async () => {
  const email = uniqueEmail()
  const homeowner = await visit()
  const form = quoteForm(homeowner.page)
  await form.fillIn(email, 'M1 1AE')
  await form.send()
  const shown = reference.exec(await homeowner.page.locator('.thank-you__reference').innerText())?.[0] ?? ''
  await homeowner.close()

  const isOffer = (message: InboxEmail) =>
    message.text.includes(shown) && /\/offers\/[^/\s]+\/accept/.test(message.text)
  const [offer] = await emailsWhere(isOffer)
  for (const secret of [email, 'Aoife', mobileOf(email).slice(-6)])
    expect(offer?.text + (offer?.html ?? '')).not.toContain(secret)
  const link = /https?:\/\/\S+\/offers\/[^/\s]+\/accept/.exec(offer?.text ?? '')?.[0] ?? ''

  const firm = await visit(link)
  expect(await firm.page.locator('body').innerText()).not.toContain(email)
  await firm.page.getByRole('button', { name: 'Accept this job' }).click()
  await firm.page.getByRole('heading', { name: 'The job is yours' }).waitFor()
  expect(await firm.page.locator('body').innerText()).toContain(email)
  await firm.close()

  const [details] = await emailsWhere((message) => message.text.includes(email) && !sentTo(email)(message))
  expect(details?.to[0]?.address).toBe(offer?.to[0]?.address)
  const [notice] = await emailsWhere(
    (message) => sentTo(email)(message) && message.subject.includes('would like to quote'),
  )
  expect(notice?.text).toContain(offer?.to[0]?.address)
})
