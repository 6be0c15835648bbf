import type { QueryFilter } from 'mongoose'
import type { z } from 'zod'
import { unanswered } from '../../promise/promise.ts'
import { pendingStatuses, type LeadStatus } from '../lead.ts'
import { hasFollowUp, type LeadRecord } from '../lead.model.ts'
import { unconfirmedSince } from '../../estimates/estimate-life.ts'
import { unpricedSince } from '../waiting-for-price.ts'
import type { LeadFilter } from './lead-filter.ts'

/** A filter by status can narrow the one that it goes with. */
const { status: waitingStatus, ...notAnswered } = unanswered
const waitingStatuses: readonly LeadStatus[] = [waitingStatus]

/** A lead that is quoted has got a price, by whatever way. */
const unpricedStatuses: readonly LeadStatus[] = ['new', 'contacted']

/** A firm accepted so long ago, and nobody has sent a price. */
const unpricedAt = (now: Date): QueryFilter<LeadRecord> => ({
  'estimates.0': { $exists: false },
  offers: { $elemMatch: { state: 'accepted', decidedAt: { $lte: unpricedSince(now) } } },
  sharingStoppedAt: null,
})

/** A homeowner chose a price of the job so long ago, and nobody has confirmed it. */
const unconfirmedAt = (now: Date): QueryFilter<LeadRecord> => ({
  estimates: { $elemMatch: { state: 'chosen', variationOf: null, decidedAt: { $lte: unconfirmedSince(now) } } },
  sharingStoppedAt: null,
})

/** Built from parsed values only: nothing a client sends can be an operator. */
export function toMongoFilter(filter: z.output<typeof LeadFilter>, now: Date): QueryFilter<LeadRecord> {
  const { status, assignedTo, from, to, source, followUp, pending, waiting, area } = filter
  const { awaitingPrice, awaitingConfirmation } = filter
  const statuses = waiting
    ? waitingStatuses
    : awaitingPrice
      ? unpricedStatuses
      : followUp || pending || awaitingConfirmation
        ? pendingStatuses
        : null
  return {
    ...(status && { status }),
    ...(statuses && { status: { $in: statuses.filter((one) => !status || one === status) } }),
    ...(followUp && { followUpAt: { ...hasFollowUp.followUpAt, $lte: now } }),
    ...(waiting && notAnswered),
    ...(awaitingPrice && unpricedAt(now)),
    ...(awaitingConfirmation && unconfirmedAt(now)),
    ...(area && { postcode: postcodesOf(area.toUpperCase()) }),
    ...(assignedTo && { 'assignedTo.id': assignedTo === 'none' ? null : assignedTo.toLowerCase() }),
    ...((from || to) && { createdAt: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
    ...(source && { 'attribution.source': source }),
  }
}

/** A digit follows the letters of a postcode area; the colon comes after the digits. */
const postcodesOf = (area: string) => ({ $gte: `${area}0`, $lt: `${area}:` })
