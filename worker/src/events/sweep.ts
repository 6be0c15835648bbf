import type { JobRequest } from '@kerbside/schema/events/event.jobs'
import { exportJob } from '@kerbside/schema/exports/export'
import { LeadExportModel, unfinishedExports } from '@kerbside/schema/exports/export.model'
import { importJob } from '@kerbside/schema/imports/import'
import { LeadImportModel, unfinishedImports } from '@kerbside/schema/imports/import.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { writeEnded } from '@kerbside/schema/leads/write-offers.model'
import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import type { Deps } from '../deps.ts'
import { settleForgottenOffers } from '../deliveries/offer-digest.ts'

/** At most this many records of each kind are read in one pass. */
const batchSize = 500

type SweepDeps = Pick<Deps, 'now' | 'config' | 'reviveAll' | 'metrics'>

/**
 * Finds work, other than that of events (relay.ts), that is not done according to MongoDB and that nobody seems to be doing,
 * and queues it again. All of it is safe to repeat, so several workers may sweep at once.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  const errors: unknown[] = []
  for (const pass of [expireOffers, settleDigests, reviveExports, reviveImports]) {
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

async function revive({ reviveAll, metrics }: SweepDeps, what: string, requests: readonly JobRequest[]): Promise<void> {
  if (requests.length === 0) return
  await reviveAll(requests)
  metrics.revived.inc({ what }, requests.length)
}
