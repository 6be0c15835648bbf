import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { textOfPdf } from '../../worker/src/testing/pdf-text.ts'
import { seriousFindings } from './testing/axe.ts'
import { acceptLink, detailsOf, linkIn, offersOf } from './testing/accepted-job.ts'
import { attachmentOf, emailsWhere, sentTo, type InboxEmail } from './testing/inbox.ts'
import { postPrice, ready, sendThroughCuts, typePrice } from './testing/price-form.ts'
import { mobileOf, quoteForm, reference, uniqueEmail } from './testing/quote-form.ts'
import { desktop, expectErrors, offlineErrors, phone, readyForOffline, useBrowser } from './testing/site.ts'
import { leadsOf } from './testing/staff-api.ts'
import { signIn } from './testing/staff-screens.ts'

// The worker of the installed app belongs to the homeowner's form; the pages from emails are opened without it.
const { visit } = useBrowser({ offline: true })
type Screen = typeof phone | typeof desktop
const open = (path: string, screen: Screen, javaScriptEnabled = true) =>
  visit(path, { ...screen, javaScriptEnabled, serviceWorkers: 'block' })

/** Sends the form without a network, and gives the reference once it is back. */
async function quoteOffline(email: string, screen: Screen): Promise<string> {
  const { page, context, close } = await visit('/', screen)
  await readyForOffline(page)
  await context.setOffline(true)
  await page.goto('/')
  const form = quoteForm(page)
  await form.fillIn(email, 'M1 1AE')
  await form.send()
  await page.getByRole('heading', { name: 'Saved on this phone — not sent yet' }).waitFor()
  expect(await leadsOf(email)).toEqual([])
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'We have your request' }).waitFor()
  const shown = reference.exec(await page.locator('.thank-you__reference').innerText())?.[0] ?? ''
  await close()
  return shown
}

/** Three firms accept, one of them on its screen: only then it learns who the homeowner is. Their emails, that firm's first. */
async function acceptThree(shown: string, email: string, screen: Screen): Promise<InboxEmail[]> {
  const [offer, ...others] = (await offersOf(shown, 3)).slice(0, 3)
  for (const secret of [email, 'Aoife', mobileOf(email).slice(-6)])
    expect(offer?.text + (offer?.html ?? '')).not.toContain(secret)
  const { page, close } = await open(linkIn(offer, acceptLink), screen)
  expect(await page.locator('body').innerText()).not.toContain(email)
  await page.getByRole('button', { name: 'Accept this job' }).click()
  await page.getByRole('heading', { name: 'You have the details' }).waitFor()
  expect(await page.locator('body').innerText()).toContain(email)
  await close()
  for (const other of others) expect((await fetch(linkIn(other, acceptLink), { method: 'POST' })).status).toBe(200)
  const details = await detailsOf(email, 3)
  const addresses = [offer, ...others].map((each) => each?.to[0]?.address ?? '')
  return addresses.flatMap((address) => details.find(sentTo(address)) ?? [])
}

const about = (shown: string, address: string, subject: string) => (message: InboxEmail) =>
  sentTo(address)(message) && message.subject.includes(subject) && message.subject.includes(shown)

/** Prices side by side: cards on a phone, a table where there is room. */
async function compare(page: Page, firm: string, screen: Screen): Promise<void> {
  await page.getByRole('heading', { name: 'Your 3 prices' }).waitFor()
  const isPhone = screen === phone
  expect(await page.getByRole('table').filter({ hasText: 'Drainage' }).count()).toBe(isPhone ? 0 : 1)
  expect(await page.getByRole('region', { name: /^Price of / }).count()).toBe(isPhone ? 3 : 0)
  const shown = await page.locator('body').innerText()
  for (const text of [firm, '£4,440.00', '£5,100.00', '£3,900.00', '≠ differs']) expect(shown).toContain(text)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  expect(overflow).toBeLessThanOrEqual(0)
}

/** The homeowner asks one firm, which answers on its page; the answer stands with the price. */
async function askAndAnswer(page: Page, { firm, address, email, shown, screen }: Asked): Promise<void> {
  const prices = page.url()
  await page.getByRole('link', { name: 'Ask a question' }).click()
  await page.getByLabel(firm, { exact: true }).check()
  await page.getByLabel('Your question').fill('Is the skip permit in it?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('No answer yet from').waitFor()
  const [question] = await emailsWhere(about(shown, address, 'A question about your price'))
  const own = await open(linkIn(question, '/leads/\\S+'), screen)
  await own.page.getByLabel('Your answer').fill('Yes, for two weeks.')
  await own.page.getByRole('button', { name: 'Send my answer' }).click()
  await own.page.getByText('Yes, for two weeks.').waitFor()
  await own.close()
  const [answer] = await emailsWhere(about(shown, email, 'An answer from'))
  expect(answer?.text).toContain('Yes, for two weeks.')
  await page.goto(prices)
  await page.getByText('Yes, for two weeks.').waitFor()
}
type Asked = { firm: string; address: string; email: string; shown: string; screen: Screen }

/** The homeowner chooses with their name, on the page that says of which version. Gives the SHA-256 of it. */
async function choose(page: Page, firm: string): Promise<string> {
  await page.getByRole('link', { name: `Choose ${firm}` }).click()
  const digest = await page.locator('.digest').innerText()
  await page.getByLabel('Your full name').fill('Aoife Byrne')
  await page.getByLabel('What shall we tell the other firms?').selectOption({ label: 'Their price was too high' })
  await page.getByRole('button', { name: 'Choose this price' }).click()
  await page.getByText('You chose it').first().waitFor()
  return digest
}

/** Both emails carry the same PDF, and it says what the firm typed, the sums of it, and the version's SHA-256. */
async function expectPdf(emails: readonly (InboxEmail | undefined)[], firm: string, sha256: string): Promise<void> {
  const [ofFirm, ofHomeowner] = await Promise.all(emails.flatMap((email) => (email ? [attachmentOf(email)] : [])))
  expect(ofFirm?.equals(ofHomeowner ?? Buffer.alloc(0))).toBe(true)
  const { text } = await textOfPdf(ofFirm ?? Buffer.alloc(0))
  const lines = ['Block paving £3,400.00', '42.5 m² at £80.00, 20% VAT', 'Skip £300.00', '1 item at £300.00, 20% VAT']
  const sums = ['Without VAT £3,700.00', 'VAT of 20% on £3,700.00 £740.00', 'To pay, with VAT £4,440.00']
  const said = [...lines, ...sums, 'Excavation: Included', 'Drainage: Not included', 'Fixed price', firm, sha256]
  expect(said.filter((each) => !text.includes(each))).toEqual([])
}

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

test.each([
  { width: 390, screen: phone, javaScriptEnabled: true },
  { width: 1280, screen: desktop, javaScriptEnabled: false },
])(
  'from a quote without a network to a price that is chosen and confirmed, at $width px, script for the homeowner: $javaScriptEnabled',
  async ({ screen, javaScriptEnabled }) => {
    expectErrors(offlineErrors)
    const email = uniqueEmail()
    const shown = await quoteOffline(email, screen)
    const [own, ...others] = await acceptThree(shown, email, screen)
    const addresses = others.map((each) => each.to[0]?.address ?? '')
    expect(addresses).toHaveLength(2)
    const [address, job] = [own?.to[0]?.address ?? '', linkIn(own, '/leads/[^/\\s]+')]
    for (const [index, other] of others.entries())
      await postPrice(linkIn(other, '/leads/[^/\\s]+'), index === 0 ? 5100 : 3900)

    const firmPage = await open(job, screen)
    await firmPage.page.getByRole('link', { name: 'Send your price' }).click()
    await ready(firmPage.page)
    await typePrice(firmPage.page)
    await sendThroughCuts(firmPage.page)
    await firmPage.close()

    const [offered, ...again] = await emailsWhere(about(shown, email, '£4,440.00'))
    expect(again).toEqual([])
    const firm = /A price from (.*): £/.exec(offered?.subject ?? '')?.[1] ?? ''
    const homeowner = await open(linkIn(offered, '/manage/[^/\\s]+/prices'), screen, javaScriptEnabled)
    const { page } = homeowner
    const prices = page.url()
    await compare(page, firm, screen)
    const expectGood = async (place: string) => {
      // Without a script axe cannot run either.
      expect(javaScriptEnabled ? await seriousFindings(page, place) : []).toEqual([])
    }
    await expectGood('prices side by side')
    await askAndAnswer(page, { firm, address, email, shown, screen })
    const sha256 = await choose(page, firm)

    const [chosen] = await emailsWhere(about(shown, address, 'is chosen: please confirm'))
    const [agreement] = await emailsWhere(about(shown, email, `You have chosen ${firm}`))
    await expectPdf([chosen, agreement], firm, sha256)
    const confirming = await open(linkIn(chosen, '/leads/[^/\\s]+/agreement'), screen)
    await confirming.page.getByLabel('On which day do you start?').fill(inAWeek())
    await confirming.page.getByRole('button', { name: 'Confirm' }).click()
    await confirming.page.getByRole('heading', { name: 'This job is agreed' }).waitFor()
    await confirming.close()

    await emailsWhere(about(shown, email, `${firm} has confirmed`))
    for (const other of addresses) {
      const [no] = await emailsWhere(about(shown, other, 'Not this time'))
      expect(no?.text).toContain('The prices are too high')
    }
    await page.goto(prices)
    await page.getByText(`Agreed. ${firm} starts on`).filter({ visible: true }).waitFor()
    await expectGood('prices of which one is agreed')
    await page.goto(prices.replace(/\/prices.*/, ''))
    await page.getByRole('heading', { name: 'Who has your details' }).waitFor()
    await expectGood('the request with firms and prices')
    await homeowner.close()

    const [lead] = await leadsOf(email)
    expect(lead).toMatchObject({ reference: shown, status: 'converted' })
    const staff = await open('/login', screen)
    await signIn(staff.page)
    await staff.page.goto(`/admin/leads/${lead?.id}`)
    await staff.page.getByRole('region', { name: 'Status' }).getByText('Converted', { exact: true }).waitFor()
    await staff.page.getByText(new RegExp(`^${firm} confirmed the price of £4,440\\.00`)).waitFor()
    await staff.close()
  },
)
