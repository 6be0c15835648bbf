import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { linkIn, offersOf } from './testing/accepted-job.ts'
import { seriousFindings } from './testing/axe.ts'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { tabTo } from './testing/keyboard.ts'
import { postQuote, uniqueEmail } from './testing/quote-form.ts'
import { useBrowser } from './testing/site.ts'
import { leadsOf } from './testing/staff-api.ts'

const { visit } = useBrowser()

test('a homeowner stops, takes it back, confirms and corrects by keyboard and without a script; axe finds nothing serious', async () => {
  const email = uniqueEmail()
  const shown = await postQuote({ email, postcode: 'M1 1AE' })
  await offersOf(shown)
  const [confirmation] = await emailsWhere((each) => sentTo(email)(each) && each.text.includes(shown))
  const own = linkIn(confirmation, '/manage/[^/\\s]+')
  const checked = await visit(own)
  const expectGood = async (path = '') => {
    await checked.page.goto(own + path)
    expect(await seriousFindings(checked.page, `the homeowner’s page${path}`)).toEqual([])
  }
  await expectGood()
  const { page } = await visit(own, { javaScriptEnabled: false })
  const stages = page.getByRole('list', { name: 'Where your request is' })
  expect(await stages.getByRole('listitem').filter({ hasText: 'Comes next' }).innerText()).toMatch(/A firm takes it on/)
  const press = async (wanted: Locator) => {
    await tabTo(page, wanted)
    await page.keyboard.press('Enter')
  }

  await press(page.getByRole('link', { name: 'Stop sharing my details…' }))
  await page.getByRole('heading', { name: 'Stop sharing my details?' }).waitFor()
  await expectGood('/stop')
  await press(page.getByRole('button', { name: 'Stop sharing my details' }))
  const told = page.getByRole('status').filter({ hasText: 'You stopped sharing your details. You can undo it for' })
  await told.waitFor()
  await expectGood()
  await press(page.getByRole('button', { name: 'Undo' }))
  await page.getByRole('link', { name: 'Stop sharing my details…' }).waitFor()
  expect(await told.count()).toBe(0)

  await press(page.getByRole('button', { name: 'Confirm my email' }))
  await page.getByText(`You confirmed ${email} on`).waitFor()
  await expectGood('/answers')
  await press(page.getByRole('link', { name: 'Correct my answers' }))
  await tabTo(page, page.getByLabel('Postcode', { exact: false }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('M2 5DB')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your request', exact: true }).waitFor()
  expect(await leadsOf(email)).toMatchObject([{ postcode: 'M2 5DB', status: 'new' }])
})
