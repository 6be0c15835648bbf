import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { openSecret } from '@kerbside/schema/webhooks/webhook-secret'
import { WebhookModel, type WebhookRecord } from '@kerbside/schema/webhooks/webhook.model'
import { Webhook as Signer } from 'standardwebhooks'
import { addAttempt } from '../deliveries/attempts.ts'
import { claimDelivery, settle, whileClaimed, type Claim } from '../deliveries/claim.ts'
import { withoutAddresses } from '../deliveries/mail-error.ts'
import { givenUpAt } from '../deliveries/queue-deliveries.ts'
import type { Deps } from '../deps.ts'
import { postWebhook, type Posting } from './post-webhook.ts'
import { renderWebhook, type WebhookMessage } from './render-webhook.ts'
import { webhookAnswered, webhookFailed } from './webhook-health.ts'

type SendDeps = Pick<Deps, 'now' | 'config' | 'log' | 'metrics' | 'sendingIds' | 'resolveHost'>

/** A message that got no answer 2xx is tried again after as long as it has been failing, within these bounds. */
const minWaitMs = 5_000
const maxWaitMs = 6 * 3_600_000

/**
 * Posts one message to a firm's webhook and stores the outcome. Of several runs at the same time only one posts. The id
 * of the delivery is the message's `webhook-id`, so that the firm knows a message that comes twice.
 */
export async function sendWebhook(deps: SendDeps, id: string): Promise<void> {
  if (deps.sendingIds.has(id)) return
  deps.sendingIds.add(id)
  try {
    const claim = await claimDelivery(deps, id)
    if (claim !== null) await trySending(deps, claim)
  } finally {
    deps.sendingIds.delete(id)
  }
}

async function trySending(deps: SendDeps, claim: Claim): Promise<void> {
  const { kind, contractorId } = claim.delivery
  const [rendered, webhook] = await Promise.all([
    renderWebhook(claim.delivery),
    WebhookModel.findById(contractorId).lean(),
  ])
  if (rendered === null || webhook === null) {
    deps.metrics.deliveries.inc({ kind, result: 'dropped' })
    deps.log.info({ delivery: claim.delivery._id, contractorId }, 'webhook no longer wanted')
    return void (await settle(claim, { state: 'expired', nextTryAt: null }))
  }
  const tried: Tried = { claim, webhook, startedAt: deps.now(), answered: null }
  const posting = prepare(deps, claim.delivery, webhook, rendered.message)
  if (posting === null) return recordFailure(deps, tried, 'Its secret cannot be read: make a new one', true)
  try {
    const options = { resolveHost: deps.resolveHost, toPrivate: deps.config.WEBHOOKS_TO_PRIVATE === 'on' }
    const { status, text } = await whileClaimed(deps, claim, () => postWebhook(posting, options))
    tried.answered = { status, text: rendered.blank(text) }
  } catch (error) {
    return recordFailure(deps, tried, withoutAddresses(error))
  }
  const { status, text } = tried.answered
  if (status < 200 || status > 299) return recordFailure(deps, tried, failureOf(status))
  const result = { state: 'sent' as const, lastError: null, nextTryAt: null, sentAt: deps.now() }
  await settle(claim, { ...result, ...attemptOf(deps, tried, text) })
  await webhookAnswered(webhook)
  deps.metrics.deliveries.inc({ kind, result: 'sent' })
  deps.log.info({ delivery: claim.delivery._id, contractorId, status }, 'webhook sent')
}

/** One try, and the status and beginning of the answer; null while there is none. */
type Tried = {
  claim: Claim
  webhook: WebhookRecord
  startedAt: Date
  answered: { status: number; text: string } | null
}

const attemptOf = ({ now }: SendDeps, { claim, startedAt, answered }: Tried, answer: string) =>
  addAttempt(claim.delivery, { startedAt, endedAt: now(), code: answered?.status ?? null, answer })

const failureOf = (status: number) =>
  status >= 300 && status < 400 ? `Answered ${status}: redirects are not followed` : `Answered ${status}`

/** Null when the secret cannot be read. After a change of the secret both sign for a day. */
function prepare(
  { config, now }: SendDeps,
  { _id }: DeliveryRecord,
  webhook: WebhookRecord,
  message: WebhookMessage,
): Posting | null {
  const at = now()
  const secret = openSecret(webhook.sealedSecret, config.JWT_SECRET)
  if (secret === null) return null
  const { oldSealedSecret, oldSecretUntil } = webhook
  const isOldGood = oldSealedSecret !== null && oldSecretUntil !== null && oldSecretUntil > at
  const old = isOldGood ? openSecret(oldSealedSecret, config.JWT_SECRET) : null
  const body = JSON.stringify(message)
  const signatures = [secret, old].filter((each) => each !== null).map((each) => new Signer(each).sign(_id, at, body))
  return {
    url: webhook.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Kerbside-Webhooks/1',
      'webhook-id': _id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    },
  }
}

/** Stores when the message is tried again, or that it is given up: after 72 hours, as mails are. */
async function recordFailure(deps: SendDeps, tried: Tried, lastError: string, isFinal = false): Promise<void> {
  const { claim, webhook, answered } = tried
  const { _id, kind, leadId, contractorId, attempts, roundStartedAt, createdAt } = claim.delivery
  const at = deps.now()
  const failingForMs = at.getTime() - (roundStartedAt ?? createdAt).getTime()
  const waitMs = Math.min(Math.max(failingForMs, minWaitMs), maxWaitMs) * (0.9 + Math.random() * 0.2)
  // A test is for somebody who looks at it: it is not repeated.
  const givenUp = isFinal || kind === 'webhook-ping' || at >= givenUpAt(claim.delivery)
  const state = givenUp ? 'failed' : 'queued'
  const nextTryAt = givenUp ? null : new Date(at.getTime() + waitMs)
  await settle(claim, { state, lastError, nextTryAt, ...attemptOf(deps, tried, answered?.text || lastError) })
  deps.metrics.deliveries.inc({ kind, result: givenUp ? 'failed' : 'retried' })
  const fields = { delivery: _id, leadId, contractorId, attempts, reason: lastError }
  deps.log.warn(fields, givenUp ? 'webhook given up' : 'webhook not taken; tried again later')
  if (kind !== 'webhook-ping') await webhookFailed(deps, webhook)
}
