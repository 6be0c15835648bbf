import type { LeadStatus } from '@kerbside/schema/leads/lead'
import { leadIndexes, LeadModel } from '@kerbside/schema/leads/lead.model'
import { lastDays, momentsOf } from '@kerbside/schema/dashboard/report-period'
import { startOfLondonDay } from '@kerbside/schema/time/london-time'
import type { PipelineStage } from 'mongoose'
import type { LeadEvents } from '../deps.ts'
import { keptLeads, type KeptLead, type Wanted } from './kept-leads.ts'

export type Moments = ReturnType<typeof momentsOf>
export type StatusGroup = { _id: { day: string; status: LeadStatus; source?: string | null }; count: number }
export type AreaGroup = { _id: { area: string | null }; count: number }

/** Of the dashboards' reports. */
export const recentDays = (now: Date) => lastDays(now, 30)

const day = { $dateToString: { date: '$createdAt', format: '%Y-%m-%d', timezone: 'Europe/London' } }
const foundArea = { $regexFind: { input: '$postcode', regex: '^[A-Z]{1,2}(?=[0-9])' } }
const area = { $let: { vars: { found: foundArea }, in: '$$found.match' } }
const byStatus = { day, status: '$status', source: '$attribution.source' }

const receivedIn = ({ from, to }: Moments): PipelineStage.Match => ({
  $match: { createdAt: { $gte: from, ...(to && { $lte: to }) } },
})

const countBy = <Group>(_id: object, within: Moments, index: 'created' | 'area') =>
  LeadModel.aggregate<Group>([receivedIn(within), { $group: { _id, count: { $sum: 1 } } }])
    .hint({ ...leadIndexes[index] })
    .exec()

/** One pass over the index of the newest leads: no lead is read. */
export const countByStatus = (within: Moments) => countBy<StatusGroup>(byStatus, within, 'created')
/** The same over the index of postcodes. */
export const countByArea = (within: Moments) => countBy<AreaGroup>({ area }, within, 'area')

type Group<Id> = KeptLead & { _id: Id }

/** The same group of each lead of it, in indexes too; of single leads the areas are read from them. */
async function readGroups<Id extends { day: string }>(
  _id: object,
  { from, ids }: Wanted,
  hint: Record<string, 1 | -1>,
): Promise<[number, Group<Id>][]> {
  const groups = await LeadModel.aggregate<{ _id: Id; ids: number[] }>([
    receivedIn({ from }),
    ...(ids ? [{ $match: { _id: { $in: [...ids] } } }] : []),
    { $group: { _id, ids: { $push: '$_id' } } },
  ])
    .hint(hint)
    .readConcern('majority')
  return groups.flatMap((group) => {
    const at = startOfLondonDay(group._id.day).getTime()
    const row = { at, order: at, _id: group._id }
    return group.ids.map((id): [number, Group<Id>] => [id, row])
  })
}

const keptStatuses = keptLeads<Group<StatusGroup['_id']>>()
const keptAreas = keptLeads<Group<AreaGroup['_id'] & { day: string }>>()

/** What `countByStatus` counts of the last 30 days. */
export async function recentGroups(now: Date, leadEvents: LeadEvents): Promise<StatusGroup[]> {
  const { from } = momentsOf(recentDays(now), now)
  const read = (wanted: Wanted) =>
    readGroups<StatusGroup['_id']>(byStatus, wanted, { ...leadIndexes[wanted.ids ? 'found' : 'created'] })
  return countsOf(await keptStatuses(leadEvents, from, read))
}

/** What `countByArea` counts of them. */
export async function recentAreas(now: Date, leadEvents: LeadEvents): Promise<AreaGroup[]> {
  const { from } = momentsOf(recentDays(now), now)
  const read = (wanted: Wanted) =>
    readGroups<AreaGroup['_id'] & { day: string }>(
      { day, area },
      wanted,
      wanted.ids ? { _id: 1 } : { ...leadIndexes.area },
    )
  return countsOf(await keptAreas(leadEvents, from, read))
}

/** Leads that were read at different times may have equal groups that count apart. */
function countsOf<Id>(leads: ReadonlyMap<number, Group<Id>>): { _id: Id; count: number }[] {
  const groups = new Map<Group<Id>, { _id: Id; count: number }>()
  for (const group of leads.values()) {
    const counted = groups.get(group)
    if (counted) counted.count += 1
    else groups.set(group, { _id: group._id, count: 1 })
  }
  return [...groups.values()]
}
