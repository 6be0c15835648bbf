import { AppError, type FieldErrors } from '@kerbside/schema/errors'
import type { Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { honeypotName, type HoldReason } from '@kerbside/schema/quotes/quote'
import { HeldQuoteModel, type HeldQuoteRecord } from '@kerbside/schema/quotes/held-quote.model'
import { fieldErrors, invalidMessage } from '@kerbside/schema/validate'
import type { Model } from 'mongoose'
import * as z from 'zod/mini'
import { networkOf } from '../http/client-address.ts'
import type { Context } from '../deps.ts'
import { formOf } from '../pages/pages.service.ts'
import { leadOfQuote, type CheckedQuote } from './lead-of-quote.ts'
import { askedForm } from './quote-form.ts'
import { envelopeName, isSentTooFast, QuoteEnvelope, type Door, type QuoteRequest } from './quote-request.ts'
import { isRepeat, resultOfRepeat, submitted, type FirstRequest } from './repeat.ts'

export type SubmittedQuote = {
  lead: Lead & { submissionId: string }
  /** The submission had arrived before; `lead` is what it became then. */
  duplicate: boolean
}

/**
 * The one way in for a quote, whatever door it came through. Checks it against the form that the homeowner saw, stores
 * the lead and its event in one majority write and hands the event to the worker. The same submission again gives the
 * first result; what looks like spam is kept apart and answered exactly like success.
 */
export async function submitQuote(ctx: Context, request: QuoteRequest): Promise<SubmittedQuote> {
  const { [honeypotName]: honeypot, ...answers } = request.answers
  const quote = await check(ctx, { ...request, answers }, honeypot)
  const lead = leadOfQuote(quote, await ctx.nextLeadId(), quote.envelope.submissionId ?? ctx.newId(), ctx.now())
  const hold = isFilledIn(honeypot) ? 'honeypot' : isTooFast(ctx, request, quote) ? 'too-fast' : null
  const standing = await ctx.limits.countQuote({
    submissionId: lead.submissionId,
    address: networkOf(ctx.client.address),
    contacts: [lead.email, lead.mobile].filter((contact) => contact !== ''),
  })
  if (standing === 'refused') throw tooMany
  if (hold !== null) return holdBack(ctx, lead, hold)
  if (standing === 'accepted') return accept(ctx, lead)
  if (standing === 'held-before') return repeatHeld(ctx, lead)
  return holdBack(ctx, lead, standing)
}

const tooMany = new AppError('RATE_LIMITED', 'Too many requests from your network. Please try again in 10 minutes.', {
  retryAfter: 600,
})

/** Every wrong field at once, under the names of the door. */
async function check(ctx: Context, request: QuoteRequest, honeypot: unknown): Promise<CheckedQuote> {
  const envelope = z.safeParse(QuoteEnvelope, { ...request, attribution: request.attribution ?? {} })
  const { page = '/', formVersion = null } = envelope.data ?? {}
  const form = await formOf(ctx, page ?? '/', formVersion)
  const { asked, schema } = askedForm(form, request.door)
  const answers = z.safeParse(schema, request.answers)
  const fields: FieldErrors = {
    ...(answers.error && fieldErrors(answers.error)),
    ...(envelope.error && underDoorNames(request.door, fieldErrors(envelope.error))),
    ...(typeof honeypot === 'object' && honeypot !== null && { [honeypotName]: ['Must be text'] }),
    ...Object.fromEntries((request.repeated ?? []).map((name) => [name, ['This field is answered twice.']])),
  }
  if (envelope.success && answers.success && Object.keys(fields).length === 0) {
    return { form, asked, values: answers.data, typed: request.answers, envelope: envelope.data }
  }
  const limit = await ctx.limits.countInvalid(networkOf(ctx.client.address))
  throw limit === 'refused' ? tooMany : new AppError('INVALID', invalidMessage, { fields })
}

const underDoorNames = (door: Door, fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([name, texts]) => [envelopeName(door, name), texts]))

const isFilledIn = (honeypot: unknown) => String(honeypot ?? '').trim() !== ''

const isTooFast = (ctx: Context, { shownAt = null }: QuoteRequest, { envelope }: CheckedQuote) =>
  isSentTooFast(envelope.elapsedMs, shownAt, ctx.now())

// Past mongoose: a record is built and typed here, and casting it again would double what a submit costs.
const bare = <T extends object>(model: Model<T>) => model.db.collection<T>(model.collection.collectionName)
const durable = { writeConcern: { w: 'majority', wtimeoutMS: 10_000 } } as const

async function accept(ctx: Context, lead: LeadRecord): Promise<SubmittedQuote> {
  try {
    await bare(LeadModel).insertOne(lead, durable)
  } catch (error) {
    if (!isRepeat(error)) throw error
    return firstResult(ctx, lead)
  }
  for (const event of lead.outbox) ctx.handOver(lead._id, event)
  ctx.log.info({ leadId: lead._id, reference: lead.reference }, 'quote stored')
  return { lead: submitted(lead), duplicate: false }
}

/** Like `accept`, beside the leads; nobody is told until staff release it. */
async function holdBack(ctx: Context, lead: LeadRecord, reason: HoldReason): Promise<SubmittedQuote> {
  const { submissionId, createdAt } = lead
  const first = await findFirst(submissionId)
  if (first !== null) return resultOfRepeat(first, lead)
  const held: HeldQuoteRecord = { _id: lead._id, submissionId, reason, lead, createdAt, discardedAt: null }
  try {
    await bare(HeldQuoteModel).insertOne(held, durable)
  } catch (error) {
    if (!isRepeat(error)) throw error
    return firstResult(ctx, lead)
  }
  await ctx.limits.rememberHeld(submissionId)
  ctx.log.info({ leadId: lead._id, reason }, 'quote held back')
  return { lead: submitted(lead), duplicate: false }
}

/** A submission that was held once stays held, even when nothing speaks against it any more. */
async function repeatHeld(ctx: Context, lead: LeadRecord): Promise<SubmittedQuote> {
  const first = await findFirst(lead.submissionId)
  return first === null ? accept(ctx, lead) : resultOfRepeat(first, lead)
}

/** The first of several submissions may still be on its way to the majority: it is not acknowledged before that. */
async function firstResult(ctx: Context, repeat: LeadRecord): Promise<SubmittedQuote> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const first = await findFirst(repeat.submissionId)
    if (first !== null) return resultOfRepeat(first, repeat)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  ctx.log.warn({ submissionId: repeat.submissionId }, 'the first of a repeated submission is not durable yet')
  throw new AppError('UNAVAILABLE', 'Your request is still being stored. Please try again shortly.', { retryAfter: 2 })
}

async function findFirst(submissionId: string): Promise<FirstRequest | null> {
  const lead = await LeadModel.findOne({ submissionId }).read('primary').readConcern('majority').lean()
  if (lead !== null) return lead
  const held = await HeldQuoteModel.findOne({ submissionId }).read('primary').readConcern('majority').lean()
  return held === null ? null : (held.lead as FirstRequest)
}
