import { AppError, invalid } from '@kerbside/schema/errors'
import { leadReopened, offersChanged, type OutboxEvent } from '@kerbside/schema/events/event.jobs'
import {
  canMove,
  contactKinds,
  isOpenToFirms,
  leadStatuses,
  maximumNotes,
  type Lead,
  type LeadActivity,
  type StatusChange,
} from '@kerbside/schema/leads/lead'
import { indexLeads } from '@kerbside/schema/leads/lead-search.model'
import { LeadModel, toLead, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import type { WithdrawalReason } from '@kerbside/schema/leads/offer'
import { requireCan, type Viewer } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import mongoose, { type ClientSession, type QueryOptions } from 'mongoose'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { checkAll } from '../http/errors.ts'
import { findAssignee } from '../users/users.service.ts'
import { correctAnswers } from './correct-answers.ts'
import { leadNotFound, leadNumber } from './leads.service.ts'

const note = z.string().trim().max(2_000, 'Write 2,000 characters at most').nullish()

export const LeadChange = z.strictObject({
  status: z.enum(leadStatuses, 'This is not a status').nullish(),
  /** Stored with the move; for a lost lead it is the reason too. */
  note,
  lostReason: note,
  /** A note for colleagues. */
  text: z.string('Write a note').trim().min(1, 'Write a note').max(2_000, 'Write 2,000 characters at most').optional(),
  /** A user's id; null takes the lead from whoever has it. */
  assignedTo: z.string('Give a user’s id or null').nullable().optional(),
  followUpAt: z
    .union(
      [
        z.date(),
        z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
        z.iso.date().transform((text) => new Date(text)),
      ],
      'Give a date, like 2026-11-30T12:00:00Z, or null',
    )
    .nullable()
    .optional(),
  /** How the person contacted the homeowner. */
  contact: z.enum(contactKinds, 'This is no way to contact anybody').optional(),
  /** Corrections by column or by the form's own name. */
  answers: z.record(z.string(), z.unknown()).optional(),
  /** Of the lead that the change is based on; with another one it is rejected as stale. */
  version: z.number('Give the number of the version').int().nullish(),
})
export type LeadChange = z.input<typeof LeadChange>
type Parsed = z.output<typeof LeadChange>

const stale = () => new AppError('CONFLICT', 'A colleague has just changed this lead. Reload it and try again.')

/**
 * Without a version the last change wins; it is still made on what the lead holds at that moment. Of changes at the same
 * moment one gets through each time, so as many colleagues at once are served.
 */
const tries = 25

/** A person's change of a lead: all of it or nothing of it. */
export async function changeLead(ctx: Context, id: string, input: unknown): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  const change = parse(LeadChange, input)
  return writeLead(ctx, { id, version: change.version }, async (lead) => {
    const set = await changesTo(ctx, lead, change)
    return { set, activity: recorded(ctx, lead, change, set) }
  })
}

/** What a change does to the lead as it is at the moment of the write. */
type Effect = {
  set: Partial<LeadRecord>
  activity: readonly LeadActivity[]
  /** Of the change itself, beside what it means for offers. */
  event?: OutboxEvent
}

type Seen = { id: string; version: number | null | undefined }

/** The guarded write: `effectOn` is asked again when a colleague was quicker. Without any effect nothing is written. */
export async function writeLead(
  ctx: Context,
  { id, version }: Seen,
  effectOn: (lead: Lead) => Effect | Promise<Effect>,
): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  const number = leadNumber(id)
  for (let attempt = 0; attempt < tries; attempt++) {
    const record = number === null ? null : await LeadModel.findById(number).lean()
    if (!record) throw leadNotFound()
    const effect = await effectOn(toLead(record))
    if (Object.keys(effect.set).length === 0 && effect.activity.length === 0) return toLead(record)
    if (version && version !== record.version) throw stale()
    const changed = await writeChange(ctx, record, effect)
    if (changed) return toLead(changed)
  }
  throw stale()
}

/** Null when somebody else was quicker. What the move means for the lead's offers is part of the one write. */
async function writeChange(
  ctx: Context,
  before: LeadRecord,
  { set, activity, event }: Effect,
): Promise<LeadRecord | null> {
  const at = ctx.now()
  const { event: offersEvent, offers, arrayFilters } = effectOnOffers(before, { ...before, ...set }, at)
  const events = [event, offersEvent].filter((each) => each !== undefined)
  const write = (options: QueryOptions) =>
    LeadModel.findOneAndUpdate(
      { _id: before._id, version: before.version },
      {
        $set: { ...set, ...offers, updatedAt: at },
        $inc: { version: 1 },
        $push: {
          ...(events.length > 0 && { outbox: { $each: events } }),
          ...(activity.length > 0 && { activity: { $each: [...activity] } }),
        },
      },
      { returnDocument: 'after', ...(arrayFilters && { arrayFilters }), ...options },
    ).lean<LeadRecord | null>()
  const isFoundElsewhere = set.searchText !== undefined && set.searchText !== before.searchText
  const changed = isFoundElsewhere
    ? await withSearch(write)
    : await write(events.length > 0 ? { writeConcern: { w: 'majority' } } : {})
  if (changed) for (const each of events) ctx.publishEvent(before._id, each)
  return changed
}

/** The lead and what it is found by change together. One that the worker has not finished is not indexed yet. */
function withSearch(write: (options: QueryOptions) => PromiseLike<LeadRecord | null>): Promise<LeadRecord | null> {
  const change = async (session: ClientSession) => {
    const lead = await write({ session })
    if (lead && lead.dispatchedAt !== null) await indexLeads([lead], session)
    return lead
  }
  return mongoose.connection.transaction(change, { writeConcern: { w: 'majority' } })
}

type EffectOnOffers = {
  event?: OutboxEvent
  offers?: Record<string, unknown>
  arrayFilters?: Record<string, unknown>[]
}

/** Lost or converted: what is on offer is withdrawn. Back from lost: the free places are offered again. */
function effectOnOffers(before: LeadRecord, after: LeadRecord, at: Date): EffectOnOffers {
  if (isOpenToFirms(before) && !isOpenToFirms(after)) {
    const event = offersChanged('offer.withdrawn', before._id, at)
    return { event, ...withdrawOpenOffers('lead-closed', at) }
  }
  if (before.status === 'lost' && isOpenToFirms(after)) {
    return { event: leadReopened(before._id, at), offers: { placesDueSince: at } }
  }
  return {}
}

/** The part of a write that takes back whatever is on offer, as things are at the moment of the write. */
export function withdrawOpenOffers(withdrawnBecause: WithdrawalReason, at: Date, contractorId?: string) {
  const changes = { state: 'withdrawn', decidedAt: at, withdrawnBecause, pendingEvent: { type: 'offer.withdrawn', at } }
  return {
    offers: Object.fromEntries(Object.entries(changes).map(([name, value]) => [`offers.$[open].${name}`, value])),
    arrayFilters: [{ 'open.state': 'offered', ...(contractorId && { 'open.contractorId': contractorId }) }],
  }
}

/** What the change leaves in the lead's activity. */
function recorded(
  { viewer, now }: Context,
  lead: Lead,
  { text, contact }: Parsed,
  { assignedTo, followUpAt }: Partial<LeadRecord>,
): LeadActivity[] {
  if (!viewer) return []
  const notes = lead.activity?.filter(({ kind }) => kind === 'note') ?? []
  if (text && notes.length >= maximumNotes) throw invalid('text', `A lead has room for ${maximumNotes} notes.`)
  const entry = { at: now(), by: { id: viewer.id, name: viewer.name } }
  return [
    ...(assignedTo === undefined ? [] : [{ ...entry, kind: 'assigned' as const, assignedTo }]),
    ...(followUpAt === undefined ? [] : [{ ...entry, kind: 'follow-up' as const, followUpAt }]),
    ...(contact ? [{ ...entry, kind: contact }] : []),
    ...(text ? [{ ...entry, kind: 'note' as const, text }] : []),
  ]
}

async function changesTo(ctx: Context, lead: Lead, change: Parsed): Promise<Partial<LeadRecord>> {
  const parts = await checkAll(
    () => moved(lead, change, ctx.viewer, ctx.now()),
    () => assigned(lead, change),
    () => correctAnswers(lead, change.answers ?? {}),
  )
  return Object.assign({}, ...parts, followedUp(lead, change), firstContact(ctx, lead, change))
}

/** What a move of status sets; nothing when the lead has that status already. */
export function moved(
  lead: Lead,
  change: Pick<Parsed, 'status' | 'note' | 'lostReason'>,
  viewer: Viewer,
  now: Date,
): Partial<LeadRecord> {
  const to = change.status ?? lead.status
  const reason = change.lostReason ?? (to === 'lost' && to !== lead.status ? change.note : undefined)
  if (change.lostReason && to !== 'lost') throw invalid('lostReason', 'Only a lost lead has a reason.')
  if (to === lead.status) return reason === undefined || reason === lead.lostReason ? {} : { lostReason: reason }
  if (!canMove(lead.status, to)) throw invalid('status', `A ${lead.status} lead cannot become ${to}.`)
  const entry: StatusChange = {
    from: lead.status,
    to,
    at: now,
    by: viewer && { id: viewer.id, name: viewer.name },
    note: change.note ?? change.lostReason ?? null,
  }
  return { status: to, statusHistory: [...lead.statusHistory, entry], lostReason: reason ?? null }
}

function followedUp(lead: Lead, { followUpAt }: Parsed): Partial<LeadRecord> {
  return followUpAt === undefined || followUpAt?.getTime() === lead.followUpAt?.getTime() ? {} : { followUpAt }
}

function firstContact(ctx: Context, lead: Lead, { contact }: Parsed): Partial<LeadRecord> {
  return contact && !lead.contactedAt ? { contactedAt: ctx.now() } : {}
}

async function assigned(lead: Lead, { assignedTo }: Parsed): Promise<Partial<LeadRecord>> {
  if (assignedTo === undefined || assignedTo === (lead.assignedTo?.id ?? null)) return {}
  return { assignedTo: assignedTo === null ? null : await findAssignee(assignedTo) }
}
