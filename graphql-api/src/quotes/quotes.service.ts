import { AppError } from '@kerbside/schema/errors'
import type { Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { mailboxOf, type HoldReason } from '@kerbside/schema/quotes/quote'
import { HeldQuoteModel, type HeldQuoteRecord } from '@kerbside/schema/quotes/held-quote.model'
import { checkQuote, parseEnvelope, type CheckedQuote } from '@kerbside/schema/submission/check-quote'
import { isRepeat, leadOfQuote } from '@kerbside/schema/submission/lead-of-quote.model'
import { decideOnce, isStillHeld } from '@kerbside/schema/submission/submission.model'
import { isSentTooFast, type QuoteRequest } from '@kerbside/schema/submission/quote-request'
import { driverCollection, inTransaction } from '@kerbside/schema/transaction.model'
import { invalidMessage } from '@kerbside/schema/validate'
import { networkOf } from '../http/client-address.ts'
import type { Context, Standing } from '../deps.ts'
import { fromRequest } from '../events/publish-events.ts'
import { formOf } from '../pages/pages.service.ts'
import { contentReason, countedText } from './spam-rules.ts'

export type SubmittedQuote = {
  lead: Lead & { submissionId: string }
  /** The submission had arrived before; `lead` is what it became then. */
  duplicate: boolean
}

/**
 * The only entry point for a quote, whatever transport it came by. Checks it against the form that the homeowner saw,
 * stores the lead and its event in one majority write and publishes the event to the worker. The same submission again
 * gives the first result. What looks like spam is held apart from the leads and answered exactly like success.
 */
export async function submitQuote(ctx: Context, request: QuoteRequest): Promise<SubmittedQuote> {
  const attributes = { 'kerbside.request_id': ctx.client.requestId }
  return ctx.tracing.run({ name: 'submit quote', kind: 'server', attributes }, async (add) => {
    const result = await take(ctx, request)
    const { submissionId, reference } = result.lead
    add({ 'kerbside.submission_id': submissionId, 'kerbside.reference': reference })
    return result
  })
}

async function take(ctx: Context, request: QuoteRequest): Promise<SubmittedQuote> {
  const { quote, lead } = await leadOfRequest(ctx, request)
  const isTooFast = isSentTooFast(quote.envelope.elapsedMs, request.shownAt ?? null, ctx.now())
  const standing = await ctx.limits.countQuote({
    submissionId: lead.submissionId,
    address: networkOf(ctx.client.address),
    contacts: [lead.email && mailboxOf(lead.email), lead.mobile].filter((contact) => contact !== ''),
    text: countedText(quote),
  })
  if (standing === 'rejected') throw tooMany
  const byMachine = quote.isMachine ? 'honeypot' : isTooFast ? 'too-fast' : null
  const reason = byMachine ?? (await spamReason(ctx, quote, lead, standing))
  // Once held it stays held, even if it no longer looks like spam, and once accepted it is a lead.
  const { held, goneAt } = await decideOnce(lead.submissionId, reason, ctx.now())
  if (goneAt) throw new AppError('CONFLICT', sentBefore)
  return held === null ? accept(ctx, lead) : holdBack(ctx, lead, held)
}

/**
 * Why a quote is held for how it came or for what it says; null when it is not. A passed challenge clears a network that
 * many quotes come from. The provider is asked only where its answer makes a difference.
 */
async function spamReason(
  ctx: Context,
  quote: CheckedQuote,
  { submissionId, email }: LeadRecord,
  standing: Exclude<Standing, 'rejected'>,
): Promise<HoldReason | null> {
  const settings = ctx.settings()
  if (standing !== 'accepted' && standing !== 'address-rate') return standing
  const isAsked = ctx.challenge !== null && (standing === 'address-rate' || settings.holdUnchallenged)
  const token = quote.envelope.challengeToken
  const judgement = isAsked ? await ctx.challenge?.({ token, submissionId }) : 'not-judged'
  if (standing === 'address-rate' && judgement !== 'passed') return standing
  const reason = contentReason(quote, email, settings)
  const isUnchallenged = settings.holdUnchallenged && (judgement === 'none' || judgement === 'failed')
  return reason ?? (isUnchallenged ? 'no-challenge' : null)
}

/** Checks a request against its form and makes the lead that it becomes, which is not stored yet. */
export async function leadOfRequest(ctx: Context, request: QuoteRequest) {
  const quote = await check(ctx, request)
  const lead = leadOfQuote(quote, {
    id: await ctx.nextLeadId(),
    submissionId: quote.envelope.submissionId ?? ctx.newId(),
    maximumFirms: ctx.settings().firmsPerLead,
    createdAt: ctx.now(),
    address: ctx.client.address,
  })
  return { quote, lead }
}

const tooMany = new AppError('RATE_LIMITED', 'Too many requests from your network. Please try again in 10 minutes.', {
  retryAfter: 600,
})

async function check(ctx: Context, request: QuoteRequest): Promise<CheckedQuote> {
  const envelope = parseEnvelope(request)
  const { page, formVersion } = envelope.data ?? {}
  const checked = checkQuote(await formOf(ctx, page ?? '/', formVersion ?? null), request, envelope)
  if ('quote' in checked) return checked.quote
  const limit = await ctx.limits.countInvalid(networkOf(ctx.client.address))
  throw limit === 'rejected' ? tooMany : new AppError('INVALID', invalidMessage, { fields: checked.errors })
}

const durable = { writeConcern: { w: 'majority', wtimeoutMS: 10_000 } } as const

async function accept(ctx: Context, accepted: LeadRecord): Promise<SubmittedQuote> {
  const lead = { ...accepted, outbox: accepted.outbox.map((event) => fromRequest(ctx, event)) }
  try {
    await driverCollection(LeadModel).insertOne(lead, durable)
  } catch (error) {
    if (!isRepeat(error)) throw error
    return firstResult(ctx, lead)
  }
  for (const event of lead.outbox) ctx.publishEvent(lead._id, event)
  ctx.log.info({ leadId: lead._id, reference: lead.reference }, 'quote stored')
  return { lead: submitted(lead), duplicate: false }
}

/** Stores the lead as a held quote: no event is published and no email sent until staff release it. */
async function holdBack(ctx: Context, lead: LeadRecord, reason: HoldReason): Promise<SubmittedQuote> {
  const { submissionId, createdAt } = lead
  const first = await findFirst(submissionId)
  if (first !== null) return resultOfRepeat(first, lead)
  const held: HeldQuoteRecord = { _id: lead._id, submissionId, reason, lead, createdAt, discardedAt: null }
  const isStored = await inTransaction(async (session) => {
    if (!(await isStillHeld(submissionId, ctx.now(), session))) return false
    await driverCollection(HeldQuoteModel).insertOne(held, { session })
    return true
  }).catch((error: unknown) => {
    if (!isRepeat(error)) throw error
    return false
  })
  if (!isStored) return firstResult(ctx, lead)
  ctx.log.info({ leadId: lead._id, reason }, 'quote held back')
  return { lead: submitted(lead), duplicate: false }
}

/** The first of several submissions may not have reached the majority yet, and is not acknowledged before that. */
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

/** What a repeat needs of the first request, which is a lead or a held quote. */
type FirstRequest = Pick<LeadRecord, '_id' | 'reference' | 'requestDigest' | 'createdAt'>

const submitted = (record: LeadRecord) => Object.assign(toLead(record), { submissionId: record.submissionId })

/**
 * The first result again, with the answers of this request, which are those of the first: never what staff have changed
 * since. Other answers under the same id are another request, which the first must not swallow.
 */
function resultOfRepeat(first: FirstRequest, repeat: LeadRecord) {
  if (first.requestDigest !== repeat.requestDigest) throw new AppError('CONFLICT', sentBefore)
  const { _id: id, reference, createdAt } = first
  return { lead: { ...submitted(repeat), id, reference, createdAt }, duplicate: true }
}

const sentBefore = 'This form was sent before.'
