import type { LeadStatus } from '@kerbside/schema/leads/lead'
import { leadIndexes, LeadModel } from '@kerbside/schema/leads/lead.model'
import type { momentsOf } from '@kerbside/schema/dashboard/report-period'
import type { PipelineStage } from 'mongoose'

export type Moments = ReturnType<typeof momentsOf>
export type StatusGroup = { _id: { day: string; status: LeadStatus; source?: string | null }; count: number }
export type AreaGroup = { _id: { area: string | null }; count: number }

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
