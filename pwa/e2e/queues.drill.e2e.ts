import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { postQuote, uniqueEmail } from './testing/quote-form.ts'
import { desktop, mongoUri } from './testing/site.ts'
import { admin, leadsOf } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()
beforeAll(() => mongoose.connect(mongoUri()))
afterAll(() => mongoose.disconnect())

/** A quote whose confirmation went out and counts as given up all the same. */
async function quoteWithFailedEmail() {
  const email = uniqueEmail()
  const reference = await postQuote({ email, first_name: 'Sinéad', last_name: 'Late' })
  const [lead] = await leadsOf(email)
  const id = deliveryId(lead?.id ?? 0, 'confirmation')
  await expect.poll(async () => (await DeliveryModel.findById(id).lean())?.state).toBe('sent')
  const failed = { state: 'failed', attempts: 8, lastError: '451 try again later', sentAt: null } as const
  await DeliveryModel.updateOne({ _id: id }, failed)
  return { email, reference, id }
}

test('an admin retries an email that failed from the queues, and it goes out; another one is discarded', async () => {
  const retried = await quoteWithFailedEmail()
  const discarded = await quoteWithFailedEmail()
  const { page, close } = await openSignedIn('/admin')
  await page.getByRole('link', { name: 'Queues' }).click()
  await page.waitForURL('**/admin/queues')
  await page.getByText('Working', { exact: true }).waitFor()
  await page.getByRole('tab', { name: /^Emails \(\d+\)$/ }).click()

  const name = (reference: string) => `Confirmation to the homeowner, ${reference}`
  await page.getByText('451 try again later').first().waitFor()
  await page.getByRole('button', { name: `Retry ${name(retried.reference)}` }).click()
  await page.getByText(`Retried: ${name(retried.reference)}`).waitFor()
  await expect.poll(async () => (await emailsWhere(sentTo(retried.email))).length).toBe(2)

  await page.getByRole('button', { name: `Discard ${name(discarded.reference)}` }).click()
  const dialog = page.getByRole('dialog', { name: `Discard ${name(discarded.reference)}` })
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  await dialog.getByText('Give a reason of 3 to 200 characters.').waitFor()
  await dialog.getByLabel('Reason').fill('Settled by phone')
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByText(`Discarded: ${name(discarded.reference)}`).waitFor()
  expect(await DeliveryModel.findById(discarded.id).lean()).toMatchObject({ state: 'expired' })
  await page.getByRole('link', { name: discarded.reference }).waitFor({ state: 'detached' })
  await close()
})

test.each([390, 1280])('axe finds nothing serious on the queues at %i pixels', async (width) => {
  const { reference } = await quoteWithFailedEmail()
  const { page, close } = await openSignedIn('/admin/queues?queue=mail', admin, {
    ...desktop,
    viewport: { width, height: 844 },
  })
  await page.getByRole('link', { name: reference }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await close()
})
