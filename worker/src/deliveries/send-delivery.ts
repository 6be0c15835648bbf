import { messageId, type DeliveryState } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import type { Lead } from '@kerbside/schema/leads/lead'
import { insist, isDatabaseAway } from '../database-away.ts'
import type { Deps } from '../deps.ts'
import { closeOffer } from '../leads/close-offer.ts'
import { buildLetter, type Built } from './build-letter.ts'
import { readMailError, withoutAddresses } from './mail-error.ts'
import { decidedState } from './mirror-offer.ts'
import type { Letter } from './transport.ts'

export type SendOutcome =
  | { kind: 'sent' }
  /** Nothing (more) to send: done before, or no longer wanted. */
  | { kind: 'dropped' }
  | { kind: 'claimed-elsewhere'; until: Date }
  | { kind: 'try-later'; error: string }
  | { kind: 'given-up'; error: string }

type SendDeps = Pick<Deps, 'now' | 'config' | 'links' | 'log' | 'metrics' | 'sendMail' | 'mailFrom' | 'mailDomain'>
/** A delivery that this run has for itself until `until`. */
type Claim = { delivery: DeliveryRecord; until: Date }

/** No try may take longer, and none longer than its claim: then another worker may send the mail. */
const longestTryMs = 30_000

/** Sends one mail and writes down what became of it. Of several runs side by side, one sends. */
export async function sendDelivery(deps: SendDeps, id: string, isLastTry: boolean): Promise<SendOutcome> {
  const claim = await claimDelivery(deps, id)
  if (claim === null) return whyNotClaimed(id)
  const built = await buildLetter(deps, claim.delivery).catch(async (error: unknown) => {
    const hopeless = isLastTry && !isDatabaseAway(error)
    await release(claim, hopeless ? 'failed' : 'queued', 'The mail could not be put together').catch(() => {
      // MongoDB is away for this as well. The claim runs out by itself, and the sweep asks again.
    })
    throw error
  })
  if (built.kind !== 'letter') return drop(deps, claim, built)

  try {
    await send(deps, claim, built.letter)
  } catch (error) {
    return recordFailure(deps, claim, error, isLastTry)
  }
  await recordSent(deps, claim)
  measure(deps, claim.delivery, built.lead)
  return { kind: 'sent' }
}

async function claimDelivery({ now, config }: SendDeps, id: string): Promise<Claim | null> {
  const at = now()
  const until = new Date(at.getTime() + config.MAIL_CLAIM_SECONDS * 1_000)
  const delivery = await DeliveryModel.findOneAndUpdate(
    { _id: id, $or: [{ state: 'queued' }, { state: 'sending', claimedUntil: { $lte: at } }] },
    { $set: { state: 'sending', claimedUntil: until }, $inc: { attempts: 1 } },
    { returnDocument: 'after' },
  ).lean()
  return delivery && { delivery, until }
}

async function whyNotClaimed(id: string): Promise<SendOutcome> {
  const delivery = await DeliveryModel.findById(id, 'state claimedUntil').lean()
  if (delivery?.state !== 'sending' || delivery.claimedUntil === null) return { kind: 'dropped' }
  return { kind: 'claimed-elsewhere', until: delivery.claimedUntil }
}

async function send(deps: SendDeps, { delivery, until }: Claim, letter: Letter): Promise<void> {
  const at = deps.now()
  // A quarter of the claim stays for writing down the result.
  const remaining = until.getTime() - at.getTime() - (deps.config.MAIL_CLAIM_SECONDS * 1_000) / 4
  const tryMs = Math.max(1, Math.min(longestTryMs, Math.floor(remaining)))
  const signal = AbortSignal.timeout(tryMs)
  const mail = { ...letter, from: deps.mailFrom, messageId: messageId({ id: delivery._id }, deps.mailDomain), date: at }
  await deps.sendMail(mail, signal).catch((error: unknown) => {
    throw signal.aborted ? new Error(`The mail server took longer than ${tryMs} ms`) : error
  })
}

async function recordSent({ now }: SendDeps, { delivery, until }: Claim): Promise<void> {
  const mine = { _id: delivery._id, claimedUntil: until }
  const result = { claimedUntil: null, lastError: null, sentAt: now() }
  await insist(async () => {
    const { matchedCount } = await DeliveryModel.updateOne({ ...mine, state: 'sending' }, { ...result, state: 'sent' })
    // The firm was quicker than this record: the offer is decided, and its state stays.
    if (matchedCount === 0) await DeliveryModel.updateOne(mine, result)
  }, until)
}

async function recordFailure(deps: SendDeps, claim: Claim, error: unknown, isLastTry: boolean): Promise<SendOutcome> {
  const { permanent, message } = readMailError(error)
  const givenUp = permanent || isLastTry
  await insist(() => release(claim, givenUp ? 'failed' : 'queued', message), claim.until)
  const { _id, kind, leadId, attempts } = claim.delivery
  deps.metrics.deliveries.inc({ kind, result: givenUp ? 'failed' : 'retried' })
  deps.log.warn(
    { delivery: _id, leadId, attempts, permanent, reason: message },
    givenUp ? 'mail given up' : 'mail will be tried again',
  )
  return { kind: givenUp ? 'given-up' : 'try-later', error: message }
}

async function release({ delivery, until }: Claim, state: DeliveryState, lastError: string): Promise<void> {
  await DeliveryModel.updateOne(
    { _id: delivery._id, state: 'sending', claimedUntil: until },
    { state, claimedUntil: null, lastError: withoutAddresses(lastError) },
  )
}

async function drop(deps: SendDeps, claim: Claim, built: Exclude<Built, { kind: 'letter' }>): Promise<SendOutcome> {
  const { _id, leadId, kind, contractorId } = claim.delivery
  deps.metrics.deliveries.inc({ kind, result: 'dropped' })
  deps.log.info({ delivery: _id, leadId, why: built.kind }, 'mail no longer wanted')
  if (built.kind === 'lead-gone') {
    await DeliveryModel.deleteOne({ _id })
    return { kind: 'dropped' }
  }
  if (built.kind === 'firm-gone' && kind === 'offer' && contractorId !== null) {
    // Its place goes to the next firm at once instead of when the offer runs out.
    await closeOffer({ leadId, contractorId, state: 'withdrawn', at: deps.now() })
  }
  const offer = built.kind === 'not-wanted' ? built.offer?.state : undefined
  const state = (kind === 'offer' && offer && decidedState(offer)) || 'expired'
  await DeliveryModel.updateOne({ _id, state: 'sending', claimedUntil: claim.until }, { state, claimedUntil: null })
  return { kind: 'dropped' }
}

function measure({ now, metrics }: SendDeps, { kind, contractorId }: DeliveryRecord, lead: Lead): void {
  metrics.deliveries.inc({ kind, result: 'sent' })
  if (kind !== 'offer' || lead.offers[0]?.contractorId !== contractorId) return
  metrics.leadToFirstOffer.observe((now().getTime() - lead.createdAt.getTime()) / 1_000)
}
