import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { databaseUri, newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { SettingsModel } from '@kerbside/schema/settings/settings.model'
import { chromium, type Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { formAnswers } from '../../graphql-api/src/testing/quotes.ts'
import { startSiteverify } from '../../graphql-api/src/testing/siteverify.ts'
import { until } from '../../worker/src/testing/test-worker.ts'
import { findChromium } from '../services/chromium.ts'
import { anyFreePort } from '../services/ports.ts'
import { removeKeys, startApi } from './api-process.ts'

useDatabase()

const patient = { timeout: 240_000 }

/** An api whose form has a challenge, and which holds every quote that did not pass it. */
async function startSite() {
  const [provider, prefix] = [await startSiteverify(), newRedisPrefix()]
  const values = { ...defaultSettings, holdUnchallenged: true }
  await SettingsModel.create({ _id: 1, values, savedAt: new Date(), savedBy: { id: 'a', name: 'A' } })
  const url = `http://127.0.0.1:${await anyFreePort()}`
  const shared = { PORT: new URL(url).port, PUBLIC_URL: url, REDIS_PREFIX: prefix, MONGODB_URI: databaseUri() }
  const api = startApi('SIGTERM', { ...shared, ...provider.settings })
  const browser = await chromium.launch({
    executablePath: findChromium(console.log),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  onTestFinished(async () => {
    await browser.close()
    await api.stop()
    await Promise.all([provider.stop(), removeKeys(prefix)])
  })
  await until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200)
  const page = await browser.newPage({ baseURL: url })
  page.setDefaultTimeout(patient.timeout)
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  return { provider, page, errors }
}

async function fillIn(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(formAnswers())) {
    const field = page.locator(`#answer-${name}`)
    if (await field.evaluate((element) => element.tagName === 'SELECT')) await field.selectOption(value)
    else if (await field.evaluate((element: HTMLInputElement) => element.type === 'radio'))
      await page.locator(`[name=${name}][value="${value}"]`).check()
    else await field.fill(value)
  }
}

const token = (page: Page) => page.locator('input[name=challenge_token]').inputValue()

test(
  'the browser loads the challenge once the form is touched, and its token makes the quote a lead',
  patient,
  async () => {
    const { provider, page, errors } = await startSite()
    const scripts: string[] = []
    page.on('request', (request) => request.url().startsWith(provider.url) && scripts.push(request.url()))
    // By a link from a page without the form, whose document may not load the challenge.
    await page.goto('/about')
    await page.locator('a.button[href*="quote-form"]').first().click()
    await page.waitForURL(/\/(?:#|$)/)
    const shownAt = Date.now()
    await page.locator('#answer-first_name').waitFor()
    expect(scripts).toEqual([])

    await page.locator('#answer-first_name').focus()
    await page.getByText('Challenge of site-key').waitFor()
    await expect.poll(() => token(page), patient).toMatch(/^good-/)
    const first = await token(page)
    // Rejected in the browser: the token goes, and another one comes.
    await page.locator('#quote-form button[type=submit]').click()
    await expect.poll(async () => (await token(page)) === first, patient).toBe(false)
    await expect.poll(() => token(page), patient).toMatch(/^good-/)
    expect(scripts).toHaveLength(1)

    await fillIn(page)
    await until(() => Date.now() - shownAt > 3_200) // whoever is quicker is a machine
    await page.locator('#quote-form button[type=submit]').click()
    await page.waitForURL('**/thank-you')
    await until(async () => (await LeadModel.countDocuments()) + (await HeldQuoteModel.countDocuments()) === 1)
    expect([await LeadModel.countDocuments(), provider.asked.length, errors]).toEqual([1, 1, []])
  },
)
