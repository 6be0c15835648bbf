import { manageLink } from '@kerbside/schema/links/signed-link'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import {
  deliveryId,
  digestId,
  digestKind,
  leadEmailKinds,
  userEmailId,
  type DeliveryKind,
} from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import type { EstimateState } from '@kerbside/schema/estimates/estimate'
import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { newOffer } from '@kerbside/schema/offers/offer'
import { aContractor, aLead, ownContact } from '@kerbside/schema/testing/factories'
import mongoose from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import { createUser, useTestApp, type TestAnswer } from '../../graphql-api/src/testing/test-app.ts'
import { priceFilesOf, storePriceFile } from '../../graphql-api/src/quote-files/price-files.service.ts'
import { anImage } from '../../graphql-api/src/testing/images.ts'
import { offerLinks } from '../../worker/src/deliveries/emails/emails-to-firms.ts'
import { findFirm } from '../../worker/src/deliveries/emails/find-subjects.ts'
import { renderEmail } from '../../worker/src/deliveries/emails/render-email.ts'
import { sampleFollowUp, samplePrice, sampleQuote } from '../../worker/src/testing/sample-emails.ts'
import { testDeps, useWorkers } from '../../worker/src/testing/test-worker.ts'

// Every link in an email, as the worker writes it, and every address that the pages behind these links name.
const day = 86_400_000
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const app = useTestApp({ RATE_LIMITS: 'off' }, { now })
useWorkers()
beforeEach(() => {
  aheadMs = 0
})

const answers = [
  { name: 'first_name', label: 'First name', value: 'Aoife' },
  { name: 'email', label: 'Email', value: 'aoife@example.com' },
  { name: 'drivewayMaterial', label: 'Preferred material', value: 'Resin bound' },
]
const kinds = [...leadEmailKinds, digestKind, 'invitation', 'password-reset', 'complaint'] as const
/** The one photo of lead 42. */
const photoId = '0198d2c4-0000-7000-8000-000000000001'
type Emailed = { kind: DeliveryKind; paths: string[] }
/** The one file of the price. */
const fileId = '0198d2c40000700080000000'
/** The questions to the firm that has accepted: one with its answer, one without. */
const questionId = '0198d2c4-0000-7000-8000-000000000003'
const openQuestionId = '0198d2c4-0000-7000-8000-000000000004'
/** What must have become of the price for the email to be wanted; otherwise it is open to be chosen. */
const stateFor: Partial<Record<DeliveryKind, EstimateState>> = {
  agreement: 'chosen',
  'estimate-chosen': 'chosen',
  'confirm-reminder': 'chosen',
  'unconfirmed-notice': 'chosen',
  'agreement-cancelled': 'cancelled',
  'agreement-cancelled-notice': 'cancelled',
  'estimate-agreed': 'agreed',
  'estimate-declined': 'declined',
  'estimate-withdrawn': 'withdrawn',
  'estimate-withdrawn-notice': 'withdrawn',
}

/** Presses a button of a page; 422 and 404 are of the site, where there is no such form. */
const post = (path: string) =>
  app.request('POST', path, { body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } })

/** What a mail scanner adds to the requests with which it tries links. */
const scanner = { 'user-agent': 'MailScanner/1.0', purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' }

/** Lead 42 is offered to one firm and accepted by another, long enough ago to be rated; lead 43 is somebody else's. */
async function storeLeads() {
  const [open, holder] = await ContractorModel.create([aContractor('Open'), aContractor('Holder')])
  const [openId, holderId] = [String(open?._id), String(holder?._id)]
  const at = now()
  const ago = new Date(at.getTime() - 20 * day)
  const offer = newOffer({ contractorId: openId, contractorName: 'Open' }, at, { hours: 24, sendAt: null })
  const accepted = newOffer({ contractorId: holderId, contractorName: 'Holder' }, ago, { hours: 24, sendAt: null })
  const offers = [{ ...accepted, state: 'accepted' as const, decidedAt: ago }, offer]
  const activity = [
    { ...sampleQuote, at },
    { ...sampleFollowUp, at },
  ]
  const changes = [{ name: 'email', label: 'Email', before: 'a@example.com', after: 'aoife@example.com' }]
  const firm = { contractorId: holderId, contractorName: 'Holder' }
  const asked = { at, text: 'Is the skip in it?', to: [firm] }
  const questions = [
    { ...asked, id: questionId, answers: [{ ...firm, at, text: 'Yes.' }] },
    { ...asked, id: openQuestionId, answers: [] },
  ]
  const added = async () => ({ fileName: 'Drawing.pdf', bytes: Buffer.from('%PDF-1.7') })
  const owner = { leadId: 42, contractorId: holderId }
  await storePriceFile(app.contextOf(), { owner, id: fileId, read: added })
  const files = await priceFilesOf(owner, [fileId])
  const { id: _id, ...content } = { ...samplePrice, ...firm, files, sentAt: at }
  await EstimateModel.create({ _id, ...content })
  const { number, variationOf, kind: priceKind, currency, sentAt, totals } = content
  const price = { id: _id, ...firm, number, variationOf, kind: priceKind, currency, sentAt, total: totals.total }
  const estimates = [
    { ...price, state: 'sent' as const, validUntil: new Date(at.getTime() + 30 * day), decidedAt: null },
  ]
  const own = {
    estimates,
    questions,
    activity,
    corrections: [{ at, changes }],
    complaints: [{ id: 'c', at, text: 'Nobody came.' }],
  }
  const { submissionId } = await LeadModel.create(aLead(42, { answers, offers, createdAt: at, ...own }))
  const photo = { method: 'PUT', body: await anImage(), headers: { 'content-type': 'image/jpeg' } }
  const { status } = await app.send(`/api/quote/${submissionId}/photos/${photoId}`, photo)
  expect(status).toBe(201)
  await LeadModel.create(aLead(43, { answers, offers, ...ownContact(43) }))
  const staff = { admin: await createUser('admin'), invited: await createUser('manager', { status: 'pending' }) }
  return { openId, holderId, staff }
}

async function workerDeps() {
  const { JWT_SECRET, PUBLIC_URL } = app.config
  return { ...(await testDeps({ JWT_SECRET, PUBLIC_URL })), now }
}

/** The links of the offer that the other firm has accepted since, as long as they show the contact details. */
async function acceptedLinks(): Promise<string[]> {
  const { offers } = await LeadModel.findById(42).lean().orFail()
  const [accepted] = offers
  if (!accepted) throw new Error('Lead 42 was offered to nobody')
  const offer = { ...accepted, expiresAt: new Date(now().getTime() + day) }
  const firm = await findFirm(offer.contractorId)
  if (!firm) throw new Error('The firm of lead 42 is gone')
  const links = await offerLinks(await workerDeps(), firm, 42, offer)
  return Object.values(links).map((url) => url.slice(app.config.PUBLIC_URL.length))
}

/** Renders one email of each kind and collects its links. */
async function emails(): Promise<Emailed[]> {
  const { openId, holderId, staff } = await storeLeads()
  const worker = await workerDeps()
  const { PUBLIC_URL } = app.config
  const adminId = String(staff.admin._id)
  const chosenAt = now()
  const about: Partial<Record<DeliveryKind, string>> = {
    offer: openId,
    quote: 'q',
    'follow-up': 'f',
    estimate: samplePrice.id,
    agreement: samplePrice.id,
    'estimate-agreed': samplePrice.id,
    'estimate-chosen': samplePrice.id,
    'confirm-reminder': `${samplePrice.id}-${chosenAt.getTime()}`,
    'unconfirmed-notice': `${samplePrice.id}-${chosenAt.getTime()}`,
    'agreement-cancelled': samplePrice.id,
    'agreement-cancelled-notice': samplePrice.id,
    'request-closed': String(chosenAt.getTime()),
    'request-closed-notice': `${holderId}-${chosenAt.getTime()}`,
    'choice-undone': samplePrice.id,
    'estimate-declined': samplePrice.id,
    'estimate-withdrawn': samplePrice.id,
    'estimate-withdrawn-notice': samplePrice.id,
    'estimate-answer': `${questionId}-${holderId}`,
    'estimate-question': `${openQuestionId}-${holderId}`,
    'complaint-received': 'c',
    confirmation: '',
    'check-request': '',
    'confirm-email': '',
    'new-link': '',
  }
  const digest = digestId(openId, '2026-11-23')
  const offers = [{ leadId: 42, round: 0 }]
  await DeliveryModel.create({ _id: digest, kind: digestKind, contractorId: openId, offers })
  const emailed: Emailed[] = []
  for (const kind of kinds) {
    const isAboutNoPrice = kind === 'estimate-reminder' || kind === 'no-price-notice'
    await LeadModel.updateOne(
      { _id: 42 },
      {
        'estimates.0.state': stateFor[kind] ?? 'sent',
        'estimates.0.decidedAt': chosenAt,
        'estimates.0.contractorId': isAboutNoPrice ? openId : holderId,
        'offers.0.state': kind === 'release-notice' ? 'released' : 'accepted',
      },
    )
    if (kind.startsWith('request-closed')) {
      const move = { from: 'quoted' as const, to: 'lost' as const, at: chosenAt, by: null, note: null }
      await LeadModel.updateOne({ _id: 42 }, { status: 'lost', statusHistory: [move] })
    }
    if (kind === 'stop-notice') await LeadModel.updateOne({ _id: 42 }, { sharingStoppedAt: now() })
    if (kind === 'erase-notice') await LeadModel.updateOne({ _id: 42 }, { erasedAt: now() })
    const userId = kind === 'invitation' ? String(staff.invited._id) : adminId
    const contractorId = kind === 'offer' || kind === digestKind ? openId : holderId
    const wanted = { kind, leadId: 42, userId, contractorId, createdAt: now() }
    const ids = { complaint: userEmailId(adminId, 'complaint', 'c'), [digestKind]: digest }
    const _id = ids[kind as keyof typeof ids] ?? deliveryId(42, kind as 'offer', about[kind] ?? holderId)
    const rendered = await renderEmail(worker, { ...wanted, _id })
    if (rendered.kind !== 'email') throw new Error(`${kind}: ${rendered.kind}`)
    const again = { 'estimates.0.state': 'sent', 'estimates.0.contractorId': holderId, 'offers.0.state': 'accepted' }
    await LeadModel.updateOne(
      { _id: 42 },
      { ...again, status: 'new', statusHistory: [], sharingStoppedAt: null, erasedAt: null },
    )
    const { text, html } = rendered.email
    const found = `${text} ${html}`.match(new RegExp(`${PUBLIC_URL}/[^\\s"<>)]+`, 'g')) ?? []
    emailed.push({ kind, paths: [...new Set(found.map((url) => url.slice(PUBLIC_URL.length)))] })
  }
  return emailed
}

/** Everything that is stored, and every job that waits. */
async function everything() {
  const { db } = mongoose.connection
  if (!db) throw new Error('not connected')
  const collections = await db.collections()
  const documents = await Promise.all(
    collections.map(async (each) => [each.collectionName, await each.find().sort({ _id: 1 }).toArray()] as const),
  )
  const jobs = await Promise.all(Object.values(app.deps.queues).map(async (queue) => (await queue.getJobs()).length))
  return { documents: Object.fromEntries(documents), jobs }
}

/** The addresses on our site that a page names: its links and where its forms lead. */
const addressesIn = ({ body }: TestAnswer) =>
  [...String(body).matchAll(/(?:href|action)="(\/[^"#]*)/g)].map(([, path = '']) => path)

const isSigned = (path: string) => /^\/(?:offers|leads|firm|manage)\//.test(path)
/** Its GET leads back to the page, whatever the token. */
const isButton = (path: string) => /\/(?:confirm-email|new-link|undo)$/.test(path)
/** Of the pages of a firm, where it stops offers has links of its own. */
const purposeOf = (path: string) => (path.endsWith('/stop-offers') ? 'stop-offers' : (path.split('/')[1] ?? ''))
const tokenOf = (path: string) => path.split('/')[2] ?? ''

/** What a link names, but for the time at which it runs out. */
function subjectOf(link: string): string {
  const [, payload = ''] = tokenOf(link).split('.')
  const { exp: _, ...named } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  return JSON.stringify([link.replace(tokenOf(link), ':token'), named])
}

/** Those that differ only in the time at which they run out count once. */
const signedLinks = async (): Promise<string[]> => {
  const signed = (await emails()).flatMap(({ paths }) => paths).filter(isSigned)
  const ofSubject = new Map(signed.map((path) => [subjectOf(path), path]))
  return [...ofSubject.values()]
}

/** The mailed links and all that can be reached from them, by GET. */
async function crawl(start: readonly string[], visit: (path: string) => Promise<TestAnswer>): Promise<Set<string>> {
  const seen = new Set(start)
  for (const path of seen) {
    const page = await visit(path)
    for (const next of addressesIn(page).filter(isSigned)) seen.add(next)
  }
  return seen
}

/** The signed pages of the app, as Hono spells them, but for the ids of the photo, the file and the price. */
const pages = () => [
  ...new Set(
    app.app.routes
      .filter(({ method, path }) => method === 'GET' && path.includes(':token') && !path.startsWith('/api'))
      .map(({ path }) =>
        path
          .replace(':photo', photoId)
          .replace(':file', fileId)
          .replace(/:price|:id/, samplePrice.id),
      ),
  ),
]

test('GET and HEAD on every link in an email, and on what the pages behind it name, change nothing', async () => {
  const emailed = await emails()
  expect(emailed.filter(({ paths }) => paths.length === 0).map(({ kind }) => kind)).toEqual([
    'stop-notice',
    'erase-notice',
    'release-notice',
  ])
  const inADay = new Date(now().getTime() + day)
  const { contractorId } = (await LeadModel.findById(42).lean().orFail()).offers[0] ?? { contractorId: '' }
  const toFormer = { contractorId, sentTo: 'former' }
  const { links: signed } = app.deps
  const former = [
    `/manage/${await signed.sign(manageLink(42, 'former@example.com'), inADay)}`,
    `/offers/${await signed.sign({ purpose: 'offer', leadId: 42, ...toFormer }, inADay)}/accept`,
    `/leads/${await signed.sign({ purpose: 'lead', leadId: 42, ...toFormer }, inADay)}`,
    `/firm/${await signed.sign({ purpose: 'firm', ...toFormer }, inADay)}`,
  ]
  const before = await everything()
  const visit = async (page: string) => {
    // The form of a visit for the calendar is sent with its time.
    const path = page.endsWith('/visit.ics') ? `${page}?at=2027-06-01T09:30` : page
    const answer = await app.request('GET', path)
    expect([path, answer.status]).toEqual([path, isButton(path) ? 303 : former.includes(path) ? 410 : 200])
    await app.request('HEAD', path, { headers: scanner })
    return answer
  }
  const prices = emailed.flatMap(({ paths }) => paths).find((path) => path.endsWith('/prices'))
  // The button of a choice that can be undone, which the price of the other emails is not.
  const undo = `${prices}/${samplePrice.id}/undo`
  // Pages that are shown in other states of the price and the offer.
  const job = emailed.flatMap(({ paths }) => paths).find((path) => /^\/leads\/[^/]+$/.test(path))
  const others = [
    undo,
    `${prices}/${samplePrice.id}/cancel`,
    `${job}/price/extra`,
    `${job}/price/${samplePrice.id}/withdraw`,
    prices?.replace('prices', 'other-firm'),
    prices?.replace('prices', 'undo'),
  ]
  const links = [
    ...emailed.flatMap(({ paths }) => paths),
    ...others.filter((path) => path !== undefined),
    ...(await acceptedLinks()),
    ...former,
  ]
  const seen = await crawl(links, visit)
  expect(await everything()).toEqual(before)
  const patterns = [...seen].filter(isSigned).map((path) => path.replace(tokenOf(path), ':token'))
  expect(pages().filter((page) => !patterns.includes(page))).toEqual([])
})

test('a signed link opens the pages of its purpose and lead alone, by GET and by POST', async () => {
  const signed = await signedLinks()
  const showsOther: string[] = []
  const other = await LeadModel.findById(43).lean().orFail()
  const before = await everything()
  for (const link of signed) {
    const own = purposeOf(link)
    for (const page of pages()) {
      const path = page.replace(':token', tokenOf(link))
      if (purposeOf(page) === own) {
        const { body } = await app.request('GET', path)
        // A firm's own page lists all its jobs.
        if (own !== 'firm' && JSON.stringify(body).includes(other.reference)) showsOther.push(path)
        continue
      }
      const answers = [await app.request('GET', path), await post(path)]
      expect([path, ...answers.map(({ status }) => status)]).toEqual([
        path,
        isButton(path) ? 303 : 404,
        expect.toBeOneOf([404, 422]),
      ])
    }
    // A letter in the middle of what it says, so that it names something else.
    const forged = link.replace(
      tokenOf(link),
      `${tokenOf(link).slice(0, 40)}${tokenOf(link)[40] === 'A' ? 'B' : 'A'}${tokenOf(link).slice(41)}`,
    )
    expect([forged, (await post(forged)).status]).toEqual([forged, expect.toBeOneOf([404, 422])])
  }
  expect(showsOther).toEqual([])
  expect(await everything()).toEqual(before)
})

test('after its time a link shows nothing of anybody and does nothing, but for asking for a new one', async () => {
  const signed = await signedLinks()
  const before = await everything()
  aheadMs = 400 * day
  for (const link of signed) {
    for (const page of pages().filter((each) => purposeOf(each) === purposeOf(link))) {
      const path = page.replace(':token', tokenOf(link))
      const shown = await app.request('GET', path)
      expect([path, shown.status]).toEqual([path, isButton(path) ? 303 : 410])
      // A nonce is random, and may look like the phone number.
      const body = String(shown.body).replaceAll(/nonce="[^"]*"/g, '')
      const told = /Byrne|aoife@example\.com|900123|Resin/.exec(body)
      expect([path, told?.[0]]).toEqual([path, undefined])
      if (path.endsWith('/new-link')) continue
      const posted = await post(path)
      expect([path, posted.status]).toEqual([path, expect.toBeOneOf([404, 410, 422])])
    }
  }
  expect(await everything()).toEqual(before)
})
