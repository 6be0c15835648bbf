import { indexLeads, LeadSearchModel } from '@kerbside/schema/leads/list/lead-search.model'
import { searchLimits, type SearchLimits } from '@kerbside/schema/leads/list/read-leads.model'
import { leadPriorities, leadStatuses } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { findLeads } from '@kerbside/schema/leads/list/find-leads.model'
import type { LeadFilter, LeadSort } from '@kerbside/schema/leads/list/lead-filter'
import { profileOf } from '@kerbside/schema/testing/database'
import fc from 'fast-check'
import mongoose from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import { createUser, useTestApp } from '../testing/test-app.ts'
import { changeLead } from './change-lead.ts'
import { deleteLeads } from './leads.service.ts'

const app = useTestApp()
const now = new Date('2026-11-20T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const daysAgo = (days: number) => minutesAgo(days * 24 * 60)
const users = ['aaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbb']

/** As the worker leaves them: finished and in the search index. */
async function storeIndexed(leads: LeadRecord[]) {
  await LeadModel.insertMany(leads)
  await indexLeads(leads.filter(({ dispatchedAt }) => dispatchedAt !== null))
}

const pickFrom = <T>(list: readonly T[], number: number): T => list[number % list.length] as T
const firstNames = ['Aoife', 'Ann', 'anna', 'Óisín', 'Bob']
const lastNames = ['Byrne', 'O’Neill', 'Bannan', 'Ní Bhriain-Fitzgerald', 'Smith']

/** Varied leads, many of them with equal times; every third is not indexed yet. */
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
      dispatchedAt: index % 3 === 0 ? null : now,
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
async function walk(input: object, size: number, backwards: boolean, limits: SearchLimits): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | null = null
  do {
    const place: object = backwards ? { last: size, before: cursor } : { first: size, after: cursor }
    const page = await findLeads({ ...input, ...place }, now, { limits })
    const here = page.records.map(({ id }) => id)
    if (backwards) ids.unshift(...here)
    else ids.push(...here)
    const edge = backwards ? page.records[0] : page.records.at(-1)
    cursor = edge && (backwards ? page.hasPreviousPage : page.hasNextPage) ? page.cursorOf(edge) : null
  } while (cursor !== null)
  return ids
}

test('search equals a plain substring filter, for every filter, sort, page and direction', async () => {
  const leads = manyLeads(120)
  await storeIndexed(leads)
  // As a server of the former release writes them.
  await LeadSearchModel.collection.updateMany({ _id: { $mod: [7, 0] } as never }, { $unset: { week: 1 } })
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
      fc.integer({ min: 3, max: 50 }),
      fc.boolean(),
      // So that of 120 leads some are common, soon found or far away, and too many.
      fc.constantFrom(
        searchLimits,
        {
          steps: [
            { found: 0.5, walked: 1 },
            { found: 2, walked: 2 },
          ],
          few: 3,
          read: 200,
        },
        { steps: [{ found: 0.2, walked: 0.5 }], few: 0, read: 20 },
        { steps: [], few: 0, read: 20 },
      ),
      async (filter, sort, size, back, limits) => {
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
        expect(await walk({ filter, sort }, size, back, limits)).toEqual(expected)
        expect(await (await findLeads({ filter, first: 1 }, now, { limits })).total()).toBe(expected.length)
      },
    ),
    { numRuns: 25 },
  )
})

/** The queries that read more documents than a page may, or a whole collection. */
async function wideReadsOf(work: () => Promise<unknown>): Promise<string[]> {
  const entries = await profileOf(/\.(?:leads|leadsearches)$/, work)
  const wide = entries.filter(({ planSummary, docsExamined }) => docsExamined > 250 || /COLLSCAN/.test(planSummary))
  return wide.map(({ planSummary, docsExamined, command }) =>
    [docsExamined, planSummary, JSON.stringify(command).slice(0, 400)].join(' '),
  )
}

test('a page of many leads reads few of them, whatever is searched, filtered and sorted', async () => {
  const leads = manyLeads(500).map((lead) => ({ ...lead, dispatchedAt: now }))
  await storeIndexed(leads)
  await storeIndexed([
    aLead(9_001, { dispatchedAt: null }),
    aLead(9_002, { fullName: 'Xavier Quill', dispatchedAt: now }),
  ])
  const filters: LeadFilter[] = [
    {},
    { search: 'quill' },
    { search: 'anna' },
    { search: 'homes.example' },
    { search: 'nobody' },
    { search: 'n.4' },
    { search: '001234' },
    { search: 'bann', status: 'lost' },
    { search: 'homes', assignedTo: 'none', status: 'lost' },
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

test('for a text that only old leads have, the list is walked through in part', async () => {
  const leads = Array.from({ length: 400 }, (_, index) => {
    const email = `${index}@${index < 370 ? 'homes' : 'former'}.example`
    return aLead(index + 1, { email, createdAt: daysAgo(index / 4), dispatchedAt: now })
  })
  await storeIndexed(leads)
  const limits: SearchLimits = { steps: [{ found: 2, walked: 2 }], few: 10, read: 100 }
  for (const sort of ['newest', 'recentlyUpdated', 'nameAToZ'] as const) {
    let found: number[] = []
    const commands = await profileOf(/\.(?:leads|leadsearches)$/, async () => {
      const page = await findLeads({ filter: { search: 'former.example' }, sort, first: 25 }, now, { limits })
      found = page.records.map(({ id }) => id)
    })
    expect(found).toHaveLength(25)
    expect(found.every((id) => id > 370)).toBe(true)
    // Those of the walk, and those with the text in each index.
    expect(commands.reduce((sum, { keysExamined }) => sum + keysExamined, 0)).toBeLessThan(300)
  }
})

test('of a text that is dense in a week the list is read up to the last lead of the page, however far in that week it is', async () => {
  const leads = Array.from({ length: 300 }, (_, index) => {
    const email = `${index}@${index < 200 ? 'homes' : 'former'}.example`
    return aLead(index + 1, { email, createdAt: minutesAgo(index), dispatchedAt: now })
  })
  await storeIndexed(leads)
  const limits: SearchLimits = { steps: [{ found: 0.5, walked: 2 }], few: 10, read: 200 }
  const ids: number[] = []
  const commands = await profileOf(/\.(?:leads|leadsearches)$/, async () => {
    const page = await findLeads({ filter: { search: 'former' }, first: 25 }, now, { limits })
    ids.push(...page.records.map(({ id }) => id))
  })
  expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => 201 + index))
  // The api also reads leads that have just changed, by their ids.
  const searches = commands.filter(
    ({ ns, command }) => String(ns).endsWith('.leads') && JSON.stringify(command).includes('searchText'),
  )
  expect(searches.reduce((sum, { keysExamined }) => sum + keysExamined, 0)).toBe(226)
})

test('a page of a common text has leads that are not indexed yet in their places, and no others', async () => {
  const days = [0, 1, ...Array.from({ length: 40 }, (_, index) => 7 + index * 0.7), 33, 33.1, 33.2, 33.3, 34, 34.5]
  const leads = days.map((age, index) =>
    aLead(index + 1, { createdAt: daysAgo(age), dispatchedAt: index < 2 || index > 41 ? null : now }),
  )
  await storeIndexed(leads)
  const newest = leads.toSorted(newestFirst).map(({ _id }) => _id)
  // Of the first week some are read, then one week whole, then several.
  for (const found of [0.1, 1, 1.5, 2]) {
    const limits: SearchLimits = { steps: [{ found, walked: 3 }], few: 0, read: 100 }
    const page = await findLeads({ filter: { search: 'aoife' }, first: 16 }, now, { limits })
    expect(page.records.map(({ id }) => id)).toEqual(newest.slice(0, 16))
  }
})

test('of many leads that wait for a worker a page reads some', async () => {
  const leads = Array.from({ length: 400 }, (_, index) =>
    aLead(index + 1, { createdAt: minutesAgo(index), dispatchedAt: null }),
  )
  await storeIndexed(leads)
  const limits: SearchLimits = { steps: [{ found: 2, walked: 2 }], few: 10, read: 100 }
  for (const sort of ['newest', 'nameAToZ'] as const) {
    let found: number[] = []
    const commands = await profileOf(/\.(?:leads|leadsearches)$/, async () => {
      const page = await findLeads({ filter: { search: 'aoife' }, sort, first: 25 }, now, { limits })
      found = page.records.map(({ id }) => id)
    })
    expect(found).toEqual(
      leads
        .toSorted(orders[sort])
        .slice(0, 25)
        .map(({ _id }) => _id),
    )
    expect(commands.reduce((sum, { docsExamined }) => sum + docsExamined, 0)).toBeLessThan(150)
  }
})

const idsOf = async (search: string) => (await findLeads({ filter: { search } }, now)).records.map(({ id }) => id)

test('a lead that was just stored is found, before the worker has seen it', async () => {
  await LeadModel.create(aLead(1, { fullName: 'Xavier Quill', dispatchedAt: null }))
  expect(await idsOf('r qui')).toEqual([1])
})

test('where all leads are in a week of the index no lead is looked for elsewhere until the counts are counted anew', async () => {
  await storeIndexed([aLead(1, { dispatchedAt: now })])
  const counts = new Map<string, Promise<number>>()
  const search = () => findLeads({ filter: { search: 'aoife' } }, now, { counts })
  await search()
  const commands = await profileOf(/\.(?:leads|leadsearches)$/, search)
  expect(commands.map(({ ns }) => String(ns).split('.').at(-1))).toEqual(['leadsearches', 'leads'])
  await LeadModel.create(aLead(2, { dispatchedAt: null }))
  counts.clear()
  expect((await search()).records.map(({ id }) => id)).toEqual([2, 1])
  expect((await search()).records.map(({ id }) => id)).toEqual([2, 1])
})

beforeEach(() => LeadModel.deleteMany({}))

test('a lead with another name is found by it and not by the old one; a deleted one no longer', async () => {
  await storeIndexed([
    aLead(1, { firstName: 'Xavier', lastName: 'Quill', fullName: 'Xavier Quill', dispatchedAt: now }),
    aLead(2, { firstName: 'Xavier', lastName: 'Quill', fullName: 'Xavier Quill', dispatchedAt: null }),
  ])
  const user = await createUser('admin')
  const viewer = { id: String(user._id), role: 'admin', name: 'x', email: 'x@y.example', sessionId: 's' } as const
  const ctx = app.contextOf(viewer)
  for (const id of ['1', '2']) await changeLead(ctx, id, { answers: { last_name: 'Zimmer', postcode: 'M1 1AE' } })
  expect([await idsOf('quill'), await idsOf('er zimm'), await idsOf('m1 1a')]).toEqual([[], [2, 1], [2, 1]])
  await deleteLeads(ctx, ['1', '2'])
  expect(await idsOf('zimmer')).toEqual([])
  expect(await mongoose.connection.collection('leadsearches').countDocuments()).toBe(0)
})

test('totals are exact up to 10,000 and then say so', async () => {
  const some = Array.from({ length: 10_000 }, (_, index) => aLead(index + 1, { dispatchedAt: now }))
  await LeadModel.collection.insertMany(some as never[])
  const filters: LeadFilter[] = [{}, { status: 'new' }]
  const totals = async () =>
    Promise.all(
      filters.map(async (filter) => {
        const page = await findLeads({ filter, first: 1 }, now)
        return [await page.total(), await page.totalIsCapped()]
      }),
    )
  expect(await totals()).toEqual(filters.map(() => [10_000, false]))
  await storeIndexed([aLead(20_000, { dispatchedAt: now })])
  expect(await totals()).toEqual(filters.map(() => [10_000, true]))
})
