import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../deps.ts'

/** Milliseconds for which a mail server that is slow to answer is waited for. */
const longest = 5_000

/**
 * Until nothing that the worker has begun to send still takes the homeowner's details to a firm. Called once the lead says
 * that sharing has stopped: what is begun after that is not sent, so the homeowner's answer is true when they read it.
 */
export async function detailsUnderWay({ now, log }: Pick<Context, 'now' | 'log'>, leadId: number): Promise<void> {
  const begun = { leadId, kind: { $in: ['contact-details', 'webhook-accepted'] as const }, state: 'sending' as const }
  for (let waited = 0; await DeliveryModel.exists({ ...begun, claimedUntil: { $gt: now() } }); waited += 50) {
    if (waited >= longest) return log.warn({ leadId }, 'details are still under way to a firm although sharing stopped')
    await sleep(50)
  }
}
