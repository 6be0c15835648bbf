import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { chunksOf, filesOf } from '@kerbside/schema/file-store.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { manageLink } from '@kerbside/schema/links/signed-link'
import { QuoteFileModel } from '@kerbside/schema/quote-files/quote-file.model'
import { dayAfter, londonDay } from '@kerbside/schema/time/london-time'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { aPhonePhoto, secretText } from '../../testing/images.ts'
import { idOf, soon, storeLead, useOffers } from '../../testing/offers.ts'
import { accepted, waitAMinute } from '../../testing/prices.ts'
import { signInAs } from '../../testing/test-app.ts'

// Photos and PDFs of a price: PUT /leads/{token}/price/files/{id}: 200, 201, 404, 409, 410, 413, 422, 429, and in its form.
const { app, sign, get } = useOffers()
const aPdf = '%PDF-1.7\n1 0 obj'
const fileId = (number: number) => String(number).padStart(24, '0')
const priceId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const pathOf = async (firm = 'a') => `/leads/${await sign(firm, 'lead')}/price`
beforeEach(async () => {
  for (const collection of [filesOf('quoteFiles'), chunksOf('quoteFiles')]) await collection.deleteMany({})
})

const price = (changes: Record<string, string> = {}) => ({
  id: priceId(1),
  kind: 'fixed',
  isVatRegistered: 'yes',
  'lines.0.text': 'Block paving',
  'lines.0.unit': 'item',
  'lines.0.unitPrice': '80',
  'lines.0.rate': '2000',
  validUntilDay: dayAfter(londonDay(new Date()), 30),
  ...changes,
})

type Content = string | Uint8Array<ArrayBuffer>
const bytesOf = async (photo: Promise<Buffer>) => new Uint8Array(await photo)

/** As the page's script sends it. */
async function put(number: number, body: Content, { firm = 'a', name = 'Drawing.pdf' } = {}) {
  const path = `${await pathOf(firm)}/files/${fileId(number)}?name=${encodeURIComponent(name)}`
  const answer = await app.send(path, { method: 'PUT', body })
  return { status: answer.status, body: await answer.json() }
}

/** As a browser without a script posts the form. */
async function post(fields: Record<string, string>, files: [name: string, content: Content][] = [], firm = 'a') {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  // What a browser sends of a field in which nothing was chosen.
  if (files.length === 0) body.append('file', new File([], ''))
  for (const [name, content] of files) body.append('file', new File([content], name))
  const answer = await app.send(await pathOf(firm), { method: 'POST', body, redirect: 'manual' })
  return { status: answer.status, body: await answer.text() }
}

const filesOfPrices = async () => (await EstimateModel.find().sort({ sentAt: 1 }).lean()).map(({ files }) => files)
const manage = async (page: string) =>
  `/manage/${await app.deps.links.sign(manageLink(42, 'aoife@example.com'), soon())}/prices${page}`
const opened = async (path: string) => {
  const answer = await app.send(path)
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

test('a file is stored once however often it is sent, and goes with the price that names it', async () => {
  await storeLead([accepted('a')])
  const answers = await Promise.all(Array.from({ length: 5 }, () => put(1, aPdf)))
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
  const file = { id: fileId(1), name: 'Drawing.pdf', size: aPdf.length, type: 'application/pdf' }
  expect(answers[0]?.body).toEqual({ data: file })
  expect([await QuoteFileModel.countDocuments(), await filesOf('quoteFiles').countDocuments()]).toEqual([1, 1])
  expect((await post(price({ 'files.0': fileId(1) }))).status).toBe(303)
  expect(await filesOfPrices()).toMatchObject([[{ ...file, sha256: expect.stringMatching(/^[\da-f]{64}$/) }]])
  expect(await QuoteFileModel.findById(fileId(1)).lean()).toMatchObject({ expiresAt: null, contractorId: idOf('a') })
})

test('without a script the form takes files, and shows them again with what is wrong', async () => {
  await storeLead([accepted('a')])
  const photo = await bytesOf(aPhonePhoto())
  const wrong = await post(price({ 'lines.0.unitPrice': 'dear' }), [
    ['IMG 1.jpeg', photo],
    ['notes.txt', 'no picture'],
  ])
  expect(wrong.status).toBe(422)
  for (const text of ['IMG 1.jpg (', 'notes.txt: This file is not a picture', 'value="dear"'])
    expect(wrong.body).toContain(text)
  const [, kept = ''] = /name="files\.0" value="([\da-f]{24})" checked/.exec(wrong.body) ?? []
  expect((await post(price({ 'files.0': kept }), [['terms.pdf', aPdf]])).status).toBe(303)
  expect((await filesOfPrices())[0]?.map(({ name, type }) => [name, type])).toEqual([
    ['IMG 1.jpg', 'image/jpeg'],
    ['terms.pdf', 'application/pdf'],
  ])
})

test('a file that cannot be taken keeps a whole price from being sent without it', async () => {
  await storeLead([accepted('a')])
  expect((await post(price(), [['notes.txt', 'no picture']])).status).toBe(422)
  expect(await filesOfPrices()).toEqual([])
})

test('of a photo the pixels alone are stored, upright', async () => {
  await storeLead([accepted('a')])
  expect((await put(1, await bytesOf(aPhonePhoto(80, 40)), { name: '../../evil.html' })).body.data).toMatchObject({
    name: 'evil.jpg',
    type: 'image/jpeg',
  })
  const { bytes, headers } = await opened(`${await pathOf()}/files/${fileId(1)}`)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(Buffer.from(bytes).includes(secretText)).toBe(false)
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 80 })
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()
})

test('the homeowner sees them with the price, and each behind their own link alone', async () => {
  await storeLead([accepted('a'), accepted('b')])
  await put(1, aPdf)
  await put(2, await bytesOf(aPhonePhoto()), { name: 'Patio.jpg' })
  await put(3, aPdf, { name: 'Not sent.pdf' })
  await post(price({ 'files.0': fileId(1), 'files.1': fileId(2) }))
  expect((await get(await manage(''))).body).toContain('One photo, one PDF')
  const { body } = await get(await manage(`/${priceId(1)}`))
  for (const text of ['Drawing.pdf (1 kB)', 'alt="Patio.jpg"']) expect(body).toContain(text)
  const pdf = await opened(await manage(`/${priceId(1)}/files/${fileId(1)}`))
  expect([pdf.status, Buffer.from(pdf.bytes).toString(), pdf.headers.get('content-disposition')]).toEqual([
    200,
    aPdf,
    'attachment; filename="Drawing.pdf"',
  ])
  expect((await opened(await manage(`/${priceId(1)}/files/${fileId(3)}`))).status).toBe(404)
  expect((await opened(`${await pathOf('b')}/files/${fileId(1)}`)).status).toBe(404)
})

test('staff see them with the price, and open them as other files of quotes', async () => {
  await storeLead([accepted('a')])
  await put(1, aPdf)
  await post(price({ 'files.0': fileId(1) }))
  const query = `{ lead(id: "42") { estimates { files { id name size type } } } quoteFileUrl(leadId: "42", id: "${fileId(1)}") }`
  const { data } = await app.graphql(query, {}, await signInAs('manager'))
  expect(data.lead.estimates[0].files).toEqual([
    { id: fileId(1), name: 'Drawing.pdf', size: aPdf.length, type: 'application/pdf' },
  ])
  expect(Buffer.from((await opened(data.quoteFileUrl)).bytes).toString()).toBe(aPdf)
})

test('another version begins with the files of the last one, and says what changed; the digest is another', async () => {
  await storeLead([accepted('a')])
  await put(1, aPdf)
  await post(price({ 'files.0': fileId(1) }))
  expect((await get(`${await pathOf()}/new`)).body).toContain(`value="${fileId(1)}" checked`)
  await put(2, `${aPdf} 2`, { name: 'Terms.pdf' })
  waitAMinute(app)
  await post(price({ id: priceId(2), 'files.0': fileId(1), 'files.1': fileId(2) }))
  waitAMinute(app)
  await post(price({ id: priceId(3), 'files.0': fileId(2) }))
  const [first, second, third] = await EstimateModel.find().sort({ number: 1 }).lean()
  expect([second?.changes, third?.changes]).toEqual([['New file: Terms.pdf'], ['File removed: Drawing.pdf']])
  expect(new Set([first?.sha256, second?.sha256, third?.sha256]).size).toBe(3)
})

test('the same price with the same files again is one price, with others it is refused', async () => {
  await storeLead([accepted('a')])
  await put(1, aPdf)
  for (let press = 0; press < 2; press++) expect((await post(price({ 'files.0': fileId(1) }))).status).toBe(303)
  expect((await post(price())).body).toContain('This price was sent before, with other content')
  expect((await filesOfPrices()).length).toBe(1)
})

test('a price takes no file of another firm, of staff, or that is gone, none twice, and five at most', async () => {
  await storeLead([accepted('a'), accepted('b')])
  await put(1, aPdf, { firm: 'b' })
  await put(2, aPdf)
  await QuoteFileModel.updateOne({ _id: fileId(2) }, { expiresAt: new Date() })
  for (const file of [fileId(1), fileId(2), fileId(9), '{"$gt":""}', 'x'])
    expect((await post(price({ 'files.0': file }))).status).toBe(422)
  await put(3, aPdf)
  expect((await post(price({ 'files.0': fileId(3), 'files.1': fileId(3) }))).body).toContain('Add each file once')
  const six = Array.from({ length: 6 }, (_, place): [string, string] => [`${place}.pdf`, aPdf])
  expect((await post(price(), six)).body).toContain('Add 5 files at most')
  expect(await filesOfPrices()).toEqual([])
})

test('an id that another firm’s file has stores nothing and tells nothing', async () => {
  await storeLead([accepted('a'), accepted('b')])
  await put(1, aPdf, { firm: 'b', name: 'Secret.pdf' })
  const { status, body } = await put(1, 'x'.repeat(10))
  expect([status, JSON.stringify(body).includes('Secret')]).toEqual([422, false])
  expect((await put(1, `${aPdf} other`)).status).toBe(409)
  expect(await filesOf('quoteFiles').countDocuments()).toBe(1)
})

test('404, 409, 410, 413, 422 and 429', async () => {
  await storeLead([accepted('a')])
  const token = await pathOf()
  expect((await app.send(`${token}/files/nonsense`, { method: 'PUT', body: aPdf })).status).toBe(404)
  expect((await app.send('/leads/x/price/files/1', { method: 'PUT', body: aPdf })).status).toBe(404)
  const old = `/leads/${await sign('a', 'lead', new Date(Date.now() - 2_000))}/price/files/${fileId(1)}`
  expect((await app.send(old, { method: 'PUT', body: aPdf })).status).toBe(410)
  expect((await put(1, new Uint8Array(5 * 1024 * 1024 + 1))).status).toBe(413)
  expect((await put(1, '<svg xmlns="http://www.w3.org/2000/svg"/>')).status).toBe(422)
  expect((await post(price({ message: 'x'.repeat(70_000) }))).status).toBe(413)
  for (let count = 1; count <= 10; count++) await put(count, aPdf)
  expect((await put(11, aPdf)).status).toBe(429)
  await LeadModel.updateOne({ _id: 42 }, { sharingStoppedAt: new Date() })
  expect((await put(12, aPdf)).status).toBe(409)
})
