import { matchContractors, type MatchableContractor, type MatchReason } from '@kerbside/schema/contractors/matching'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { leadStatuses, searchTextOf, type LeadStatus, type StatusChange } from '@kerbside/schema/leads/lead'
import { referenceOf } from '@kerbside/schema/leads/reference'
import { maximumFirms, type Offer } from '@kerbside/schema/leads/offer'
import { columnOf, leadColumnNames } from '@kerbside/schema/quotes/columns'
import { defaultFormFields } from '@kerbside/schema/quotes/default-form'
import { quoteNotice } from '@kerbside/schema/quotes/notice'
import { countyOf } from '@kerbside/schema/quotes/places'
import { priorityOf } from '@kerbside/schema/quotes/priority'
import { answersSchema, plainLabel } from '@kerbside/schema/quotes/quote'
import { demoFirstNames, demoLastNames, demoNotes, demoPostcodes, demoSubmissionId } from './demo-people.ts'

export const demoLeadCount = 60

export type DemoWorld = {
  now: Date
  /** Who leads are assigned to. */
  manager: { id: string; name: string }
  firms: readonly MatchableContractor[]
}

const day = 24 * 60 * 60 * 1000
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** Demo lead number `index`, always the same but for its dates: the newest is an hour old, the oldest six weeks. */
export function demoLead(index: number, id: number, world: DemoWorld): LeadRecord {
  const createdAt = new Date(world.now.getTime() - 60 * 60 * 1000 - (index * 42 * day) / demoLeadCount)
  const status = statusOf(index)
  const answers = answersSchema(defaultFormFields).parse(rawAnswers(index))
  const columns = columnsOf(answers)
  const fullName = `${columns.firstName} ${columns.lastName}`
  const reference = referenceOf(id)
  const statusHistory = historyOf(status, createdAt, world)
  const place = { trade: 'driveways', postcode: columns.postcode, county: countyOf(columns.postcode) }
  const matching = matchContractors(place, world.firms, createdAt)
  return {
    _id: id,
    reference,
    submissionId: demoSubmissionId(index),
    ...columns,
    fullName,
    searchText: searchTextOf({ ...columns, fullName, reference }),
    answers: defaultFormFields.map(({ name, label }) => ({
      name,
      label: plainLabel(label),
      value: answers[name] ?? '',
    })),
    trade: place.trade,
    status,
    statusHistory,
    lostReason:
      status === 'lost' ? pick(['Chose another firm', 'Postponed to next year', 'Too expensive'], index) : null,
    priority: priorityOf(defaultFormFields, columns),
    assignedTo: status === 'new' || index % 3 === 0 ? null : world.manager,
    followUpAt: status === 'contacted' ? new Date(world.now.getTime() + ((index % 5) - 1) * day) : null,
    isConfirmation: false,
    urlType: '/',
    page: '/',
    formVersion: 0,
    notice: quoteNotice,
    attribution: attributionOf(index),
    offers: offersOf(index, status, createdAt, matching),
    matching,
    dispatchedAt: createdAt, // handled long ago: the worker leaves demo leads alone
    outbox: [],
    version: 1 + statusHistory.length,
    createdAt,
    updatedAt: statusHistory.at(-1)?.at ?? createdAt,
  }
}

// A third is new, the rest evenly spread; the newest ones are new, as they would be.
function statusOf(index: number): LeadStatus {
  if (index < 6) return 'new'
  return pick([...leadStatuses, 'new'] as const, index)
}

function rawAnswers(index: number): Record<string, string> {
  const first = pick(demoFirstNames, index)
  const last = pick(demoLastNames, index * 7 + Math.floor(index / 20))
  const choices = defaultFormFields
    .filter(({ type }) => type === 'select')
    .map(({ name, options }, place) => [name, pick(options ?? [], index * (place + 2) + place).value])
  return {
    ...Object.fromEntries(choices),
    first_name: first,
    last_name: last,
    email: `${first}.${last}@homes.example`.toLowerCase(),
    mobile: `07700 900${String(100 + index)}`,
    postcode: pick(demoPostcodes, index),
    additionalInfo: pick(demoNotes, index),
  }
}

type Columns = Pick<LeadRecord, (typeof leadColumnNames)[number]>

function columnsOf(answers: Record<string, string | null>): Columns {
  const empty = Object.fromEntries(leadColumnNames.map((name) => [name, null]))
  const filled = Object.entries(answers).flatMap(([name, value]) => {
    const column = columnOf(name)
    return column ? [[column, value] as const] : []
  })
  return { ...empty, ...Object.fromEntries(filled) } as Columns
}

const roads: Record<LeadStatus, readonly LeadStatus[]> = {
  new: [],
  contacted: ['contacted'],
  quoted: ['contacted', 'quoted'],
  converted: ['contacted', 'quoted', 'converted'],
  lost: ['contacted', 'lost'],
}

function historyOf(status: LeadStatus, createdAt: Date, { manager }: DemoWorld): StatusChange[] {
  return roads[status].map((to, step, road) => ({
    from: road[step - 1] ?? 'new',
    to,
    at: new Date(createdAt.getTime() + (step + 1) * 40 * 60 * 1000),
    by: manager,
    note: null,
  }))
}

/** Every offer is decided: an open one would run out in front of the person who tries things out. */
function offersOf(index: number, status: LeadStatus, createdAt: Date, matching: readonly MatchReason[]): Offer[] {
  if (status === 'new') return []
  const offeredAt = new Date(createdAt.getTime() + 2000)
  const firms = matching.filter(({ matched }) => matched).slice(0, 1 + (index % maximumFirms))
  return firms.map(({ contractorId, contractorName }, place) => ({
    contractorId,
    contractorName,
    state: place < 2 ? 'accepted' : pick(['declined', 'expired'] as const, index + place),
    offeredAt,
    expiresAt: new Date(offeredAt.getTime() + day),
    decidedAt: new Date(offeredAt.getTime() + (place + 1) * 11 * 60 * 1000),
  }))
}

function attributionOf(index: number): LeadRecord['attribution'] {
  const source = pick([null, 'google', 'facebook', null, 'newsletter'], index)
  const medium = source === null ? null : source === 'google' ? 'cpc' : 'social'
  return { source, medium, campaign: source ? 'autumn' : null, term: null, content: null, referrer: null }
}
