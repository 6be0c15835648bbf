import { postWebhook, type WebhookAnswer, type Posting } from './post-webhook.ts'
import type { Deps } from '../deps.ts'
import { addAttempt } from './attempts.ts'
import { claimDelivery, settle, whileClaimed, type Claim } from './claim.ts'

// What notifications and the messages of firms' webhooks share: both are deliveries that are posted over HTTP.

export type PostDeps = Pick<Deps, 'now' | 'config' | 'log' | 'metrics' | 'sendingIds' | 'resolveHost'>

/** One try, and the status of the answer; null while there is none. */
export type Tried = { claim: Claim; startedAt: Date; status: number | null }

/** Sends a delivery unless it is done or somebody else is at it: of several runs at the same time only one sends. */
export async function sendClaimed(deps: PostDeps, id: string, send: (claim: Claim) => Promise<void>): Promise<void> {
  if (deps.sendingIds.has(id)) return
  deps.sendingIds.add(id)
  try {
    const claim = await claimDelivery(deps, id)
    if (claim !== null) await send(claim)
  } finally {
    deps.sendingIds.delete(id)
  }
}

/** Posts once, and notes the status in the try. */
export async function postClaimed(deps: PostDeps, tried: Tried, posting: Posting): Promise<WebhookAnswer> {
  const options = { resolveHost: deps.resolveHost, toPrivate: deps.config.WEBHOOKS_TO_PRIVATE === 'on' }
  const answer = await whileClaimed(deps, tried.claim, () => postWebhook(posting, options))
  tried.status = answer.status
  return answer
}

/** The part of an update that adds the try, with what is kept of its answer. */
export const attemptOf = ({ now }: PostDeps, { claim, startedAt, status }: Tried, answer: string) =>
  addAttempt(claim.delivery, { startedAt, endedAt: now(), code: status, answer })

export async function settleTaken(deps: PostDeps, tried: Tried, answer: string): Promise<Date> {
  const sentAt = deps.now()
  const result = { state: 'sent' as const, lastError: null, nextTryAt: null, sentAt }
  await settle(tried.claim, { ...result, ...attemptOf(deps, tried, answer) })
  return sentAt
}

const minWaitMs = 5_000

/** A delivery that is not taken is tried again after as long as it has been failing, within bounds. */
export function nextTry(at: Date, failingSince: Date, maxWaitMs: number): Date {
  const failingForMs = at.getTime() - failingSince.getTime()
  const waitMs = Math.min(Math.max(failingForMs, minWaitMs), maxWaitMs) * (0.9 + Math.random() * 0.2)
  return new Date(at.getTime() + waitMs)
}

/** `nextTryAt`: null gives it up. `answer`: what is kept of it, if it says more than the error. */
type Failure = { lastError: string; nextTryAt: Date | null; answer?: string }

export async function settleFailed(deps: PostDeps, tried: Tried, { lastError, nextTryAt, answer }: Failure) {
  const state = nextTryAt === null ? ('failed' as const) : ('queued' as const)
  await settle(tried.claim, { state, lastError, nextTryAt, ...attemptOf(deps, tried, answer || lastError) })
}

/** What is no longer wanted is not sent, and no failure. */
export const settleUnwanted = (claim: Claim) => settle(claim, { state: 'expired', nextTryAt: null })
