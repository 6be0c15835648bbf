import { leadSubject } from '@kerbside/schema/audit/audit'
import { recordErasures } from '@kerbside/schema/erasures/erasure.model'
import { AppError } from '@kerbside/schema/errors'
import { leadSubmitted } from '@kerbside/schema/events/event.jobs'
import type { Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { removeFilesOrLeave } from '@kerbside/schema/file-store.model'
import { beyondTime, readCursor, toCursor } from '@kerbside/schema/list-cursor.model'
import { ListLimit, readPageInput, toListPage, type ListPage } from '@kerbside/schema/lists'
import { maximumPhotos, maximumStaffPhotos } from '@kerbside/schema/photos/photo'
import { erasePhotosOf } from '@kerbside/schema/photos/photo.model'
import type { HoldReason } from '@kerbside/schema/quotes/quote'
import { HeldQuoteModel, type HeldQuoteRecord } from '@kerbside/schema/quotes/held-quote.model'
import { isRepeat } from '@kerbside/schema/submission/lead-of-quote.model'
import { decideReleased } from '@kerbside/schema/submission/submission.model'
import { driverCollection, inTransaction } from '@kerbside/schema/transaction.model'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { leadNumber } from '../leads/leads.service.ts'

const ListInput = z.strictObject({ first: ListLimit.nullish(), after: z.string().nullish() })

/** A quote that staff have to decide about; `lead` is what it becomes when it is released. */
export type HeldQuote = { id: number; reason: HoldReason; receivedAt: Date; lead: Lead }

const undecided = { discardedAt: null }

/** The held quotes that wait for a decision, newest first. */
export async function listHeldQuotes(ctx: Context, input: unknown): Promise<ListPage<HeldQuote>> {
  requireCan(ctx.viewer, 'held-quote:decide')
  const bounds = readPageInput(parse(ListInput, input))
  const found = await HeldQuoteModel.find({ $and: [undecided, bounds.after ? olderThan(bounds.after) : {}] })
    .sort({ createdAt: -1, _id: -1 })
    .limit(bounds.size + 1)
    .lean()
  return toListPage(found.map(toHeldQuote), bounds, () => HeldQuoteModel.countDocuments(undecided).exec())
}

const toHeldQuote = ({ _id, reason, createdAt, lead }: HeldQuoteRecord): HeldQuote => ({
  id: _id,
  reason,
  receivedAt: createdAt,
  lead: toLead(lead as LeadRecord),
})

export const heldCursorOf = ({ receivedAt, id }: HeldQuote) => toCursor('held', receivedAt.getTime(), id)

/** The quotes after a cursor. */
function olderThan(cursor: string) {
  const [time, id] = readCursor('held', /^(\d{1,15}) (\d{1,15})$/, cursor, 'after')
  return beyondTime('createdAt', '$lt', new Date(Number(time)), Number(id))
}

/**
 * Makes the lead that a first receipt would have made, with the time it was received. Lead and held quote change in one
 * transaction, so a lead is made once, whoever else releases or discards it at the same time. An event that cannot be
 * published stays in the lead's outbox, where the worker's relay finds it.
 */
export async function releaseHeldQuote(ctx: Context, id: string): Promise<Lead> {
  requireCan(ctx.viewer, 'held-quote:decide')
  const number = leadNumber(id)
  if (number === null) throw notHeld()
  const lead = await moveToLeads(ctx, number)
  if (lead === null) return releasedBefore(number)
  for (const event of lead.outbox) ctx.publishEvent(lead._id, event)
  return toLead(lead)
}

/** Null when there is nothing to move: it was released or discarded, or its time was over. */
async function moveToLeads(ctx: Context, id: number): Promise<LeadRecord | null> {
  const before = await HeldQuoteModel.findOne({ _id: id, ...undecided }).lean()
  if (before === null) return null
  try {
    return await inTransaction(async (session) => {
      const held = await HeldQuoteModel.findOneAndDelete({ _id: id, ...undecided }, { session }).lean()
      if (held === null) return null
      const now = ctx.now()
      const lead = { ...(held.lead as LeadRecord), outbox: [leadSubmitted(id, now)], updatedAt: now }
      await decideReleased(lead.submissionId, now, session)
      await driverCollection(LeadModel).insertOne(lead, { session })
      await recordAudit(ctx, { action: 'held-quote.released', subject: leadSubject(id, lead.reference) }, session)
      return lead
    })
  } catch (error) {
    if (!isRepeat(error)) throw error
    return joinWithLead(ctx, before)
  }
}

/** The same submission is a lead already, of a time when it could be both: that lead counts, and gets the photos. */
async function joinWithLead(ctx: Context, before: HeldQuoteRecord): Promise<LeadRecord> {
  return inTransaction(async (session) => {
    const lead = await LeadModel.findOne({ submissionId: before.submissionId }, null, { session }).lean().orFail()
    const change = { $set: { lead: blankOf(before), discardedAt: ctx.now(), releasedAs: lead._id } }
    const held = await HeldQuoteModel.findOneAndUpdate({ _id: before._id, ...undecided }, change, { session }).lean()
    if (held !== null) {
      const known = new Set(lead.photos?.map(({ id }) => id))
      const photos = ((held.lead as LeadRecord).photos ?? []).filter(({ id }) => !known.has(id))
      const added = { $push: { photos: { $each: photos, $slice: maximumPhotos + maximumStaffPhotos } } }
      if (photos.length > 0) await LeadModel.updateOne({ _id: lead._id, erasedAt: null }, added, { session })
      await recordAudit(ctx, { action: 'held-quote.released', subject: leadSubject(lead._id, lead.reference) }, session)
    }
    return { ...lead, outbox: [] }
  })
}

/** It was released already, by a colleague or by the same request before its response got lost. */
async function releasedBefore(id: number): Promise<Lead> {
  const lead = await LeadModel.findById(id).lean()
  if (lead !== null) return toLead(lead)
  const held = await HeldQuoteModel.findById(id).lean()
  if (held === null) throw notHeld()
  const other = held.releasedAs === undefined ? null : await LeadModel.findById(held.releasedAs).lean()
  if (other === null) throw new AppError('CONFLICT', 'This quote was discarded.')
  return toLead(other)
}

/** What a repeat of the submission needs for its answer. */
function blankOf({ lead }: HeldQuoteRecord) {
  const { _id, reference, createdAt, requestDigest } = lead as LeadRecord
  return { _id, reference, createdAt, requestDigest }
}

const notHeld = () => new AppError('NOT_FOUND', 'The held quote could not be found.')

/**
 * Deletes the answers of a held quote. Its reference and the digest of its answers stay until it expires, so that a
 * repeat of the submission is still answered like success and makes no lead.
 */
export async function discardHeldQuote(ctx: Context, id: string): Promise<boolean> {
  requireCan(ctx.viewer, 'held-quote:decide')
  const number = leadNumber(id)
  const held = number === null ? null : await HeldQuoteModel.findById(number).lean()
  if (held === null) return notDiscarded(number)
  if (held.releasedAs !== undefined) throw isLead()
  if (held.discardedAt) return true
  const blank = blankOf(held)
  const change = { $set: { lead: blank, discardedAt: ctx.now() } }
  const photos = await inTransaction(async (session) => {
    const before = await HeldQuoteModel.findOneAndUpdate({ _id: held._id, ...undecided }, change, { session }).lean()
    if (before === null) return null
    // One of them sent again is answered like before.
    const sent = (before.lead as LeadRecord).photos ?? []
    const known = sent.map((photo) => ({ id: photo.id, at: photo.at }))
    await HeldQuoteModel.updateOne({ _id: held._id }, { $set: { 'lead.photos': known } }, { session })
    await recordErasures('held-quote', [held._id], ctx.now(), session)
    const subject = { kind: 'held-quote' as const, id: String(blank._id), label: blank.reference }
    await recordAudit(ctx, { action: 'held-quote.discarded', subject }, session)
    return erasePhotosOf([before.lead], ctx.now(), session)
  })
  // A colleague released or discarded it meanwhile.
  if (photos === null) return discardHeldQuote(ctx, id)
  await removeFilesOrLeave({ photos }, ctx.log)
  return true
}

async function notDiscarded(id: number | null): Promise<never> {
  if (id !== null && (await LeadModel.exists({ _id: id }))) throw isLead()
  throw notHeld()
}

const isLead = () => new AppError('CONFLICT', 'This quote was released: it is a lead now.')
