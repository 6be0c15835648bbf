import type { Offer } from '../offers/offer.ts'

// The promise of a first answer (docs/specification.md, 6.5): what answers a lead, and who is owed no answer. It stands here
// as a filter, as a function and as stages of an aggregation; one table of cases holds all that use it
// (tools/testing/promise.test.ts).

/** The homeowner waits for an answer: neither staff nor a firm gave one, and it is still wanted. */
export const unanswered = {
  status: 'new',
  contactedAt: null,
  'offers.state': { $ne: 'accepted' },
  enoughQuotesAt: null,
  sharingStoppedAt: null,
} as const

/** What of a lead decides. */
type Promised = {
  createdAt: Date
  importId?: string | null
  status: string
  contactedAt?: Date | null
  offers: readonly Pick<Offer, 'state'>[]
  enoughQuotesAt?: Date | null
  sharingStoppedAt?: Date | null
}

const millisecondsOf = (hours: number) => hours * 3_600_000

/** By when the homeowner, who waits for it, is to be answered. Null when nobody waits, or the lead was promised nothing. */
export function answerDueAt(lead: Promised, { promiseHours }: { promiseHours: number }): Date | null {
  const isAnswered =
    lead.status !== 'new' || lead.contactedAt || lead.offers.some(({ state }) => state === 'accepted') || lead.importId
  if (isAnswered || lead.enoughQuotesAt || lead.sharingStoppedAt) return null
  return new Date(lead.createdAt.getTime() + millisecondsOf(promiseHours))
}

/** The part of the promised time after which staff are warned. */
const warningShare = 0.75

/** Staff are warned of leads received by `warned`, and those received by `late` have been waiting for too long. */
export function promiseBounds(now: Date, { promiseHours }: { promiseHours: number }): { warned: Date; late: Date } {
  const promiseMs = millisecondsOf(promiseHours)
  const before = (ms: number) => new Date(now.getTime() - ms)
  return { warned: before(promiseMs * warningShare), late: before(promiseMs) }
}

const never = Number.MAX_SAFE_INTEGER

/** Stages that leave of leads those that were owed an answer, with what `answersOfLeads` says of them. */
export const owedAnAnswer = (promise: { promiseHours: number }) => [
  ...answersOfLeads(promise),
  { $match: { isOwed: true } },
]

/**
 * Stages that make of leads the milliseconds from their receipt: `accepted`, to the first acceptance by a firm, and
 * `answered`, to that or the first contact by staff; null without one. `firms` is how many got the details. Not `isOwed` an
 * answer: imports, and leads that the homeowner stopped or erased, or staff closed as lost, within the promised time and
 * before an answer.
 */
export function answersOfLeads({ promiseHours }: { promiseHours: number }) {
  const accepted = { $filter: { input: '$offers', as: 'offer', cond: { $eq: ['$$offer.state', 'accepted'] } } }
  const moves = (cond: object) => ({ $filter: { input: '$statusHistory', as: 'move', cond } })
  const timesOf = (input: object, at: string) => ({ $min: { $map: { input, as: 'each', in: `$$each.${at}` } } })
  const contacted = moves({ $in: ['$$move.to', ['contacted', 'quoted', 'converted']] })
  const closed = moves({ $eq: ['$$move.to', 'lost'] })
  const acceptedAt = timesOf(accepted, 'decidedAt')
  const ends = ['$enoughQuotesAt', '$sharingStoppedAt', '$erasedAt', timesOf(closed, 'at')]
  const afterMs = (...times: unknown[]) => ({ $subtract: [{ $min: times }, '$createdAt'] })
  return [
    {
      $project: {
        createdAt: 1,
        importId: 1,
        firms: { $size: accepted },
        accepted: afterMs(acceptedAt),
        answered: afterMs(acceptedAt, '$contactedAt', timesOf(contacted, 'at')),
        ended: afterMs(...ends),
      },
    },
    {
      $set: {
        isOwed: {
          $and: [
            { $eq: [{ $ifNull: ['$importId', null] }, null] },
            {
              $or: [
                { $gt: [{ $ifNull: ['$ended', never] }, millisecondsOf(promiseHours)] },
                { $lte: [{ $ifNull: ['$answered', never] }, '$ended'] },
              ],
            },
          ],
        },
      },
    },
  ]
}
