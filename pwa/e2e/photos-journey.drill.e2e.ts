import mongoose from 'mongoose'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGateway, type Passing } from './testing/gateway.ts'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { addPhotos, aPhoto, secret } from './testing/photos.ts'
import { quoteForm, uniqueEmail } from './testing/quote-form.ts'
import {
  answered,
  apiAwayErrors,
  expectErrors,
  mongoUri,
  offlineErrors,
  phone,
  readyForOffline,
} from './testing/site.ts'
import { leadsOf, manager } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const browser = useStaffPages({ offline: true })
beforeAll(() => void mongoose.connect(mongoUri()))
afterAll(() => mongoose.disconnect())

type Stored = { photos?: { id: string; fileId: string }[] }
const storedOf = async (id: number) => {
  const lead = await mongoose.connection.collection<Stored & { _id: number }>('leads').findOne({ _id: id })
  const ids = (lead?.photos ?? []).map(({ fileId }) => new mongoose.Types.ObjectId(fileId))
  const files = await mongoose.connection.collection('photos.files').countDocuments({ _id: { $in: ids } })
  const chunks = await mongoose.connection.collection('photos.chunks').countDocuments({ files_id: { $in: ids } })
  return { photos: lead?.photos ?? [], ids, files, chunks }
}
/** All three photos of a signed page are there to be seen. */
async function expectShown(page: Page): Promise<void> {
  const photos = page.getByRole('img', { name: /^Photo \d of 3 of the job$/ })
  expect(await photos.count()).toBe(3)
  for (const photo of await photos.all()) {
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(500)
  }
}

const isPhoto = (path: string) => /^\/api\/quote\/[^/]+\/photos\//.test(path)

test('photos cut off at 40 % arrive once each, upright and without where they were taken, after their request', async () => {
  expectErrors(offlineErrors, apiAwayErrors, answered(410, '/manage/'))
  const gateway = await openGateway()
  const { page, context, close } = await browser.visit('/', { baseURL: gateway.url })
  await readyForOffline(page)
  await context.setOffline(true)
  const email = uniqueEmail()
  const form = quoteForm(page)
  await form.fillIn(email)
  await addPhotos(page, await Promise.all([0, 120, 240].map(aPhoto)))
  await form.send()
  await page.getByRole('heading', { name: 'Saved on this phone — not sent yet' }).waitFor()
  await page.getByText('Three photos wait on this phone and are not sent yet.').waitFor()

  const tries: string[] = []
  const answers: number[] = []
  let cuts = 0
  gateway.cutsBody = ({ method, path }) => {
    if (method !== 'PUT' || !isPhoto(path)) return null
    tries.push(path)
    // The first try of each photo, and once more of the first one.
    const isCut = tries.filter((each) => each === path).length === 1 || cuts === 1
    if (isCut) cuts += 1
    return isCut ? 0.4 : null
  }
  gateway.onRequest = async ({ request, path, forward, response }: Passing) => {
    if (request.method !== 'PUT' || !isPhoto(path)) return false
    const { status, headers, body } = await forward()
    answers.push(status)
    response.writeHead(status, headers).end(body)
    return true
  }
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'We have your request' }).waitFor()
  const [lead] = await leadsOf(email)
  await page.getByText('Three photos received.').waitFor({ timeout: 120_000 })

  expect(gateway.triesOf([email])).toEqual([1])
  expect([cuts, answers]).toEqual([4, [201, 201, 201]])
  const { photos, ids, files } = await storedOf(lead?.id ?? 0)
  expect([new Set(photos.map(({ id }) => id)).size, photos.length, files]).toEqual([3, 3, 3])
  const bucket = new mongoose.mongo.GridFSBucket(mongoose.connection.db as never, { bucketName: 'photos' })
  for (const id of ids) {
    const bytes = Buffer.concat(await bucket.openDownloadStream(id).toArray())
    const { width, height, exif, orientation } = await sharp(bytes).metadata()
    expect(bytes.toString('latin1')).not.toContain(secret)
    expect({ exif, orientation, isUpright: Number(height) > Number(width) }).toEqual({ isUpright: true })
  }
  await close()

  // Staff see them, and after the homeowner has erased the details no byte is left.
  const desk = await browser.openSignedIn(`/manager/leads/${lead?.id}`, manager, phone)
  const gallery = desk.page.getByRole('region', { name: '3 photos of the job' })
  await gallery.getByRole('button', { name: 'Photo 3 of 3 of the job: open' }).click()
  const large = desk.page.getByRole('dialog').getByRole('img', { name: 'Photo 3 of 3 of the job' })
  await large.waitFor()
  expect(await large.evaluate((img: HTMLImageElement) => img.naturalHeight > img.naturalWidth)).toBe(true)
  await desk.close()

  // So does a firm that accepts.
  const pathIn = (text: string, page: 'offers' | 'leads' | 'manage') =>
    new RegExp(`/${page}/[\\w.-]+(?:/accept)?`).exec(text)?.[0] ?? ''
  const isAbout = (text: string, page: 'offers' | 'leads') =>
    text.includes(lead?.reference ?? '?') && pathIn(text, page) !== ''
  const [offer] = await emailsWhere(({ text }) => isAbout(text, 'offers'))
  const firm = await browser.visit(pathIn(offer?.text ?? '', 'offers'))
  await firm.page.getByRole('button', { name: 'Accept this job' }).click()
  await firm.page.getByRole('heading', { name: 'You have the details' }).waitFor()
  const [details] = await emailsWhere(({ text }) => isAbout(text, 'leads'))
  await firm.page.goto(pathIn(details?.text ?? '', 'leads'))
  await expectShown(firm.page)
  await firm.close()

  const [message] = await emailsWhere(sentTo(email))
  const manage = pathIn(message?.text ?? '', 'manage')
  const own = await browser.visit(manage)
  await expectShown(own.page)
  await own.page.goto(`${manage}/erase`)
  await own.page.getByRole('button').click()
  await expect.poll(async () => (await leadsOf(email)).length).toBe(0)
  expect(await mongoose.connection.collection('photos.files').countDocuments({ _id: { $in: ids } })).toBe(0)
  expect(await mongoose.connection.collection('photos.chunks').countDocuments({ files_id: { $in: ids } })).toBe(0)
  await own.close()
  // The phone waits longer after each of its failures.
}, 180_000)
