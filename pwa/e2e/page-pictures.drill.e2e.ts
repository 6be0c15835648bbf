import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { button, editorOf, field, messageShown, openTab } from './testing/page-editor.ts'
import { pageRecord, publicHtml, publishedPage } from './testing/page-records.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

const picture = fileURLToPath(new URL('../public/icons/icon-192.png', import.meta.url))
const stored = /^\/api\/images\/[\da-f]{24}\/stream$/

/** Chooses a file as the dialog of the button does. */
async function upload(page: Page): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Upload Image').click()
  await (await choosing).setFiles(picture)
}

const widthOfPreview = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.naturalWidth)

test('a background is uploaded, looked at under its overlay, and shown to visitors', async () => {
  const { id, url } = await publishedPage()
  const { page, close } = await openSignedIn(editorOf(url))
  await openTab(page, 'Hero')
  await page.getByRole('combobox', { name: 'Background type' }).click()
  await page.getByRole('option', { name: 'Image with colour overlay' }).click()
  await upload(page)
  await messageShown(page, 'Background image uploaded successfully')
  const address = await field(page, 'Background image URL').inputValue()
  expect(address).toMatch(stored)
  await button(page, 'Preview').click()
  await expect.poll(() => widthOfPreview(page)).toBeGreaterThan(0)
  await page.getByRole('dialog', { name: 'Background image' }).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('slider').focus()
  await page.keyboard.press('End')
  await page.getByText('100% (Opaque)').first().waitFor()
  await page.keyboard.press('PageDown')
  await page.getByText('90%', { exact: true }).waitFor()
  await button(page, 'Publish').click()
  await messageShown(page, 'Published: Page is now live!')
  expect((await pageRecord(id)).content['hero']).toMatchObject({
    backgroundImage: address,
    backgroundOverlay: expect.stringMatching(/0\.9\)$/),
  })
  expect(await publicHtml(url)).toContain(address)
  await close()
})

test('a job is added to the portfolio: its pictures are uploaded, previewed and removed', async () => {
  const { id, url } = await publishedPage()
  const { page, close } = await openSignedIn(editorOf(url))
  await openTab(page, 'Portfolio')
  await button(page, 'Add Job').click()
  await field(page, 'Location').fill('Kirkwall, Orkney')
  await upload(page)
  await messageShown(page, 'Image uploaded')
  await button(page, 'Remove image 1').click()
  await page.getByText('icon-192', { exact: true }).waitFor()
  await button(page, 'Preview image 1').click()
  await expect.poll(() => widthOfPreview(page)).toBeGreaterThan(0)
  await page.getByRole('dialog', { name: 'Kirkwall, Orkney' }).getByRole('button', { name: 'Close' }).click()
  await button(page, 'Save Changes').click()
  await messageShown(page, 'Saved: Home content updated.')
  const jobs = (await pageRecord(id)).content['portfolio']?.['jobs'] as { location: string; images: object[] }[]
  expect(jobs.at(-1)).toMatchObject({ location: 'Kirkwall, Orkney', images: [{ name: 'icon-192' }] })

  // Another use of the same picture, and the text that both then have.
  await button(page, 'Choose from library').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Choose icon-192' }).first().click()
  await button(page, 'Publish').click()
  await messageShown(page, 'Published: Page is now live!')
  await page.goto('/admin/pictures')
  await page.getByLabel('Search name, text or page').fill(url)
  await page.getByText('1 picture, newest first').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: /^Edit icon-192/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: url, exact: true }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Delete picture' }).count()).toBe(0)
  await dialog.getByLabel('Alternative text').fill('A drive in Orkney')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await messageShown(page, 'Picture saved')
  expect((await publicHtml(url)).split('alt="A drive in Orkney"')).toHaveLength(3)
  await close()
})

test('a link of the header is added with its defaults, and another one removed and put back', async () => {
  const { id, url } = await publishedPage()
  const { page, close } = await openSignedIn(editorOf(url))
  await button(page, 'Add Link').click()
  await button(page, 'Remove link 1').click()
  await button(page, 'Undo').click()
  await button(page, 'Remove link 2').click()
  await button(page, 'Save Changes').click()
  await messageShown(page, 'Saved: Home content updated.')
  const links = (await pageRecord(id)).content['header']?.['navLinks'] as { label: string; path: string }[]
  expect(links[0]?.label).toBe('How It Works')
  expect(links.map(({ label }) => label)).not.toContain('Materials')
  expect(links.at(-1)).toEqual({ label: 'New Link', path: '/' })
  await close()
})
