import { createLeadIds, referenceOf } from '@kerbside/schema/leads/lead-id.model'
import { pendingStatuses } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { searchFieldsOf } from '@kerbside/schema/leads/search-text'
import { createIndexes } from '@kerbside/schema/migrations/indexes.model'
import { CliError, type Print } from '../cli/command.ts'
import { day, minute } from './demo-clock.ts'
import { chance, demoLeadCount, demoTimes, newDemoLead, pick, statusOf, type DemoWorld } from './demo-leads.ts'
import { demoPostcodes, manyFirstNames, manyLastNames } from './demo-people.ts'
import { liveThrough } from './demo-story.ts'

const batchSize = 2_000
const span = 730 * day
const places = ['Leeds', 'Cork', 'Belfast', 'Bristol', 'Galway', 'York', 'Derry', 'Cardiff', 'Dublin', 'Exeter']

/** Stable, and sorted like the numbers, so that a fill that was stopped goes on where it was. */
const submissionIdOf = (number: number) => `0198d3a1-0000-7000-8000-${String(number).padStart(12, '0')}`

/**
 * Fills the database with so many leads for measuring lists at full size, beside the demo leads; those of an earlier run
 * count. Nothing about them is left for the worker to do, and they have no emails. Returns how many were added.
 */
export async function fillLeads(count: number, world: DemoWorld, print: Print): Promise<number> {
  const there = { submissionId: { $gte: submissionIdOf(0), $lte: submissionIdOf(999_999_999_999) } }
  const first = await LeadModel.countDocuments(there)
  const templates = templatesOf(world)
  const rebuilds = count - first >= rebuildFrom
  if (rebuilds) await dropListIndexes()
  for (let start = first; start < count; start += batchSize) {
    const size = Math.min(batchSize, count - start)
    const nextId = createLeadIds(size)
    const leads: LeadRecord[] = []
    // Oldest first: numbers rise with time, as they do for real leads.
    for (let number = start; number < start + size; number++) {
      const at = new Date(world.now.getTime() - span + Math.floor(((number + 0.5) / count) * span))
      leads.push(leadLike(pick(templates, number), { number, id: await nextId(), at, world }))
    }
    await LeadModel.collection.insertMany(leads as never[], { ordered: false })
    if ((start - first) % 100_000 === 0 && start > first) print(`${start} of ${count} leads are there.`)
  }
  if (rebuilds) {
    print('Building the indexes …')
    await createIndexes()
  }
  return Math.max(0, count - first)
}

/** The number after `--leads`. */
export function numberOfLeads(text: string): number {
  if (/^\d{1,8}$/.test(text)) return Number(text)
  throw new CliError('Say how many leads, like --leads 100000.')
}

/** So few leads at a time leave the indexes as they are. */
export const rebuildFrom = 50_000

/** Writing an index entry by entry takes several times as long as building it in the end. A start makes what is missing. */
async function dropListIndexes() {
  for (const { name } of await LeadModel.collection.indexes()) {
    if (name?.startsWith('list-')) await LeadModel.collection.dropIndex(name)
  }
}

/** The demo leads with all that has happened to them; none of their offers is open any more. */
function templatesOf(world: DemoWorld): LeadRecord[] {
  const times = demoTimes(world.now)
  return Array.from({ length: demoLeadCount }, (_, index) => {
    const lead = newDemoLead(index, index + 1, times[index] ?? world.now)
    const lived = liveThrough({ index, lead, world }, statusOf(index))
    const offers = lived.offers.map((offer) =>
      offer.state === 'offered' ? { ...offer, state: 'expired' as const, decidedAt: offer.expiresAt } : offer,
    )
    // Why each firm was matched is long and the same for all: it would only fill the disk.
    return { ...lived, offers, matching: [] }
  })
}

type Place = { number: number; id: number; at: Date; world: DemoWorld }

function leadLike(template: LeadRecord, { number, id, at, world }: Place): LeadRecord {
  const firstName = pick(manyFirstNames, Math.floor(chance(number, 1) * manyFirstNames.length))
  const lastName = pick(manyLastNames, Math.floor(chance(number, 2) * manyLastNames.length))
  const fullName = `${firstName} ${lastName}`
  const reference = referenceOf(id)
  const digits = String(Math.floor(chance(number, 3) * 1_000)).padStart(3, '0')
  const travels = number % 4 === 0
  const contact = {
    firstName,
    lastName,
    fullName,
    reference,
    email: `${firstName}.${lastName}${number}@homes.example`.toLowerCase(),
    mobile: `+447700${digits}${String(Math.floor(chance(number, 4) * 1_000)).padStart(3, '0')}`,
    postcode: pick(demoPostcodes, number),
    pickupLocation: travels ? `${1 + (number % 190)} Station Road, ${pick(places, number >> 2)}` : null,
    dropoffLocation: travels ? `${pick(places, (number >> 2) + 3)} Airport` : null,
  }
  const later = at.getTime() - template.createdAt.getTime()
  const shifted = (date: Date) => new Date(Math.min(date.getTime() + later, world.now.getTime()))
  const { followUpAt } = template
  const isPending = pendingStatuses.some((status) => status === template.status)
  return {
    ...template,
    ...contact,
    _id: id,
    submissionId: submissionIdOf(number),
    ...searchFieldsOf({ ...template, ...contact }),
    // Few old leads are still waited for.
    followUpAt: followUpAt && isPending && chance(number, 5) < 0.05 ? new Date(followUpAt.getTime() + minute) : null,
    statusHistory: template.statusHistory.map((change) => ({ ...change, at: shifted(change.at) })),
    offers: template.offers.map((offer) => ({
      ...offer,
      offeredAt: shifted(offer.offeredAt),
      expiresAt: shifted(offer.expiresAt),
      decidedAt: offer.decidedAt && shifted(offer.decidedAt),
    })),
    dispatchedAt: shifted(template.dispatchedAt ?? at),
    createdAt: at,
    updatedAt: shifted(template.updatedAt),
  }
}
