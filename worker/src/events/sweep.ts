import {
  jobOf,
  leadReopened,
  leadSubmitted,
  offerDecided,
  offersChanged,
  quoteSent,
  readEvent,
  type JobRequest,
} from '@kerbside/schema/events/event.jobs'
import { retryFailed } from '@kerbside/schema/events/event.queue'
import { exportJob } from '@kerbside/schema/exports/export'
import { LeadExportModel, unfinishedExports } from '@kerbside/schema/exports/export.model'
import { importJob } from '@kerbside/schema/imports/import'
import { LeadImportModel, unfinishedImports } from '@kerbside/schema/imports/import.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { writeEnded } from '@kerbside/schema/offers/write-offers.model'
import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import type { Deps } from '../deps.ts'
import { settleForgottenOffers } from '../deliveries/offer-digest.ts'

/** At most this many records of each kind are read in one pass. */
const batchSize = 500

type SweepDeps = Pick<Deps, 'now' | 'config' | 'redis' | 'queues' | 'reviveAll' | 'metrics'>

/**
 * Finds work that is not done according to MongoDB and that nobody seems to be doing, and queues it again. All of it is
 * safe to repeat, so several workers may sweep at once.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  const errors: unknown[] = []
  for (const pass of [
    expireOffers,
    settleDigests,
    reviveLeads,
    reviveFailedJobs,
    reviveReopened,
    reviveQuotes,
    reviveDecisions,
    reviveExports,
    reviveImports,
  ]) {
    try {
      await pass(deps)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      errors.push(error) // an error in one kind of work must not stop the others
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** Closes offers that nobody decided in time, so that their place goes to the next firm. */
async function expireOffers({ now, metrics }: SweepDeps): Promise<void> {
  const at = now()
  const leads = await LeadModel.find(
    // The first two conditions use the index; the third demands that both hold for the same offer.
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
      if (await writeEnded('time runs out', { leadId, contractorId, at })) metrics.revived.inc({ what: 'offer' })
    }
  }
}

/** Stores of offers that their digest is out. */
async function settleDigests(deps: SweepDeps): Promise<void> {
  const settled = await settleForgottenOffers(cutoff(deps), batchSize)
  if (settled > 0) deps.metrics.revived.inc({ what: 'digest' }, settled)
}

const cutoff = ({ now, config }: SweepDeps) => new Date(now().getTime() - config.SWEEP_AFTER_SECONDS * 1_000)

/** Leads whose matching was never finished. */
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

/** Retries jobs about leads that used up their tries: the cause may be gone by now. */
async function reviveFailedJobs(deps: SweepDeps): Promise<void> {
  if (deps.redis.status !== 'ready') return // a read would wait for Redis and block the other passes
  const failed = await deps.queues.leads.getJobs(['failed'], 0, batchSize - 1, true)
  const before = cutoff(deps).getTime()
  for (const job of failed) {
    if ((job.finishedOn ?? 0) > before) continue
    if (await retryFailed(job)) deps.metrics.revived.inc({ what: 'job' })
  }
}

/** Leads that were lost, are open again, and whose free places nobody has offered yet. */
async function reviveReopened(deps: SweepDeps): Promise<void> {
  const leads = LeadModel.find({ placesDueSince: { $lte: cutoff(deps) } }, 'placesDueSince').lean()
  await reviveEach(deps, 'reopened', leads.cursor({ batchSize }), ({ _id, placesDueSince }) =>
    placesDueSince ? [jobOf(_id, leadReopened(_id, placesDueSince))] : [],
  )
}

/** Quotes that staff have sent and that have no email yet. */
async function reviveQuotes(deps: SweepDeps): Promise<void> {
  const leads = LeadModel.find({ quotesDueSince: { $lte: cutoff(deps) } }, 'quotesDueSince').lean()
  await reviveEach(deps, 'quote', leads.cursor({ batchSize }), ({ _id, quotesDueSince }) =>
    quotesDueSince ? [jobOf(_id, quoteSent(_id, quotesDueSince))] : [],
  )
}

/** Offers with a pending event, whose acknowledged job Redis has lost. */
async function reviveDecisions(deps: SweepDeps): Promise<void> {
  const before = cutoff(deps)
  const leads = LeadModel.find({ 'offers.pendingEvent.at': { $lte: before } }, 'offers').lean()
  await reviveEach(deps, 'decision', leads.cursor({ batchSize }), ({ _id, offers }) =>
    offers.flatMap(({ contractorId, pendingEvent }) => {
      if (!pendingEvent || pendingEvent.at > before) return []
      const { type, at } = pendingEvent
      const isDecision = type === 'offer.accepted' || type === 'offer.declined'
      const event = isDecision ? offerDecided(type, _id, contractorId, at) : offersChanged(type, _id, at)
      // Null when another version has written an event that this one does not know.
      return readEvent(_id, event) ?? []
    }),
  )
}

const forgotten = (deps: SweepDeps) => ({ updatedAt: { $lte: cutoff(deps) }, expiresAt: { $gt: deps.now() } })

/** Files of leads that were asked for and that nobody writes. */
async function reviveExports(deps: SweepDeps): Promise<void> {
  const waiting = { ...unfinishedExports, ...forgotten(deps) }
  const found = await LeadExportModel.find(waiting, '_id').limit(batchSize).lean()
  await revive(
    deps,
    'export',
    found.map(({ _id }) => exportJob(String(_id))),
  )
}

/** Files of leads that nobody works through. */
async function reviveImports(deps: SweepDeps): Promise<void> {
  const found = await LeadImportModel.find({ ...unfinishedImports, ...forgotten(deps) }, 'round')
    .limit(batchSize)
    .lean()
  await revive(
    deps,
    'import',
    found.map(({ _id, round }) => importJob(String(_id), round)),
  )
}

/** Revives all records, one batch at a time. */
async function reviveEach<T>(
  deps: SweepDeps,
  what: string,
  records: AsyncIterable<T>,
  requestsOf: (record: T) => JobRequest[],
): Promise<void> {
  let requests: JobRequest[] = []
  for await (const record of records) {
    requests.push(...requestsOf(record))
    if (requests.length < batchSize) continue
    await revive(deps, what, requests)
    requests = []
  }
  await revive(deps, what, requests)
}

async function revive({ reviveAll, metrics }: SweepDeps, what: string, requests: readonly JobRequest[]): Promise<void> {
  if (requests.length === 0) return
  await reviveAll(requests)
  metrics.revived.inc({ what }, requests.length)
}
