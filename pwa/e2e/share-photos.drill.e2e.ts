import mongoose from 'mongoose'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInOnOwnDevice } from './testing/own-device.ts'
import { postQuote, uniqueEmail } from './testing/quote-form.ts'
import { desktop, expectErrors, mongoUri, offlineErrors, phone, readyForOffline } from './testing/site.ts'
import { leadsOf, manager } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn, visit } = useStaffPages({ offline: true })
beforeAll(() => void mongoose.connect(mongoUri()))
afterAll(() => mongoose.disconnect())

const aPhoto = async (hue: number) => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const image = sharp({ create: { width: 2_000, height: 1_500, channels: 3, background: '#888', noise } })
  return { name: `site ${hue} é.jpg`, mimeType: 'image/jpeg', buffer: await image.modulate({ hue }).jpeg().toBuffer() }
}
const aText = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') }

async function aLead() {
  const email = uniqueEmail()
  await postQuote({ email })
  const id = Number((await leadsOf(email))[0]?.id)
  return { email, id }
}

/** Posts files as a phone's share sheet does: a form by the manifest's share target. */
async function share(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {
      id: 'shared',
      method: 'post',
      action: '/manager/share',
    })
    form.enctype = 'multipart/form-data'
    form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'photos', multiple: true }))
    document.body.append(form)
  })
  await page.locator('#shared input').setInputFiles(files)
  await page.evaluate(() => document.querySelector<HTMLFormElement>('#shared')?.submit())
  await page.waitForURL(/\/manager\/share/)
  await page.getByRole('heading', { level: 1, name: 'Add photos to a lead' }).waitFor()
}

const thumbs = (page: Page) => page.getByRole('img', { name: /^Photo \d$/ })
async function expectThumbs(page: Page, count: number): Promise<void> {
  await expect.poll(() => thumbs(page).count()).toBe(count)
}
async function chooseLead(page: Page, email: string): Promise<void> {
  await page.getByLabel('Search leads').fill(email)
  const found = page.getByRole('list', { name: 'Leads found' }).getByRole('button')
  await expect.poll(() => found.count()).toBe(1)
  await found.click()
  await page.getByRole('button', { name: 'Choose another lead' }).waitFor()
}

type Stored = { _id: number; photos?: { fileId: string; by?: { name: string } }[] }
async function storedOf(id: number) {
  const { photos = [] } = (await mongoose.connection.collection<Stored>('leads').findOne({ _id: id })) ?? {}
  const ids = photos.map(({ fileId }) => new mongoose.Types.ObjectId(fileId))
  const files = await mongoose.connection.collection('photos.files').countDocuments({ _id: { $in: ids } })
  return { files, by: photos.map(({ by }) => by?.name) }
}
const waiting = (page: Page) => page.evaluate(async () => (await (await caches.open('shared-photos')).keys()).length)

test('photos shared from the phone wait through a reload, go to the lead that is picked, and can be removed there', async () => {
  const { email, id } = await aLead()
  const { page, close } = await openSignedIn('/manager', manager, phone)
  await readyForOffline(page)
  await share(page, [await aPhoto(0), aText, await aPhoto(120)])
  await page.getByText('One file was left out').waitFor()
  await expectThumbs(page, 2)
  await page.reload()
  await expectThumbs(page, 2)
  await chooseLead(page, email)
  expect(await storedOf(id)).toEqual({ files: 0, by: [] })
  await page.getByRole('button', { name: 'Add two photos' }).click()
  await page.getByText('Two photos added to the lead.').waitFor()
  const { files, by } = await storedOf(id)
  expect([files, by]).toEqual([2, [expect.any(String), by[0]]])
  await expect.poll(() => waiting(page)).toBe(0)

  await page.getByRole('link', { name: 'Open the lead' }).click()
  const gallery = page.getByRole('region', { name: '2 photos of the job' })
  await expect.poll(() => gallery.getByRole('button', { name: /open$/ }).count()).toBe(2)
  expect(await gallery.getByText(`Added by ${by[0]}`).count()).toBe(2)
  await page
    .getByText(/^Added (a photo|2 photos)$/)
    .first()
    .waitFor()

  await gallery.getByRole('button', { name: 'Remove photo 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('region', { name: 'Photo of the job' }).waitFor()
  expect((await storedOf(id)).files).toBe(1)
  await close()
})

test('on an own device photos chosen at a lead are told as not sent without a network, and sent later', async () => {
  expectErrors(offlineErrors)
  const { id } = await aLead()
  const { page, context, close } = await visit('/', desktop)
  await signInOnOwnDevice(page)
  await page.goto(`/manager/leads/${id}`)
  await page.getByRole('link', { name: 'Add photos' }).click()
  await page.locator('input[type=file]').setInputFiles([await aPhoto(0), await aPhoto(90)])
  await expectThumbs(page, 2)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add two photos' }).click()
  await page.getByText('There is no connection. Two photos not sent yet.').waitFor()
  await page.reload()
  await expectThumbs(page, 2)
  expect(await storedOf(id)).toEqual({ files: 0, by: [] })
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Add two photos' }).click()
  await page.getByText('Two photos added to the lead.').waitFor()
  expect((await storedOf(id)).files).toBe(2)
  await close()
})

test('what was shared and not sent goes with the log-out', async () => {
  const { page, close } = await openSignedIn('/manager', manager)
  await readyForOffline(page)
  await share(page, [await aPhoto(0)])
  await expectThumbs(page, 1)
  expect(await waiting(page)).toBe(1)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => page.evaluate(() => caches.has('shared-photos'))).toBe(false)
  await close()
})

test('a post that no service worker takes leads to the screen, which asks to choose the photos there', async () => {
  const { page, close } = await openSignedIn('/manager', manager, { ...desktop, serviceWorkers: 'block' })
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await share(page, [await aPhoto(0)])
  await page.getByText('What you shared could not be kept on this device.').waitFor()
  await close()
})
