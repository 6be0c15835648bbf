import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { jobOf, leadSubmitted, offerDecided, type JobRequest } from '@kerbside/schema/events/event.jobs'
import { retryFailed } from '@kerbside/schema/events/event.queue'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { isDatabaseAway } from '../database-away.ts'
import type { Deps } from '../deps.ts'
import { closeOffer } from '../leads/close-offer.ts'

/** Records looked at in one pass, of each kind. */
const batchSize = 500

type SweepDeps = Pick<Deps, 'now' | 'config' | 'redis' | 'queues' | 'reviveAll' | 'metrics'>

/**
 * Looks for work that MongoDB says is not done and nobody seems to be doing. Everything it asks for is safe to repeat,
 * so several workers may sweep at once. Returns one pass; it remembers how far the last one came.
 */
export function createSweep(deps: SweepDeps): () => Promise<void> {
  const passes = [
    () => expireOffers(deps),
    () => reviveLeads(deps),
    () => reviveFailedJobs(deps),
    createRound((after) => reviveDecisions(deps, after)),
  ]
  return async () => {
    const errors: unknown[] = []
    for (const pass of passes) {
      try {
        await pass()
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        errors.push(error) // one kind of work must not keep the others waiting
      }
    }
    if (errors.length > 0) throw errors[0]
  }
}

/** Offers nobody decided in time: the place goes to the next firm. */
async function expireOffers({ now, metrics }: SweepDeps): Promise<void> {
  const at = now()
  const leads = await LeadModel.find(
    // The first two for the index; the third, because they must hold of one and the same offer.
    {
      'offers.state': 'offered',
      'offers.expiresAt': { $lte: at },
      offers: { $elemMatch: { state: 'offered', expiresAt: { $lte: at } } },
    },
    'offers',
  )
    .limit(batchSize)
    .lean()
  for (const { _id: leadId, offers } of leads) {
    for (const { contractorId, state, expiresAt } of offers) {
      if (state !== 'offered' || expiresAt > at) continue
      if (await closeOffer({ leadId, contractorId, state: 'expired', at })) metrics.revived.inc({ what: 'offer' })
    }
  }
}

const cutoff = ({ now, config }: SweepDeps) => new Date(now().getTime() - config.SWEEP_AFTER_SECONDS * 1_000)

/** Leads whose matching never came to its end. */
async function reviveLeads(deps: SweepDeps): Promise<void> {
  const leads = await LeadModel.find({ dispatchedAt: null, createdAt: { $lte: cutoff(deps) } }, 'createdAt')
    .sort({ createdAt: 1 })
    .limit(batchSize)
    .lean()
  await revive(
    deps,
    'lead',
    leads.map(({ _id, createdAt }) => jobOf(_id, leadSubmitted(_id, createdAt))),
  )
}

/** Jobs about leads that used up their tries: whatever was wrong may be right by now. */
async function reviveFailedJobs(deps: SweepDeps): Promise<void> {
  if (deps.redis.status !== 'ready') return // a read would wait for Redis and hold up the other passes
  const failed = await deps.queues.leads.getJobs(['failed'], 0, batchSize - 1, true)
  const before = cutoff(deps).getTime()
  for (const job of failed) {
    if ((job.finishedOn ?? 0) > before) continue
    if (await retryFailed(job)) deps.metrics.revived.inc({ what: 'job' })
  }
}

type Place = { updatedAt: Date; _id: string }

/** Goes through more records than fit one pass, a part each time, and starts over at the end. */
function createRound(part: (after: Place | null) => Promise<readonly Place[]>): () => Promise<void> {
  let after: Place | null = null
  return async () => {
    const seen = await part(after)
    after = seen.length === batchSize ? (seen.at(-1) ?? null) : null
  }
}

const beyond = (after: Place | null) =>
  after && { $or: [{ updatedAt: { $gt: after.updatedAt } }, { updatedAt: after.updatedAt, _id: { $gt: after._id } }] }

/**
 * Decisions that no handler finished, because Redis lost an acknowledged job: the offer is decided, but its delivery
 * still says `sent`.
 */
async function reviveDecisions(deps: SweepDeps, after: Place | null): Promise<readonly Place[]> {
  const found = await DeliveryModel.find(
    { $and: [{ kind: 'offer', state: 'sent' }, beyond(after) ?? {}] },
    'leadId updatedAt',
  )
    .sort({ updatedAt: 1, _id: 1 })
    .limit(batchSize)
    .lean()
  const ids = new Set(found.map(({ _id }) => _id))
  const before = cutoff(deps)
  const leads = await LeadModel.find({ _id: { $in: found.map(({ leadId }) => leadId) } }, 'offers').lean()
  const requests: JobRequest[] = []
  for (const { _id: leadId, offers } of leads) {
    for (const { contractorId, state, decidedAt } of offers) {
      if (state === 'offered' || decidedAt === null || decidedAt > before) continue
      if (!ids.has(deliveryId(leadId, 'offer', contractorId))) continue
      const type = state === 'accepted' ? 'offer.accepted' : 'offer.declined'
      requests.push(jobOf(leadId, offerDecided(type, leadId, contractorId, decidedAt)))
    }
  }
  await revive(deps, 'decision', requests)
  return found
}

async function revive({ reviveAll, metrics }: SweepDeps, what: string, requests: readonly JobRequest[]): Promise<void> {
  if (requests.length === 0) return
  await reviveAll(requests)
  metrics.revived.inc({ what }, requests.length)
}
