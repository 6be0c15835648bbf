import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { openSecret } from '@kerbside/schema/webhooks/webhook-secret'
import { WebhookModel, type WebhookRecord } from '@kerbside/schema/webhooks/webhook.model'
import { Webhook as Signer } from 'standardwebhooks'
import { settle, type Claim } from '../deliveries/claim.ts'
import { withoutAddresses } from '../deliveries/mail-error.ts'
import {
  nextTry,
  postClaimed,
  sendClaimed,
  settleFailed,
  settleTaken,
  settleUnwanted,
  type PostDeps,
  type Tried,
} from '../deliveries/post-delivery.ts'
import { givenUpAt } from '../deliveries/queue-deliveries.ts'
import { isTaken, type WebhookAnswer, type Posting } from '../deliveries/post-webhook.ts'
import { renderWebhook, type WebhookMessage } from './render-webhook.ts'
import { webhookAnswered, webhookFailed } from './webhook-health.ts'

/** A message that got no answer 2xx is tried again at least this often. */
const maxWaitMs = 6 * 3_600_000

/**
 * Posts one message to a firm's webhook and stores the outcome. The id of the delivery is the message's `webhook-id`, so
 * that the firm knows a message that comes twice.
 */
export const sendWebhook = (deps: PostDeps, id: string): Promise<void> =>
  sendClaimed(deps, id, (claim) => trySending(deps, claim))

async function trySending(deps: PostDeps, claim: Claim): Promise<void> {
  const { kind, contractorId } = claim.delivery
  const [rendered, webhook] = await Promise.all([
    renderWebhook(claim.delivery, deps.now()),
    WebhookModel.findById(contractorId).lean(),
  ])
  if (rendered !== null && 'until' in rendered) {
    return void (await settle(claim, { state: 'queued', nextTryAt: rendered.until, $inc: { attempts: -1 } }))
  }
  if (rendered === null || webhook === null) {
    deps.metrics.deliveries.inc({ kind, result: 'dropped' })
    deps.log.info({ delivery: claim.delivery._id, contractorId }, 'webhook no longer wanted')
    return void (await settleUnwanted(claim))
  }
  const tried: TriedMessage = { claim, webhook, startedAt: deps.now(), status: null, text: '' }
  const posting = prepare(deps, claim.delivery, webhook, rendered.message)
  if (posting === null) return recordFailure(deps, tried, 'Its secret cannot be read: make a new one', true)
  let answer: WebhookAnswer
  try {
    answer = await postClaimed(deps, tried, posting)
  } catch (error) {
    return recordFailure(deps, tried, withoutAddresses(error))
  }
  const { status } = answer
  tried.text = rendered.blank(answer.text)
  if (!isTaken(answer)) return recordFailure(deps, tried, failureOf(status))
  await settleTaken(deps, tried, tried.text)
  await webhookAnswered(webhook)
  deps.metrics.deliveries.inc({ kind, result: 'sent' })
  deps.log.info({ delivery: claim.delivery._id, contractorId, status }, 'webhook sent')
}

/** `text`: the beginning of the answer, without what names the homeowner. */
type TriedMessage = Tried & { webhook: WebhookRecord; text: string }

const failureOf = (status: number) =>
  status >= 300 && status < 400 ? `Answered ${status}: redirects are not followed` : `Answered ${status}`

/** Null when the secret cannot be read. After a change of the secret both sign for a day. */
function prepare(
  { config, now }: PostDeps,
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

/** Stores when the message is tried again, or that it is given up: after 72 hours, as emails are. */
async function recordFailure(deps: PostDeps, tried: TriedMessage, lastError: string, isFinal = false): Promise<void> {
  const { claim, webhook, text } = tried
  const { _id, kind, leadId, contractorId, attempts, roundStartedAt, createdAt } = claim.delivery
  const at = deps.now()
  // A test is for somebody who looks at it: it is not repeated.
  const givenUp = isFinal || kind === 'webhook-ping' || at >= givenUpAt(claim.delivery)
  const nextTryAt = givenUp ? null : nextTry(at, roundStartedAt ?? createdAt, maxWaitMs)
  await settleFailed(deps, tried, { lastError, nextTryAt, answer: text })
  deps.metrics.deliveries.inc({ kind, result: givenUp ? 'failed' : 'retried' })
  const fields = { delivery: _id, leadId, contractorId, attempts, reason: lastError }
  deps.log.warn(fields, givenUp ? 'webhook given up' : 'webhook not taken; tried again later')
  if (kind !== 'webhook-ping') await webhookFailed(deps, webhook)
}
