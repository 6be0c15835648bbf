import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { createIndexes } from '@kerbside/schema/migrations/indexes.model'
import { createLeadIds } from '@kerbside/schema/leads/lead-id.model'
import type { Estimate } from '@kerbside/schema/estimates/estimate'
import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import type { Offer } from '@kerbside/schema/offers/offer'
import { builtInUrls, defaultContent } from '@kerbside/schema/pages/defaults/default-content'
import { pageTitleOf, type PageKind } from '@kerbside/schema/pages/page'
import { PageModel, PageVersionModel } from '@kerbside/schema/pages/page.model'
import { sublinkOfUrl } from '@kerbside/schema/pages/page-url'
import { publicPath } from '@kerbside/schema/pages/public-path'
import { UserModel } from '@kerbside/schema/users/user.model'
import { Types } from 'mongoose'
import { hashPassword } from '../../graphql-api/src/users/credentials.ts'
import { demoContractors, demoDailyCap } from './demo-contractors.ts'
import { deliveriesOf } from './demo-deliveries.ts'
import { seedEvidence } from './demo-evidence.ts'
import { demoLeadCount, demoTimes, newDemoLead, statusOf, type DemoWorld } from './demo-leads.ts'
import { demoStaff, demoSubmissionId } from './demo-people.ts'
import { withPrices } from './demo-prices.ts'
import { liveThrough } from './demo-story.ts'

export type Seeded = { users: number; contractors: number; evidence: number; leads: number; pages: number }

/**
 * Puts the demo data where it is missing, on the open mongoose connection. What is there stays as it is, edits
 * included, so running it twice changes nothing. Returns how many records it added.
 */
export async function seedDemo(now = new Date()): Promise<Seeded> {
  await createIndexes()
  const users = await seedUsers()
  const contractors = await seedContractors(now)
  const evidence = await seedEvidence(now)
  const leads = await seedLeads(now)
  const pages = await seedPages(now)
  return { users, contractors, evidence, leads, pages }
}

async function seedUsers(): Promise<number> {
  const known = new Set(await UserModel.distinct('email', { email: { $in: demoStaff.map(({ email }) => email) } }))
  const missing = demoStaff.filter(({ email }) => !known.has(email))
  for (const { password, ...user } of missing) {
    await UserModel.create({ ...user, status: 'active', passwordHash: await hashPassword(password) })
  }
  return missing.length
}

async function seedContractors(now: Date): Promise<number> {
  const verifiedUntil = new Date(now.getTime() + 2 * 365 * 24 * 60 * 60 * 1000)
  const result = await ContractorModel.bulkWrite(
    demoContractors.map((contractor) => ({
      updateOne: {
        filter: { email: contractor.email },
        update: { $setOnInsert: { ...contractor, dailyCap: demoDailyCap, verifiedUntil, active: true } },
        upsert: true,
        setDefaultsOnInsert: true,
      },
    })),
  )
  return result.upsertedCount
}

async function seedLeads(now: Date): Promise<number> {
  const numbers = Array.from({ length: demoLeadCount }, (_, index) => index)
  const known = await LeadModel.distinct('submissionId', { submissionId: { $in: numbers.map(demoSubmissionId) } })
  const missing = numbers.filter((number) => !known.includes(demoSubmissionId(number)))
  if (missing.length === 0) return 0
  const nextId = createLeadIds(missing.length)
  const times = demoTimes(now)
  const world = await demoWorld(now)
  const leads: LeadRecord[] = []
  const prices: Estimate[] = []
  // Oldest first: numbers rise with time, as they do for real leads.
  for (const index of missing.toReversed()) {
    const lead = newDemoLead(index, await nextId(), times[index] ?? now)
    const lived = withPrices(index, liveThrough({ index, lead, world }, statusOf(index)), now)
    leads.push(lived.lead)
    prices.push(...lived.estimates)
    tookTurns(world, leads.at(-1)?.offers ?? [])
  }
  // The emails first: the worker takes an offer without its email for one that still has to be sent.
  await DeliveryModel.insertMany(leads.flatMap(deliveriesOf), { timestamps: false })
  await EstimateModel.insertMany(prices.map(({ id, ...price }) => ({ _id: id, ...price })))
  await LeadModel.insertMany(leads)
  await ContractorModel.bulkWrite(
    world.firms.map(({ id, lastLeadAt }) => ({ updateOne: { filter: { _id: id }, update: { $max: { lastLeadAt } } } })),
  )
  return leads.length
}

/** Firms that were just offered a lead wait longest for the next. */
function tookTurns({ firms }: DemoWorld, offers: readonly Offer[]): void {
  for (const { contractorId, offeredAt } of offers) {
    const firm = firms.find(({ id }) => id === contractorId)
    if (firm && (firm.lastLeadAt ?? 0) < offeredAt) firm.lastLeadAt = offeredAt
  }
}

export async function demoWorld(now: Date): Promise<DemoWorld> {
  const emails = demoStaff.map(({ email }) => email)
  const staff = await UserModel.find({ email: { $in: emails }, role: { $in: ['manager', 'admin'] } }).lean()
  const [first, ...others] = staff
    .toSorted((a, b) => b.role.localeCompare(a.role))
    .map(({ _id, name }) => ({ id: String(_id), name }))
  if (!first) throw new Error('The demo data needs one of its own accounts, to give leads to')
  const firms = await ContractorModel.find({ email: { $in: demoContractors.map(({ email }) => email) } })
    .sort({ name: 1 })
    .lean()
  return {
    now,
    staff: [first, ...others],
    firms: firms.map((firm) => ({ ...toContractor(firm), offersToday: 0, offersThisWeek: 0 })),
  }
}

/** Publishes the built-in pages as records that admins find in their lists. Returns how many were missing. */
async function seedPages(now: Date): Promise<number> {
  const known = await PageModel.distinct('url', { url: { $in: builtInUrls } })
  const missing = builtInUrls.filter((url) => !known.includes(url))
  for (const url of missing) await addPage(url, now)
  return missing.length
}

async function addPage(url: string, now: Date): Promise<void> {
  const kind: PageKind = publicPath(url)?.kind ?? 'index'
  const content = defaultContent(kind, url)
  const pageId = new Types.ObjectId()
  // The version first: a page whose content is missing would be worse than a version that nobody sees.
  await PageVersionModel.create({ pageId, version: 1, content, savedAt: now, savedBy: null, origin: 'demo data' })
  await PageModel.create({
    _id: pageId,
    kind,
    url,
    sublink: sublinkOfUrl(kind, url),
    title: pageTitleOf({ kind, content } as Parameters<typeof pageTitleOf>[0]),
    version: 1,
    publishedVersion: 1,
    isPublished: true,
    publishedAt: now,
    createdAt: now,
    updatedAt: now,
  })
}
