import { manageLink } from '@kerbside/schema/links/signed-link'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { ErasureModel } from '@kerbside/schema/erasures/erasure.model'
import { chunksOf, filesOf } from '@kerbside/schema/file-store.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { submitQuote } from '../quotes/quotes.service.ts'
import { anImage } from '../testing/images.ts'
import { aQuote } from '../testing/quotes.ts'
import { signInAs, useTestApp } from '../testing/test-app.ts'
import { signLink } from '../testing/sign-link.ts'

// What becomes of photos with their quote.
const app = useTestApp()
beforeEach(async () => {
  await filesOf('photos').deleteMany({})
  await chunksOf('photos').deleteMany({})
})

async function send(submissionId: string, photoId: string = crypto.randomUUID()) {
  const body = new Uint8Array(await anImage())
  const response = await app.send(`/api/quote/${submissionId}/photos/${photoId}`, { method: 'PUT', body })
  return { status: response.status, photoId, body: await response.text() }
}
const inStore = async () => [await filesOf('photos').countDocuments(), await chunksOf('photos').countDocuments()]
const linkTo = async (purpose: 'lead' | 'offer' | 'manage', contractorId = 'firm') => {
  const link = purpose === 'manage' ? manageLink(1, 'aoife@example.com') : { purpose, leadId: 1, contractorId }
  return signLink(app.deps, link, new Date(Date.now() + 3_600_000))
}
const offer = (contractorId: string, state: 'accepted' | 'offered') => ({
  contractorId,
  contractorName: 'Firm',
  state,
  offeredAt: new Date(),
  expiresAt: new Date(Date.now() + 3_600_000),
  decidedAt: null,
})
async function aLeadWithPhotos(count: number, changes: object = {}) {
  const submissionId = crypto.randomUUID()
  await LeadModel.create(aLead(1, { submissionId, createdAt: new Date(), ...changes }))
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push((await send(submissionId)).photoId)
  return { submissionId, ids }
}
const get = async (path: string) => {
  const response = await app.send(path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test.each([
  ['of its job', 'lead', '/leads', ''],
  ['of the offer that it accepted', 'offer', '/offers', '/accept'],
] as const)('a firm sees the photos on the page %s, until a stop; one that was only asked does not', async (...of) => {
  const [, purpose, area, screen] = of
  const firms = await ContractorModel.create([aContractor('Firm'), aContractor('Other')])
  const [firmId = '', otherId = ''] = firms.map(({ _id }) => String(_id))
  const { ids } = await aLeadWithPhotos(2, { offers: [offer(firmId, 'accepted'), offer(otherId, 'offered')] })
  const page = `${area}/${await linkTo(purpose, firmId)}`
  const { text } = await get(page + screen)
  for (const id of ids) expect(text).toContain(`src="${page}/photos/${id}"`)
  expect(text).toContain('alt="Photo 2 of 2 of the job"')
  const answer = await get(`${page}/photos/${ids[0]}`)
  expect([answer.status, answer.type]).toEqual([200, 'image/jpeg'])
  expect((await get(`${page}/photos/${crypto.randomUUID()}`)).status).toBe(404)

  const other = `${area}/${await linkTo(purpose, otherId)}`
  expect((await get(other + screen)).text).not.toContain('/photos/')
  expect((await get(`${other}/photos/${ids[0]}`)).status).toBe(404)
  await LeadModel.updateOne({ _id: 1 }, { sharingStoppedAt: new Date() })
  expect((await get(page + screen)).text).not.toContain('/photos/')
  expect((await get(`${page}/photos/${ids[0]}`)).status).toBe(404)
})

test('the answer to accepting shows the photos at once', async () => {
  const firm = await ContractorModel.create(aContractor('Firm'))
  const { ids } = await aLeadWithPhotos(1, { offers: [offer(String(firm._id), 'offered')] })
  const page = `/offers/${await linkTo('offer', String(firm._id))}`
  const accepted = await (await app.send(`${page}/accept`, { method: 'POST' })).text()
  expect(accepted).toContain(`src="${page}/photos/${ids[0]}"`)
})

test('the homeowner sees the photos that came, on the page and in the data', async () => {
  const { ids } = await aLeadWithPhotos(1)
  const page = `/manage/${await linkTo('manage')}`
  expect((await get(page)).text).toContain('Your photos')
  expect((await get(`${page}/photos/${ids[0]}`)).type).toBe('image/jpeg')
  const { photos } = JSON.parse((await get(`${page}/data.json`)).text)
  const address = `${app.config.PUBLIC_URL}${page}/photos/${ids[0]}`
  const told = { received_at: expect.any(String), added_by: 'you', bytes: expect.any(Number), address }
  expect(photos).toEqual([told])
  expect((await get(`/manage/unknown/photos/${ids[0]}`)).status).toBe(404)
})

test.each([
  ['erases their details', async () => app.send(`/manage/${await linkTo('manage')}/erase`, { method: 'POST' })],
  [
    'is deleted by an admin',
    async () => app.graphql('mutation { deleteLeads(ids: ["1"]) { deletedIds } }', {}, await signInAs('admin')),
  ],
])('when the homeowner %s, no byte of a photo is left, and a backup does not bring one back', async (_what, erase) => {
  const { submissionId, ids } = await aLeadWithPhotos(2)
  const files = ((await LeadModel.findById(1).lean())?.photos ?? []).map(({ fileId }) => fileId)
  const page = `/manage/${await linkTo('manage')}`
  expect(await inStore()).toEqual([2, 2])
  await erase()
  expect(await inStore()).toEqual([0, 0])
  expect((await LeadModel.findById(1).lean())?.photos).toBeUndefined()
  expect((await get(`${page}/photos/${ids[0]}`)).status).toBe(410)
  expect((await send(submissionId)).status).toBe(404)
  const erasures = await ErasureModel.find({ kind: 'photo' }).lean()
  expect(erasures.map(({ id }) => id).toSorted()).toEqual(files.toSorted())
})

async function hold() {
  const submissionId = crypto.randomUUID()
  const { lead } = await submitQuote(app.contextOf(), aQuote({ submissionId, elapsedMs: 100 }))
  expect(await HeldQuoteModel.countDocuments({ _id: lead.id })).toBe(1)
  return { submissionId, id: String(lead.id) }
}

test('photos of a held quote are taken like any others, and are its lead’s once staff release it', async () => {
  const { submissionId, id } = await hold()
  const sent: string[] = []
  for (let count = 0; count < 5; count += 1) {
    const { status, photoId } = await send(submissionId)
    expect(status).toBe(201)
    sent.push(photoId)
  }
  expect([(await send(submissionId, sent[0])).status, (await send(submissionId)).status]).toEqual([200, 409])
  await app.graphql('mutation ($id: ID!) { releaseHeldQuote(id: $id) { id } }', { id }, await signInAs('admin'))
  const lead = await LeadModel.findById(id).lean().orFail()
  expect(lead.photos?.map((photo) => photo.id)).toEqual(sent)
  expect([(await send(submissionId, sent[0])).status, (await send(submissionId)).status]).toEqual([200, 409])
  expect(await inStore()).toEqual([5, 5])
})

test('of a discarded quote no photo is left or stored, and the sender cannot tell', async () => {
  const { submissionId, id } = await hold()
  const { photoId } = await send(submissionId)
  await app.graphql('mutation ($id: ID!) { discardHeldQuote(id: $id) }', { id }, await signInAs('admin'))
  expect(await inStore()).toEqual([0, 0])
  const again = await send(submissionId, photoId)
  const next = await send(submissionId)
  const nextAgain = await send(submissionId, next.photoId)
  expect([again.status, next.status, nextAgain.status, nextAgain.body]).toEqual([200, 201, 200, next.body])
  expect(await inStore()).toEqual([0, 0])
  expect(JSON.stringify(await HeldQuoteModel.findById(id).lean())).not.toMatch(/fileId/)
})
