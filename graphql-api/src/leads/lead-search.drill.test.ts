import { leadPriorities, leadStatuses } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { findLeads, orTooLong } from '@kerbside/schema/leads/list/find-leads.model'
import type { LeadFilter, LeadSort } from '@kerbside/schema/leads/list/lead-filter'
import { profileOf } from '@kerbside/schema/testing/database'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestApp } from '../testing/test-app.ts'

useTestApp()
const now = new Date('2026-11-20T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const daysAgo = (days: number) => minutesAgo(days * 24 * 60)
const users = ['aaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbb']

const pickFrom = <T>(list: readonly T[], number: number): T => list[number % list.length] as T
const firstNames = ['Aoife', 'Ann', 'anna', 'Óisín', 'Bob']
const lastNames = ['Byrne', 'O’Neill', 'Bannan', 'Ní Bhriain-Fitzgerald', 'Smith']

/** Varied leads, many of them with equal times. What all have is common from 2,001 leads on. */
function manyLeads(count: number): LeadRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const random = (index * 7_919 + 13) % 10_007
    const fullName = `${pickFrom(firstNames, random)} ${pickFrom(lastNames, random >> 3)}`
    const person = { id: pickFrom(users, random), name: 'x' }
    return aLead(index + 1, {
      fullName,
      email: `${pickFrom(firstNames, random).toLowerCase()}.${random % 50}@homes.example`,
      mobile: `+44770090${String(random).padStart(4, '0')}`,
      postcode: pickFrom(['SW1A 1AA', 'M1 1AE', 'D02 X285', null], random),
      pickupLocation: random % 4 === 0 ? 'Cork Station' : null,
      dropoffLocation: random % 5 === 0 ? 'Dublin Airport' : null,
      status: pickFrom(leadStatuses, random),
      priority: pickFrom(leadPriorities, random >> 2),
      assignedTo: random % 3 === 0 ? null : person,
      followUpAt: random % 4 === 0 ? minutesAgo((random % 30) - 15) : null,
      attribution: { ...aLead(1).attribution, source: pickFrom([null, 'google', 'facebook'], random) },
      createdAt: daysAgo(random % 40),
      updatedAt: minutesAgo(random % 17),
      dispatchedAt: now,
    })
  })
}

/** What search means, without any index. */
function contains(lead: LeadRecord, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  const { fullName, email, mobile, reference, postcode, pickupLocation, dropoffLocation } = lead
  const fields = [fullName, email, mobile, reference, postcode, pickupLocation, dropoffLocation]
  const digits = wanted.replace(/[\s()+.-]/g, '').replace(/^0+/, '')
  const needles = /^\d{4,}$/.test(digits) ? [wanted, digits] : [wanted]
  return fields.some((field) => needles.some((needle) => field?.toLowerCase().includes(needle)))
}

const time = (date: Date | null) => date?.getTime() ?? 0
const byText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const newestFirst = (a: LeadRecord, b: LeadRecord) => time(b.createdAt) - time(a.createdAt) || b._id - a._id
const updatedFirst = (a: LeadRecord, b: LeadRecord) => time(b.updatedAt) - time(a.updatedAt) || b._id - a._id
const byName = (a: LeadRecord, b: LeadRecord) => byText(a.searchText, b.searchText) || a._id - b._id
const highFirst = (a: LeadRecord, b: LeadRecord) =>
  leadPriorities.indexOf(a.priority) - leadPriorities.indexOf(b.priority) || newestFirst(a, b)
const byFollowUp = (direction: 1 | -1) => (a: LeadRecord, b: LeadRecord) => {
  if (!a.followUpAt || !b.followUpAt) return Number(!a.followUpAt) - Number(!b.followUpAt) || newestFirst(a, b)
  return direction * (time(a.followUpAt) - time(b.followUpAt) || a._id - b._id)
}
type Compare = (a: LeadRecord, b: LeadRecord) => number
const orders: Record<LeadSort, Compare> = {
  newest: newestFirst,
  oldest: (a, b) => newestFirst(b, a),
  recentlyUpdated: updatedFirst,
  longestUnchanged: (a, b) => updatedFirst(b, a),
  nameAToZ: byName,
  nameZToA: (a, b) => byName(b, a),
  highestPriority: highFirst,
  lowestPriority: (a, b) => highFirst(b, a),
  nextFollowUp: byFollowUp(1),
  lastFollowUp: byFollowUp(-1),
}

/** All pages by their cursors, forwards or backwards, in the order of the list. */
async function walk(input: object, size: number, backwards: boolean): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | null = null
  do {
    const place: object = backwards ? { last: size, before: cursor } : { first: size, after: cursor }
    const page = await findLeads({ ...input, ...place }, now)
    const here = page.records.map(({ id }) => id)
    if (backwards) ids.unshift(...here)
    else ids.push(...here)
    const edge = backwards ? page.records[0] : page.records.at(-1)
    cursor = edge && (backwards ? page.hasPreviousPage : page.hasNextPage) ? page.cursorOf(edge) : null
  } while (cursor !== null)
  return ids
}

test('search equals a plain substring filter, for every filter, sort, page and direction', async () => {
  const leads = manyLeads(2_200)
  await LeadModel.insertMany(leads)
  const lines = leads.flatMap(({ searchText }) => searchText.split('\n'))
  const part = fc
    .tuple(fc.constantFrom(...lines), fc.nat(40), fc.integer({ min: 1, max: 25 }))
    .map(([line, start, length]) => line.slice(start % line.length, (start % line.length) + length))
  const typed = fc.constantFrom('07700', '+44 7700', '7700 900', '(07700) 90-01', 'nobody', 'ANN', 'cork s', 'w1a 1')
  const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })
  const filters = fc.record({
    search: fc.option(fc.oneof(part, typed), { nil: undefined, freq: 5 }),
    status: maybe(leadStatuses),
    assignedTo: maybe([...users, 'none']),
    source: maybe(['google', 'facebook']),
    followUp: fc.option(fc.constant(true), { nil: undefined, freq: 1 }),
    from: maybe([daysAgo(20)]),
    to: maybe([daysAgo(5)]),
  })
  const sorts = fc.constantFrom(...(Object.keys(orders) as LeadSort[]))
  await fc.assert(
    fc.asyncProperty(
      filters,
      sorts,
      fc.integer({ min: 80, max: 200 }),
      fc.boolean(),
      async (filter, sort, size, back) => {
        const { search, status, assignedTo, source, followUp, from, to } = filter
        const expected = leads
          .filter((lead) => !search?.trim() || contains(lead, search))
          .filter((lead) => !status || lead.status === status)
          .filter((lead) => !assignedTo || (lead.assignedTo?.id ?? 'none') === assignedTo)
          .filter((lead) => !source || lead.attribution.source === source)
          .filter((lead) => !from || lead.createdAt >= from)
          .filter((lead) => !to || lead.createdAt <= to)
          .filter((lead) => {
            const isPending = ['new', 'contacted', 'quoted'].includes(lead.status)
            return !followUp || (lead.followUpAt !== null && lead.followUpAt <= now && isPending)
          })
          .toSorted(orders[sort])
          .map(({ _id }) => _id)
        expect(await walk({ filter, sort }, size, back)).toEqual(expected)
        const page = await findLeads({ filter, first: 1 }, now)
        const most = search?.trim() ? 2_000 : 10_000
        expect([await page.total(), await page.totalIsCapped()]).toEqual([
          Math.min(expected.length, most),
          expected.length > most,
        ])
      },
    ),
    { numRuns: 15 },
  )
})

/** The queries that read more documents than a page may, or a whole collection. */
async function wideReadsOf(work: () => Promise<unknown>): Promise<string[]> {
  const entries = await profileOf(/\.leads$/, work)
  const wide = entries.filter(({ planSummary, docsExamined }) => docsExamined > 250 || /COLLSCAN/.test(planSummary))
  return wide.map(({ planSummary, docsExamined, command }) =>
    [docsExamined, planSummary, JSON.stringify(command).slice(0, 400)].join(' '),
  )
}

test('a page of many leads reads few of them, whatever is searched, filtered and sorted', async () => {
  await LeadModel.insertMany([...manyLeads(2_200), aLead(9_002, { fullName: 'Xavier Quill' })])
  const filters: LeadFilter[] = [
    {},
    { search: 'quill' },
    { search: 'homes.exampl' },
    { search: '@homes.example' },
    { search: 'nobody' },
    { search: '001234' },
    { search: 'homes', status: 'lost' },
    { search: '07700', assignedTo: 'none', status: 'lost' },
    { status: 'new', assignedTo: users[0] },
    { assignedTo: users[0] },
    { assignedTo: 'none' },
    { source: 'google', status: 'lost' },
    { source: 'google' },
    { followUp: true },
    { from: daysAgo(30), to: daysAgo(20) },
  ]
  // Each filter meets a third of the orders, and each order a third of the filters.
  const step = 3
  const sorts = Object.keys(orders) as LeadSort[]
  const wide = await wideReadsOf(async () => {
    for (const [index, filter] of filters.entries()) {
      for (const sort of sorts.filter((_, place) => (place + index) % step === 0)) {
        const page = await findLeads({ filter, sort, first: 25 }, now)
        if (sort === 'newest') await page.total()
        const last = page.records.at(-1)
        if (last) await findLeads({ filter, sort, first: 25, after: page.cursorOf(last) }, now)
      }
    }
  })
  expect(wide).toEqual([])
})

test('a rare text is found without a walk through the list, a longer one by whichever of its parts is rare', async () => {
  const smiths = Array.from({ length: 2_100 }, (_, index) => aLead(index + 1, { fullName: 'Christopher Smith-Jones' }))
  await LeadModel.insertMany([...smiths, aLead(9_001, { fullName: 'Christopher Xavier' })])
  const readsOf = async (search: string) => {
    let found = 0
    const reads = await profileOf(/\.leads$/, async () => {
      const page = await findLeads({ filter: { search }, sort: 'recentlyUpdated' }, now)
      found = page.records.length
    })
    return { found, entries: reads.reduce((sum, { keysExamined = 0 }) => sum + keysExamined, 0) }
  }
  const rare = await readsOf('xavie')
  expect([rare.found, rare.entries < 100]).toEqual([1, true])
  // That its beginning is common is seen from 2,001 entries; the list has 100 more.
  const longer = await readsOf('christopher xav')
  expect([longer.found, longer.entries < 2_100]).toEqual([1, true])
  // The list is walked up to the last lead of the page.
  const common = await readsOf('smith')
  expect([common.found, common.entries < 2_100]).toEqual([25, true])
})

test('a search that takes too long is given up, and the person is told', async () => {
  await LeadModel.insertMany(Array.from({ length: 2_001 }, (_, index) => aLead(index + 1)))
  const reads = await profileOf(/\.leads$/, async () => {
    const page = await findLeads({ filter: { search: 'aoife', status: 'new' } }, now)
    await page.total()
  })
  const walks = reads.map(({ command }) => command).filter((command) => JSON.stringify(command).includes('"status"'))
  const limited = new Set(walks.flatMap((command) => [Object.keys(command)[0], command['maxTimeMS']]))
  expect(limited).toEqual(new Set(['find', 'aggregate', 5_000]))
  const endless = LeadModel.find({ $where: 'while (true) {}' }).maxTimeMS(1).lean().exec()
  await expect(orTooLong(endless)).rejects.toMatchObject({ code: 'INVALID', fields: { search: [expect.any(String)] } })
})

test('totals are exact up to 10,000, and those of a search up to 2,000; then they say so', async () => {
  const totals = async (filters: LeadFilter[]) =>
    Promise.all(
      filters.map(async (filter) => {
        const page = await findLeads({ filter, first: 1 }, now)
        return [await page.total(), await page.totalIsCapped()]
      }),
    )
  const searched = [{ search: 'aoife' }, { search: 'aoife', status: 'new' as const }, { search: 'aoife@example.com' }]
  await LeadModel.insertMany(Array.from({ length: 2_000 }, (_, index) => aLead(index + 1)))
  expect(await totals(searched)).toEqual(searched.map(() => [2_000, false]))
  await LeadModel.create(aLead(20_000))
  expect(await totals(searched)).toEqual(searched.map(() => [2_000, true]))

  const others = Array.from({ length: 7_999 }, (_, index) => ({ ...aLead(index + 2_001), tails: [] }))
  await LeadModel.collection.insertMany(others as never[])
  const plain: LeadFilter[] = [{}, { status: 'new' }]
  expect(await totals(plain)).toEqual(plain.map(() => [10_000, false]))
  await LeadModel.create(aLead(20_001))
  expect(await totals(plain)).toEqual(plain.map(() => [10_000, true]))
})
