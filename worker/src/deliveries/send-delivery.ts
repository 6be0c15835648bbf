import { messageId } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import type { Lead } from '@kerbside/schema/leads/lead'
import { insist } from '../operation/database-away.ts'
import type { Deps } from '../deps.ts'
import { closeOffer } from '../offers/close-offer.ts'
import { buildLetter, type Built } from './emails/render-email.ts'
import { claimDelivery, settle, whileClaimed, type Claim } from './claim.ts'
import { readMailError, withoutAddresses, type MailError } from './mail-error.ts'
import { endOutage, recordOutage, takeTurn, waitAfter } from './mail-outage.ts'
import { decidedState } from './mirror-offer.ts'
import { givenUpAt } from './queue-due.ts'
import type { Letter } from './transport.ts'

export type SendOutcome =
  | { kind: 'sent' }
  /** Nothing (more) to send: done before, or no longer wanted. */
  | { kind: 'dropped' }
  | { kind: 'claimed-elsewhere' }
  /** The mail server is away, and this mail was not tried. */
  | { kind: 'waiting' }
  | { kind: 'try-later'; error: string; at: Date }
  | { kind: 'given-up'; error: string }

type SendDeps = Pick<
  Deps,
  'now' | 'config' | 'links' | 'log' | 'metrics' | 'sendMail' | 'mailFrom' | 'mailDomain' | 'inHand' | 'mailServer'
>

/** No try takes longer, not even with a server that sends a byte now and then. */
const longestTryMs = 30 * 60_000

/**
 * Sends one mail and writes down what became of it. Of several runs side by side, one sends. When it is to be tried
 * again stands in the record: `queueDueDeliveries` asks for it then.
 */
export async function sendDelivery(deps: SendDeps, id: string): Promise<SendOutcome> {
  // A claim of our own can run out while MongoDB is away. This process knows better than to take the mail from itself.
  if (deps.inHand.has(id)) return { kind: 'claimed-elsewhere' }
  deps.inHand.add(id)
  try {
    const claim = await claimDelivery(deps, id)
    return claim === null ? await whyNotClaimed(id) : await trySending(deps, claim)
  } finally {
    deps.inHand.delete(id)
  }
}

async function whyNotClaimed(id: string): Promise<SendOutcome> {
  const delivery = await DeliveryModel.findById(id, 'state').lean()
  return { kind: delivery?.state === 'sending' ? 'claimed-elsewhere' : 'dropped' }
}

async function trySending(deps: SendDeps, claim: Claim): Promise<SendOutcome> {
  const built = await buildLetter(deps, claim.delivery).catch(async (error: unknown) => {
    await recordUnsent(deps, claim, { kind: 'later', message: 'The mail could not be put together' }).catch(() => {
      // MongoDB is away for this as well. The claim runs out by itself.
    })
    throw error
  })
  if (built.kind !== 'letter') return drop(deps, claim, built)
  const turn = await takeTurn(deps)
  if (turn === 'wait') {
    await settle(claim, { state: 'queued', $inc: { attempts: -1 } })
    return { kind: 'waiting' }
  }

  const startedAt = deps.now()
  try {
    await whileClaimed(deps, claim, () => send(deps, claim, built.letter))
  } catch (error) {
    const read = readMailError(error)
    if (read.kind !== 'outage') await recordAnswer(deps, turn)
    return read.kind === 'refused' ? recordRefusal(deps, claim, read) : recordUnsent(deps, claim, read, startedAt)
  }
  await settleSent(deps, claim)
  await recordAnswer(deps, turn)
  measure(deps, claim.delivery, built.lead)
  return { kind: 'sent' }
}

async function send(deps: SendDeps, { delivery }: Claim, letter: Letter): Promise<void> {
  const signal = AbortSignal.timeout(longestTryMs)
  const id = messageId({ id: delivery._id }, deps.mailDomain)
  await deps.sendMail({ ...letter, from: deps.mailFrom, messageId: id, date: deps.now() }, signal)
}

/** The mail server said yes or no to a mail, so it is there. */
async function recordAnswer(deps: SendDeps, turn: 'free' | 'probe'): Promise<void> {
  deps.mailServer.answeredAt = deps.now()
  if (turn === 'probe') await endOutage(deps)
}

async function settleSent({ now }: SendDeps, claim: Claim): Promise<void> {
  const result = { lastError: null, nextTryAt: null, sentAt: now() }
  if (await settle(claim, { ...result, state: 'sent' })) return
  // The firm was quicker than this record: the offer is decided, and its state stays.
  await DeliveryModel.updateOne({ _id: claim.delivery._id, claimId: claim.id }, { ...result, ...unclaimed })
}

const unclaimed = { claimId: null, claimedUntil: null }

/** Not sent, and not refused for good: when to try again, or that it has been long enough. */
async function recordUnsent(
  deps: SendDeps,
  claim: Claim,
  error: Exclude<MailError, { kind: 'refused' }>,
  startedAt = deps.now(),
): Promise<SendOutcome> {
  const { delivery } = claim
  const at = deps.now()
  // Others got through meanwhile: then it is this mail, or this connection, that has a problem.
  const { answeredAt } = deps.mailServer
  const isOutage = error.kind === 'outage' && (answeredAt === null || answeredAt <= startedAt)
  // Known to be away: this mail was the one that looked, and is due with all the others when the server is back.
  const waitsForServer = isOutage && (await recordOutage(deps, error)) === 'known'
  const failingForMs = at.getTime() - (delivery.roundStartedAt ?? delivery.createdAt).getTime()
  const nextTryAt = waitsForServer ? at : new Date(at.getTime() + waitAfter(failingForMs) * (0.9 + Math.random() * 0.2))
  const givenUp = delivery.kind !== 'offer' && at >= givenUpAt(delivery)
  const lastError = withoutAddresses(error.message)
  await settle(claim, givenUp ? { state: 'failed', lastError } : { state: 'queued', nextTryAt, lastError })
  report(deps, delivery, { result: givenUp ? 'failed' : 'retried', reason: lastError })
  return givenUp ? { kind: 'given-up', error: lastError } : { kind: 'try-later', error: lastError, at: nextTryAt }
}

async function recordRefusal(deps: SendDeps, claim: Claim, { message }: MailError): Promise<SendOutcome> {
  const { kind, leadId, contractorId } = claim.delivery
  const lastError = withoutAddresses(message)
  if (kind === 'offer' && contractorId !== null) {
    // First, because a delivery that has failed is never looked at again: the place goes to the next firm at once.
    const at = deps.now()
    const until = new Date(Date.now() + 60_000)
    await insist(() => closeOffer({ leadId, contractorId, state: 'undeliverable', at }), until)
  }
  await settle(claim, { state: 'failed', refused: true, nextTryAt: null, lastError })
  report(deps, claim.delivery, { result: 'failed', reason: lastError })
  return { kind: 'given-up', error: lastError }
}

type Report = { result: 'failed' | 'retried'; reason: string }

function report({ metrics, log }: SendDeps, delivery: DeliveryRecord, { result, reason }: Report): void {
  const { _id, kind, leadId, attempts } = delivery
  metrics.deliveries.inc({ kind, result })
  log.warn(
    { delivery: _id, leadId, attempts, reason },
    result === 'failed' ? 'mail given up' : 'mail will be tried again',
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
  await settle(claim, { state: (kind === 'offer' && offer && decidedState(offer)) || 'expired' })
  return { kind: 'dropped' }
}

function measure({ now, metrics }: SendDeps, { kind, contractorId }: DeliveryRecord, lead: Lead): void {
  metrics.deliveries.inc({ kind, result: 'sent' })
  if (kind !== 'offer' || lead.offers[0]?.contractorId !== contractorId) return
  metrics.leadToFirstOffer.observe((now().getTime() - lead.createdAt.getTime()) / 1_000)
}
