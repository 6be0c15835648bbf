import type { Page } from 'playwright-core'
import { postQuote } from './quote-form.ts'

/** Leads whose emails all hold the same mark, which no other journey's do. */
export async function markedLeads(count: number): Promise<string> {
  const mark = `e2e-${crypto.randomUUID().slice(0, 12)}`
  for (let number = 1; number <= count; number++) await postQuote({ email: `${mark}-${number}@homes.example` })
  return mark
}

export const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
export const search = (page: Page, text: string) => page.getByLabel('Search name, email or mobile').fill(text)
export const dialog = (page: Page) => page.getByRole('dialog')
export const submit = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
