import { digestKind, messageId as messageIdOf, offersJobs } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import type { Lead } from '@kerbside/schema/leads/lead'
import type { Settings } from '@kerbside/schema/settings/settings'
import { mailAttempt, type Try } from './attempts.ts'
import { bounceAddress, bounceKey } from './bounces/bounce-address.ts'
import { tellOfRejection } from './bounces/record-bounce.ts'
import { claimDelivery, retryWhileDatabaseAway, settle, settleSent, whileClaimed, type Claim } from './claim.ts'
import type { Deps } from '../deps.ts'
import { offersOf, settleOffersOf } from './offer-digest.ts'
import { decidedState, endUnsent } from './offer-outcome.ts'
import { renderEmail, recordedTemplate } from './emails/render-email.ts'
import type { RenderedEmail } from './emails/rendered-email.ts'
import { readMailError, withoutAddresses, type MailError } from './mail-error.ts'
import {
  endOutage,
  hasAcceptedSince,
  recordOutage,
  takeTurn,
  outageWait,
  type Turn,
  confirmAfterMs,
  rejectsAll,
} from './mail-outage.ts'
import { givenUpAt } from './queue-deliveries.ts'
import type { Config } from '../config.ts'
import { headerText, type Mailbox } from '@kerbside/schema/emails/email'
import { domainOf, type OutgoingEmail } from '../email.ts'

export type SendOutcome =
  | { kind: 'sent' }
  /** Sent before, or no longer wanted. */
  | { kind: 'dropped' }
  | { kind: 'claimed-elsewhere' }
  /** This email was not tried: the mail server is away, or its homeowner may still undo a stop. */
  | { kind: 'waiting' }
  | { kind: 'try-later'; error: string; at: Date }
  | { kind: 'given-up'; error: string }

type SendDeps = Pick<
  Deps,
  'now' | 'config' | 'settings' | 'links' | 'log' | 'metrics' | 'sendEmail' | 'sendingIds' | 'redis'
>

/** A try is ended after this, even if the server still sends a byte now and then. */
const maxTryMs = 30 * 60_000

/**
 * Sends one email and stores the outcome. Of several runs at the same time only one sends. The record tells when the email
 * is tried again, and `queueDueDeliveries` queues it then.
 */
export async function sendDelivery(deps: SendDeps, id: string): Promise<SendOutcome> {
  // A claim of this process can expire while MongoDB is away; the process must not claim the email again meanwhile.
  if (deps.sendingIds.has(id)) return { kind: 'claimed-elsewhere' }
  deps.sendingIds.add(id)
  try {
    const claim = await claimDelivery(deps, id)
    return claim === null ? await whyNotClaimed(id) : await trySending(deps, claim)
  } finally {
    deps.sendingIds.delete(id)
  }
}

async function whyNotClaimed(id: string): Promise<SendOutcome> {
  const delivery = await DeliveryModel.findById(id, 'state').lean()
  return { kind: delivery?.state === 'sending' ? 'claimed-elsewhere' : 'dropped' }
}

async function trySending(deps: SendDeps, claim: Claim): Promise<SendOutcome> {
  const built = await renderEmail(deps, claim.delivery).catch(async (error: unknown) => {
    const message = 'The email could not be put together'
    const failed = { startedAt: deps.now(), sent: null }
    await recordUnsent(deps, claim, { kind: 'later', message }, failed, message).catch(() => {
      // MongoDB is away for this as well. The claim expires by itself.
    })
    throw error
  })
  if (built.kind === 'held') {
    await settle(claim, { state: 'queued', nextTryAt: built.until, $inc: { attempts: -1 } })
    return { kind: 'waiting' }
  }
  if (built.kind !== 'email') return drop(deps, claim, built)
  const turn = await takeTurn(deps)
  if (turn === null) {
    // It stays due, for the moment at which the server is back.
    const wait = isTest(claim.delivery) ? testNotTried : { state: 'queued' as const, nextTryAt: deps.now() }
    await settle(claim, { ...wait, $inc: { attempts: -1 } })
    return { kind: 'waiting' }
  }

  const tried = beginTry(deps, claim, built)
  let answer: string
  try {
    answer = await whileClaimed(deps, claim, () => send(deps, claim, tried, built.email, turn))
  } catch (error) {
    const read = await readError(deps, error, tried)
    if (turn.isProbe && read.kind !== 'outage') await endOutage(deps)
    if (read.kind !== 'rejected') return recordUnsent(deps, claim, read, tried, error)
    const isFinal = claim.delivery.refused || isTest(claim.delivery)
    return (isFinal ? recordRejection : holdRejected)(deps, claim, tried, error)
  }
  const sentAt = deps.now()
  const attempt = mailAttempt(claim.delivery, tried, sentAt, answer)
  await settleSent(claim, { lastError: null, refused: false, nextTryAt: null, sentAt, ...attempt })
  if (claim.delivery.kind === digestKind) await settleOffersOf(claim.delivery._id)
  if (turn.isProbe) await endOutage(deps)
  measure(deps, claim.delivery, built.lead)
  return { kind: 'sent' }
}

/** A server that rejects everybody is away. While Redis is, nobody knows whether it does, and the email is tried again. */
async function readError(deps: SendDeps, error: unknown, { sent }: SmtpTry): Promise<MailError> {
  const read = readMailError(error)
  if (read.kind !== 'rejected') return read
  const { message } = read
  try {
    return (await rejectsAll(deps, sent.recipient)) ? { kind: 'outage', outage: 'refuses-all', message } : read
  } catch {
    return { kind: 'later', message }
  }
}

type Rendered = Extract<RenderedEmail, { kind: 'email' }>
type SmtpTry = Try & { sent: NonNullable<Try['sent']> }

function beginTry({ now, config }: SendDeps, { delivery }: Claim, { email, template }: Rendered): SmtpTry {
  // The domain stays whatever the settings say, so that an email that is sent again has the id that it had.
  const id = messageIdOf({ id: delivery._id }, domainOf(config.MAIL_FROM))
  const { address } = email.to
  const sent = { recipient: address, messageId: id, template: recordedTemplate(delivery.kind, template?.version) }
  const domain = config.BOUNCE_DOMAIN
  if (domain === undefined) return { startedAt: now(), sent }
  const key = bounceKey(config, { id: delivery._id, round: delivery.round, address })
  return { startedAt: now(), sent: { ...sent, bounceKey: key, envelopeFrom: bounceAddress(key, domain) } }
}

async function send(
  deps: SendDeps,
  { id, delivery }: Claim,
  { sent }: SmtpTry,
  { onBehalfOf, ...email }: OutgoingEmail,
  { startMs }: Turn,
): Promise<string> {
  const { config, settings } = deps
  const { messageId, envelopeFrom, bounceKey: key } = sent
  // Before it is sent, because it can come back at once.
  const toComeBack = { bounceKey: key, reportsRead: 0 }
  if (key) await DeliveryModel.updateOne({ _id: delivery._id, claimId: id }, toComeBack, { timestamps: false })
  const sender = senderOf(config, settings())
  const from = onBehalfOf ? { ...sender, name: headerText(`${onBehalfOf} via ${sender.name || 'Kerbside'}`) } : sender
  const message = { ...email, from, messageId, date: deps.now(), ...(envelopeFrom && { envelopeFrom }) }
  return deps.sendEmail(message, { startMs, wholeMs: maxTryMs })
}

const senderOf = ({ MAIL_FROM }: Config, { senderName, senderAddress }: Settings): Mailbox =>
  senderAddress === null ? MAIL_FROM : { name: headerText(senderName ?? ''), address: senderAddress }

/** A test is for somebody who waits for it, so it is tried once. */
const isTest = ({ kind }: DeliveryRecord) => kind === 'email-test'
const testNotTried = { state: 'failed' as const, nextTryAt: null, lastError: 'The mail server is away' }

/** Stores when an email that was not rejected is tried again, or that it is given up. */
async function recordUnsent(
  deps: SendDeps,
  claim: Claim,
  error: Exclude<MailError, { kind: 'rejected' }>,
  tried: Try,
  answer: unknown,
): Promise<SendOutcome> {
  const { delivery } = claim
  const at = deps.now()
  // When other emails got through meanwhile, this email or its connection has the problem, not the server.
  const isOutage = error.kind === 'outage' && !(await hasAcceptedSince(tried.startedAt))
  const outage = isOutage ? await recordOutage(deps, error, tried.startedAt) : null
  // It stays due together with all the others, unless this email meets one outage after the other that nobody else meets.
  const waitsForServer = outage === 'known' || (outage === 'new' && delivery.attempts === 1)
  const failingForMs = at.getTime() - (delivery.roundStartedAt ?? delivery.createdAt).getTime()
  const nextTryAt = waitsForServer
    ? at
    : new Date(at.getTime() + outageWait(failingForMs) * (0.9 + Math.random() * 0.2))
  const givenUp = isTest(delivery) || (!offersJobs(delivery.kind) && at >= givenUpAt(delivery))
  const lastError = withoutAddresses(error.message, tried.sent?.recipient)
  const attempt = mailAttempt(delivery, tried, at, answer)
  await settle(claim, {
    ...(givenUp ? { state: 'failed', lastError } : { state: 'queued', nextTryAt, lastError }),
    refused: false,
    ...attempt,
  })
  report(deps, delivery, givenUp ? 'failed' : 'retried', lastError)
  return givenUp ? { kind: 'given-up', error: lastError } : { kind: 'try-later', error: lastError, at: nextTryAt }
}

/** Stores that an email was rejected the first time. A second time it is given up. */
async function holdRejected(deps: SendDeps, claim: Claim, tried: SmtpTry, error: unknown): Promise<SendOutcome> {
  const at = deps.now()
  const nextTryAt = new Date(at.getTime() + confirmAfterMs)
  const lastError = withoutAddresses(error, tried.sent.recipient)
  const attempt = mailAttempt(claim.delivery, tried, at, error)
  await settle(claim, { state: 'queued', refused: true, nextTryAt, lastError, ...attempt })
  report(deps, claim.delivery, 'retried', lastError)
  return { kind: 'try-later', error: lastError, at: nextTryAt }
}

async function recordRejection(deps: SendDeps, claim: Claim, tried: SmtpTry, error: unknown): Promise<SendOutcome> {
  const attempt = mailAttempt(claim.delivery, tried, deps.now(), error)
  const lastError = withoutAddresses(error, tried.sent.recipient)
  if (offersJobs(claim.delivery.kind)) {
    // The offers are closed first, because a failed delivery is never looked at again.
    const at = deps.now()
    const until = new Date(Date.now() + 60_000)
    const close = async () => endUnsent(await offersOf(claim.delivery), 'address rejects its email', at)
    await retryWhileDatabaseAway(close, until)
  }
  // Told first, because a failed delivery is never looked at again. It is told once, however often.
  await tellOfRejection(deps, claim.delivery)
  await settle(claim, { state: 'failed', refused: true, nextTryAt: null, lastError, ...attempt })
  report(deps, claim.delivery, 'failed', lastError)
  return { kind: 'given-up', error: lastError }
}

function report({ metrics, log }: SendDeps, delivery: DeliveryRecord, result: 'failed' | 'retried', reason: string) {
  const { _id, kind, leadId, attempts } = delivery
  metrics.deliveries.inc({ kind, result })
  const message = result === 'failed' ? 'mail given up' : 'mail will be tried again'
  log.warn({ delivery: _id, leadId, attempts, reason }, message)
}

async function drop(
  deps: SendDeps,
  claim: Claim,
  built: Exclude<RenderedEmail, { kind: 'email' }>,
): Promise<SendOutcome> {
  const { _id, leadId, kind } = claim.delivery
  deps.metrics.deliveries.inc({ kind, result: 'dropped' })
  deps.log.info({ delivery: _id, leadId, why: built.kind }, 'mail no longer wanted')
  if (built.kind === 'subject-gone') {
    await DeliveryModel.deleteOne({ _id })
    return { kind: 'dropped' }
  }
  if (built.kind === 'firm-gone') {
    // This gives its places to the next firm now instead of when the offers expire.
    await endUnsent(await offersOf(claim.delivery), 'firm may take no jobs', deps.now())
  }
  if (built.kind === 'address-bounced') {
    const lastError = 'Not sent, because an earlier email to this address came back'
    await settle(claim, { state: 'failed', nextTryAt: null, lastError })
    return { kind: 'dropped' }
  }
  const offer = built.kind === 'not-wanted' ? built.offer?.state : undefined
  await settle(claim, { state: (kind === 'offer' && offer && decidedState(offer)) || 'expired' })
  return { kind: 'dropped' }
}

function measure({ now, metrics }: SendDeps, { kind, contractorId }: DeliveryRecord, lead: Lead | null): void {
  metrics.deliveries.inc({ kind, result: 'sent' })
  const [first] = lead?.offers ?? []
  // The email of an offer that was held says nothing of how quick we are.
  if (kind !== 'offer' || !lead || first?.contractorId !== contractorId || first.sendAt) return
  metrics.leadToFirstOffer.observe((now().getTime() - lead.createdAt.getTime()) / 1_000)
}
