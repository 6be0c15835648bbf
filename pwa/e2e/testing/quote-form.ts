import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { siteUrl } from './site.ts'
import { leadsOf } from './staff-api.ts'

export const choices = [
  'propertyType',
  'drivewayType',
  'drivewayMaterial',
  'drivewaySize',
  'currentSurface',
  'drainageNeeded',
  'timeframe',
  'budget',
]

/** An address of its own for each test, so that its lead and emails are not mixed up with others. */
export const uniqueEmail = () => `e2e-${crypto.randomUUID().slice(0, 12)}@homes.example`

/** Its phone number, of its own as well: leads with the same one can be one job for firms. */
export function mobileOf(email: string): string {
  const digits = Array.from(email).reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_000, 7)
  return `07400 ${String(digits).padStart(6, '0')}`
}

/** Sends a quote without a browser, complete but for its email. Returns its reference. */
export async function postQuote(answers: { email: string } & Record<string, string>): Promise<string> {
  const quote = {
    first_name: 'Aoife',
    last_name: 'Byrne',
    mobile: mobileOf(answers.email),
    postcode: 'SW1A 1AA',
    property_type: 'Detached house',
    driveway_material: 'Block paving',
    driveway_size: '20–40m²',
    current_condition: 'Grass or soil',
    drainage_needed: 'Yes',
    timeframe: 'ASAP',
    budget: '£5,000 – £8,000',
    ...answers,
  }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${siteUrl()}/api/quote`, { method: 'POST', headers, body: JSON.stringify(quote) })
  expect(response.status).toBe(201)
  return ((await response.json()) as { data: { reference: string } }).data.reference
}

/** The quote form as a homeowner uses it. */
export function quoteForm(page: Page) {
  const field = (name: string) => page.locator(`#answer-${name}`)
  const choose = async (name: string, index: number) => {
    const select = page.locator(`select[name=${name}]`)
    if ((await select.count()) > 0) await select.selectOption({ index: index + 1 })
    else await page.locator(`[name=${name}]`).nth(index).check()
  }
  const button = page.locator('#quote-form button[type=submit]')
  return {
    field,
    /** Answers a question with one of its options, whatever they look like. */
    choose,
    /** Which of its choices is ticked. */
    chosen: (name: string) =>
      page
        .locator(`[name=${name}]`)
        .evaluateAll((each) => each.flatMap((choice, index) => ((choice as HTMLInputElement).checked ? [index] : []))),
    button,
    summary: page.locator('.error-summary'),
    async fillIn(email: string, postcode = 'SW1A 1AA'): Promise<void> {
      await field('first_name').fill('Aoife')
      await field('last_name').fill('Byrne')
      await field('email').fill(email)
      await field('mobile').fill(mobileOf(email))
      await field('postcode').fill(postcode)
      for (const name of choices) await choose(name, 0)
      await field('additionalInfo').fill('The gate is narrow.')
    },
    async send(): Promise<void> {
      await button.click()
    },
  }
}

/** Fills in the form and sends it; where it leads is for the test to say. Gives its email. */
export async function submitQuote(page: Page): Promise<string> {
  const email = uniqueEmail()
  const form = quoteForm(page)
  await form.fillIn(email)
  await form.send()
  return email
}

/** The lead of a quote that a homeowner has just sent, for tests of what staff do with it. */
export async function leadOfNewQuote(email = uniqueEmail(), postcode = 'SW1A 1AA') {
  await postQuote({ email, postcode, additional_info: 'The gate is narrow.' })
  const [lead] = await leadsOf(email)
  if (!lead) throw new Error(`${email} has no lead`)
  return lead
}

export const reference = /KB-[A-Z0-9]{6}/
