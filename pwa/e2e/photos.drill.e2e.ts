import { expect, test } from 'vitest'
import { addPhotos, aPhoto } from './testing/photos.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const browser = useStaffPages({ offline: true })

test('photos stay with a half-filled form through a reload, can be removed, and a file that is none is told', async () => {
  const { page, close } = await browser.visit()
  await addPhotos(page, [await aPhoto(0), await aPhoto(90)])
  await page.reload()
  await page.getByText('2 of 5 photos.').waitFor()
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await page.getByText('1 of 5 photos.').waitFor()
  const heic = { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: Buffer.from('....ftypheic') }
  await page.locator('.photos input[type=file]').setInputFiles([heic])
  await page.getByText('This browser cannot read HEIC photos.').waitFor()
  await page.getByRole('button', { name: /shared device/ }).click()
  await page.getByText('They are not kept on this phone').waitFor()
  await page.reload()
  await page
    .getByRole('button', { name: /shared device|Add photos/ })
    .first()
    .waitFor()
  await page.locator('#answer-first_name').focus()
  await page.locator('.photos input[type=file]').waitFor({ state: 'attached' })
  expect(await page.getByText(/of 5 photos/).count()).toBe(0)
  await close()
})
