import { doneIn, withSkipped } from '@kerbside/schema/bulk-changes/bulk-change'
import {
  BulkChangeModel,
  BulkLeadsModel,
  type BulkChangeRecord,
  type ListedLead,
} from '@kerbside/schema/bulk-changes/bulk-change.model'
import { AppError, invalid, type ErrorCode } from '@kerbside/schema/errors'
import { readAllLeads } from '@kerbside/schema/leads/list/find-leads.model'
import { referenceOf } from '@kerbside/schema/leads/lead-id.model'
import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import { findPermitted } from '@kerbside/schema/users/user.model'
import type { ClientSession, UpdateQuery } from 'mongoose'
import type { Context, Deps } from '../deps.ts'
import { bugMessage, toAppError } from '../http/errors.ts'
import { changeLead } from '../leads/change-lead.ts'
import { deleteLead } from '../leads/leads.service.ts'
import { sendFollowUp } from '../leads/send-follow-up.ts'
import type { SeenLead } from '../leads/write-lead.ts'
import { permissionFor } from './bulk-changes.service.ts'

/** Milliseconds after its last sign of life that a change is taken over from a process that is gone. */
const leaseMs = 30_000
/** In one document, which MongoDB limits to 16 MB: each takes some fifty bytes. */
const maximumLeads = 50_000
const tooManyText = `More than ${maximumLeads.toLocaleString('en-GB')} leads match. Narrow the filter.`

/** Milliseconds between two looks for work. */
const pauseMs = 1_000

/** Its person has stopped the change, or another process has taken it over. */
class BulkChangeLost extends Error {
  override name = 'BulkChangeLost'
}

/**
 * Works on changes of many leads until it is closed: on a new one at once, beside those under way, and on what another
 * process has left behind. `close` leaves those under way to the next process.
 */
export function startBulkChanges(deps: Deps) {
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  const work = () => {
    const run = runBulkChanges(deps, closing.signal)
      .catch((error: unknown) => {
        // Whoever asks for health or a page hears of an outage already.
        if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'changes of many leads cannot be worked on')
      })
      .finally(() => underWay.delete(run))
    underWay.add(run)
  }
  deps.bulkChanges.wake = work
  const timer = setInterval(() => {
    if (underWay.size === 0) work()
  }, pauseMs)
  return {
    close: async () => {
      deps.bulkChanges.wake = () => {}
      clearInterval(timer)
      closing.abort()
      await Promise.all(underWay)
    },
  }
}

/** Works on whatever change nobody works on, one after the other, until none is left. */
export async function runBulkChanges(deps: Deps, signal?: AbortSignal): Promise<void> {
  for (let record = await claim(deps); record; record = signal?.aborted ? null : await claim(deps)) {
    await run(deps, record, signal)
  }
}

const leaseFrom = (at: Date) => new Date(at.getTime() + leaseMs)

function claim({ now, newId }: Deps): Promise<BulkChangeRecord | null> {
  const at = now()
  return BulkChangeModel.findOneAndUpdate(
    { leaseUntil: { $lte: at } },
    { state: 'running', runner: newId(), leaseUntil: leaseFrom(at) },
    { sort: { leaseUntil: 1 }, returnDocument: 'after' },
  ).lean<BulkChangeRecord | null>()
}

async function run(deps: Deps, claimed: BulkChangeRecord, signal?: AbortSignal): Promise<void> {
  const { _id: bulkChangeId } = claimed
  const over = { $unset: { leaseUntil: 1 } }
  try {
    const leads = await listedLeads(deps, claimed)
    let record = await save(deps, claimed, { total: leads.length })
    for (const lead of leads.slice(doneIn(record))) {
      if (signal?.aborted) break
      record = await changeOne(await contextFor(deps, record), record, lead)
    }
    const isDone = doneIn(record) >= leads.length
    await save(deps, record, isDone ? { state: 'done', ...over } : { leaseUntil: deps.now() })
    if (isDone) deps.log.info({ bulkChangeId, changed: record.changed }, 'many leads changed')
  } catch (error) {
    // Without the database the lease runs out, and the change goes on where it is.
    if (error instanceof BulkChangeLost || isDatabaseAway(error)) return
    deps.log.error({ err: error, bulkChangeId }, 'change of many leads failed')
    const text = toAppError(error)?.message ?? bugMessage
    await BulkChangeModel.updateOne(heldBy(claimed), { state: 'failed', error: text, ...over })
  }
}

const heldBy = ({ _id, runner }: BulkChangeRecord) => ({ _id, runner, state: 'running' as const })

/** Writes how far it is, as long as this process holds the change; with a session only together with what was done. */
async function save(
  { now }: Pick<Deps, 'now'>,
  record: BulkChangeRecord,
  change: UpdateQuery<BulkChangeRecord>,
  session?: ClientSession,
): Promise<BulkChangeRecord> {
  const lease = change['$unset'] ? {} : { leaseUntil: leaseFrom(now()) }
  const saved = await BulkChangeModel.findOneAndUpdate(
    heldBy(record),
    { ...lease, ...change },
    { returnDocument: 'after', ...(session && { session }) },
  ).lean<BulkChangeRecord | null>()
  if (!saved) throw new BulkChangeLost()
  return saved
}

/**
 * The leads that it is for, stored when it begins: later ones, and those that a colleague moves into the filter, are not
 * among them.
 */
async function listedLeads(deps: Deps, record: BulkChangeRecord): Promise<ListedLead[]> {
  const { _id, selected, filter, createdAt, expiresAt } = record
  if (selected) return selected
  const stored = await BulkLeadsModel.findById(_id).lean()
  if (stored) return stored.leads
  const leads: ListedLead[] = []
  const { parts } = await readAllLeads(filter, createdAt)
  for await (const part of parts) {
    leads.push(...part.map(({ id, version }) => ({ id, version })))
    if (leads.length > maximumLeads) throw invalid('filter', tooManyText)
    await save(deps, record, {})
  }
  const inserted = { $setOnInsert: { leads, expiresAt } }
  return (
    await BulkLeadsModel.findByIdAndUpdate(_id, inserted, { upsert: true, returnDocument: 'after' }).lean().orFail()
  ).leads
}

/** With the permission of the person who asked as it is now. */
async function contextFor(deps: Deps, { _id, requestedBy: { id }, action }: BulkChangeRecord): Promise<Context> {
  const user = await findPermitted(id, permissionFor(action.kind), deps.settings())
  if (!user) throw new AppError('FORBIDDEN', 'The person who asked for this may not do it any more.')
  const { name, email, role } = user
  // Nobody's request: it belongs to no session and comes from no address.
  const viewer = { id, name, email, role, sessionId: '' }
  return { ...deps, viewer, client: { address: '', requestId: `bulk-${_id}` } }
}

/** A lead's change and its place in the report are one transaction, so that it is changed and counted once. */
async function changeOne(ctx: Context, record: BulkChangeRecord, lead: ListedLead): Promise<BulkChangeRecord> {
  const id = String(lead.id)
  const result: { saved?: BulkChangeRecord } = {}
  const alongside = async (session: ClientSession) => {
    result.saved = await save(ctx, record, { changed: record.changed + 1 }, session)
  }
  try {
    await change(ctx, record, { id, version: lead.version, alongside })
  } catch (error) {
    const skipped = withSkipped(record.skipped, skipMessage(error), { id, reference: referenceOf(lead.id) })
    return save(ctx, record, { skipped })
  }
  return result.saved ?? save(ctx, record, { unchanged: record.unchanged + 1 })
}

const errorsOfOneLead: readonly ErrorCode[] = ['NOT_FOUND', 'INVALID', 'CONFLICT']

/** Why a lead is left out. An error that is not about this lead ends the whole change. */
function skipMessage(error: unknown): string {
  if (!(error instanceof AppError) || !errorsOfOneLead.includes(error.code)) throw error
  return Object.values(error.fields ?? {}).flat()[0] ?? error.message
}

function change(ctx: Context, { _id, action }: BulkChangeRecord, seen: SeenLead): Promise<unknown> {
  const { id, version, alongside } = seen
  switch (action.kind) {
    case 'assign':
      return changeLead(ctx, id, { assignedTo: action.assignedTo?.id ?? null, version }, alongside)
    case 'status':
      return changeLead(ctx, id, { status: action.status, note: action.note, version }, alongside)
    case 'follow-up':
      return changeLead(ctx, id, { followUpAt: action.followUpAt, version }, alongside)
    case 'message':
      return sendFollowUp(ctx, seen, { followUpId: _id, text: action.message })
    case 'delete':
      return deleteLead(ctx, id, alongside)
  }
}
