import { expect, test } from 'vitest'
import { mailsWhere, sentTo, type Mail } from './testing/inbox.ts'
import { mobileOf, quoteForm, reference, uniqueEmail } from './testing/quote-form.ts'
import { useBrowser } from './testing/site.ts'

const { visit } = useBrowser()

test('a firm accepts from its mail, and only then learns who the homeowner is, who learns its name', async () => {
  const email = uniqueEmail()
  const homeowner = await visit()
  const form = quoteForm(homeowner.page)
  await form.fillIn(email, 'M1 1AE')
  await form.send()
  const shown = reference.exec(await homeowner.page.locator('.thank-you__reference').innerText())?.[0] ?? ''
  await homeowner.close()

  const isOffer = (mail: Mail) => mail.text.includes(shown) && /\/offers\/[^/\s]+\/accept/.test(mail.text)
  const [offer] = await mailsWhere(isOffer)
  for (const secret of [email, 'Aoife', mobileOf(email).slice(-6)])
    expect(offer?.text + (offer?.html ?? '')).not.toContain(secret)
  const link = /https?:\/\/\S+\/offers\/[^/\s]+\/accept/.exec(offer?.text ?? '')?.[0] ?? ''

  const firm = await visit(link)
  expect(await firm.page.locator('body').innerText()).not.toContain(email)
  await firm.page.getByRole('button', { name: 'Accept this job' }).click()
  await firm.page.getByRole('heading', { name: 'The job is yours' }).waitFor()
  expect(await firm.page.locator('body').innerText()).toContain(email)
  await firm.close()

  const [details] = await mailsWhere((mail) => mail.text.includes(email) && !sentTo(email)(mail))
  expect(details?.to[0]?.address).toBe(offer?.to[0]?.address)
  const [notice] = await mailsWhere((mail) => sentTo(email)(mail) && mail.subject.includes('would like to quote'))
  expect(notice?.text).toContain(offer?.to[0]?.address)
})
