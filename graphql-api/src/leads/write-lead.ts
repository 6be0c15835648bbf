import { deliveryId, userEmailId } from '@kerbside/schema/deliveries/delivery'
import { storeStaffPushes } from '@kerbside/schema/push/store-pushes.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { staffEmailsOf, type StaffEmail } from '@kerbside/schema/leads/staff-email'
import { AppError } from '@kerbside/schema/errors'
import { leadReopened, type OutboxEvent } from '@kerbside/schema/events/event.jobs'
import { firmsWaiting, type LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { isDoubt, type FirmReport } from '@kerbside/schema/offers/job-outcome'
import { followUpsOf, formerContact, isOpenToFirms, type Lead, type LeadActivity } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { writeAndRead, type LeadWrite } from '@kerbside/schema/leads/write-lead.model'
import { addEstimate } from '@kerbside/schema/leads/write-estimates.model'
import { addOutcome, endOffers } from '@kerbside/schema/leads/write-offers.model'
import type { Photo } from '@kerbside/schema/photos/photo'
import { requireCan } from '@kerbside/schema/users/user'
import type { ClientSession } from 'mongoose'
import { recordAudit, type Audited } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { sendStoredEmail, storeEmail, type StoredEmail } from '../events/stored-email.ts'
import { leadChanged } from './lead-audit.ts'
import { leadNotFound, leadNumber, type Alongside } from './leads.service.ts'

const stale = () => new AppError('CONFLICT', 'A colleague has just changed this lead. Reload it and try again.')

/**
 * Without a version the last change wins; it is still made on what the lead holds at that moment. Of changes at the same
 * moment one gets through each time, so as many colleagues at once are served.
 */
const tries = 25

/** What a change does to the lead as it is at the moment of the write. */
type Effect = {
  set: Partial<LeadRecord>
  activity: readonly LeadActivity[]
  /** What happened, beside the events that follow for offers. */
  event?: OutboxEvent
  report?: FirmReport | undefined
  /** Added to those that the lead has at the moment of the write. */
  photo?: Photo
  /** The id of a photo that is taken from them. */
  removedPhoto?: string
  /** A price that is added to the lead's own; what it says is stored alongside. */
  estimate?: LeadEstimate
  /** What the audit trail says of it, where that is more than that the lead was changed. */
  audited?: Pick<Audited, 'action' | 'details' | 'by'>
  /** What the change itself has emailed, beside what its activity and report cause. */
  emails?: readonly StoredEmail[]
}

export type SeenLead = {
  id: string
  version: number | null | undefined
  /** Not called for a lead that stays as it is. */
  alongside?: Alongside
}

/** A change by staff. */
export async function writeLead(
  ctx: Context,
  seen: SeenLead,
  effectOn: (lead: Lead) => Effect | Promise<Effect>,
): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  return guardedWrite(ctx, seen, effectOn)
}

/**
 * The guarded write: `effectOn` is asked again when somebody else was quicker. Without any effect nothing is written. Whoever
 * calls this has checked the permission: that of the viewer, or a signed link.
 */
export async function guardedWrite(
  ctx: Context,
  { id, version, alongside }: SeenLead,
  effectOn: (lead: Lead) => Effect | Promise<Effect>,
): Promise<Lead> {
  const number = leadNumber(id)
  for (let attempt = 0; attempt < tries; attempt++) {
    const record = number === null ? null : await LeadModel.findById(number).lean()
    if (!record) throw leadNotFound()
    if (record.erasedAt)
      throw new AppError('CONFLICT', 'The homeowner has had their details erased. This lead stays as it is.')
    const effect = await effectOn(toLead(record))
    const isNothing = Object.keys(effect.set).length === 0 && effect.activity.length === 0
    if (isNothing && !effect.report && !effect.estimate) return toLead(record)
    if (version && version !== record.version) throw stale()
    const changed = await writeChange(ctx, record, { ...effect, alongside })
    if (changed) return toLead(changed)
  }
  throw stale()
}

/**
 * Null when somebody else was quicker. What the move means for the lead's offers is part of the one write; the emails and
 * notifications to colleagues are stored with it or not at all.
 */
async function writeChange(
  ctx: Context,
  before: LeadRecord,
  {
    set,
    activity,
    event,
    report,
    photo,
    removedPhoto,
    estimate,
    emails: own = [],
    audited: more,
    alongside,
  }: Effect & Pick<SeenLead, 'alongside'>,
): Promise<LeadRecord | null> {
  const at = ctx.now()
  const { event: offersEvent, offers, arrayFilters = [] } = effectOnOffers(before, { ...before, ...set }, at)
  const outcome = report && addOutcome(report)
  const added = estimate && addEstimate(estimate)
  const events = [event, offersEvent].filter((each) => each !== undefined)
  const change: LeadWrite = {
    leadId: before._id,
    at,
    guard: { ...added?.guard, version: before.version },
    set: { ...set, ...offers },
    inc: { version: 1 },
    push: {
      ...(activity.length > 0 && { activity: { $each: [...activity] } }),
      ...(photo && { photos: photo }),
      ...formerContact(before, set),
      ...outcome?.push,
      ...added?.push,
    },
    ...(removedPhoto && { pull: { photos: { id: removedPhoto } } }),
    arrayFilters: [...arrayFilters, ...(outcome?.arrayFilters ?? [])],
    events,
  }
  const toStaff = staffEmailsAfter(before, activity)
  const emails = [
    ...own,
    ...emailsOf(before, activity, toStaff),
    ...(report ? emailsAfterReport(before, report) : []),
    ...(set.status === 'lost' && before.status !== 'lost' ? emailsOfClosing(before, at) : []),
  ]
  const audited = { ...leadChanged(before, { set, activity, report }), ...more }
  const isTransaction = emails.length > 0 || alongside !== undefined
  const writeAll = async (session: ClientSession) => {
    const lead = await writeAndRead(change, session)
    if (!lead) return null
    for (const email of emails) await storeEmail(ctx, email, session)
    await storeStaffPushes(before._id, toStaff, at, session)
    await alongside?.(session)
    await recordAudit(ctx, audited, session)
    return lead
  }
  const changed = isTransaction ? await inTransaction(writeAll) : await writeAndRead(change)
  if (!changed) return null
  if (!isTransaction) await recordAudit(ctx, audited)
  for (const each of events) ctx.publishEvent(before._id, each)
  await Promise.all(emails.map((email) => sendStoredEmail(ctx, email)))
  return changed
}

/** Which colleagues are told of new entries of the activity. */
const staffEmailsAfter = ({ _id: id, activity: earlier = [] }: LeadRecord, activity: readonly LeadActivity[]) =>
  staffEmailsOf({ id, activity: [...earlier, ...activity] }, earlier.length)

/** The emails that new entries of the activity cause: to colleagues, and to the homeowner. */
function emailsOf(
  { _id: leadId }: LeadRecord,
  activity: readonly LeadActivity[],
  toStaff: readonly StaffEmail[],
): StoredEmail[] {
  const followUps = followUpsOf({ activity: [...activity] })
  return [
    ...toStaff.map(({ userId, kind, about }) => ({ _id: userEmailId(userId, kind, about), kind, leadId, userId })),
    ...followUps.map(({ followUpId }) => {
      const kind = 'follow-up' as const
      return { _id: deliveryId(leadId, kind, followUpId), kind, leadId }
    }),
  ]
}

/** A firm that doubts the request makes us ask its homeowner, once for a lead. */
function emailsAfterReport(
  { _id: leadId, email, sharingStoppedAt }: LeadRecord,
  { outcome }: FirmReport,
): StoredEmail[] {
  const kind = 'check-request' as const
  return isDoubt(outcome) && email && !sharingStoppedAt ? [{ _id: deliveryId(leadId, kind), kind, leadId }] : []
}

/** Milliseconds for which nobody is told that a request is closed: it may be undone, or reopened straight away. */
const closingWaitsMs = 300_000

/** A lost lead's quotes stay as they are. Who waits is told: contractors with an open quote, and the homeowner. */
function emailsOfClosing({ _id: leadId, email, sharingStoppedAt, ...lead }: LeadRecord, at: Date): StoredEmail[] {
  const firms = sharingStoppedAt ? [] : firmsWaiting(lead, at)
  if (firms.length === 0) return []
  const [toHomeowner, toFirm] = ['request-closed', 'request-closed-notice'] as const
  const about = { leadId, notBefore: new Date(at.getTime() + closingWaitsMs) }
  const moment = String(at.getTime())
  return [
    ...(email ? [{ ...about, _id: deliveryId(leadId, toHomeowner, moment), kind: toHomeowner }] : []),
    ...firms.map((contractorId) => {
      return { ...about, _id: deliveryId(leadId, toFirm, `${contractorId}-${moment}`), kind: toFirm, contractorId }
    }),
  ]
}

type EffectOnOffers = {
  event?: OutboxEvent
  offers?: Record<string, unknown>
  arrayFilters?: LeadWrite['arrayFilters']
}

/** Lost or converted: what is on offer is withdrawn. Back from lost: the free places are offered again. */
function effectOnOffers(before: LeadRecord, after: LeadRecord, at: Date): EffectOnOffers {
  if (isOpenToFirms(before) && !isOpenToFirms(after)) {
    const { event, set, arrayFilters } = endOffers('lead is closed', before._id, at)
    return { event, offers: set, arrayFilters }
  }
  if (before.status === 'lost' && isOpenToFirms(after)) {
    return { event: leadReopened(before._id, at) }
  }
  return {}
}
