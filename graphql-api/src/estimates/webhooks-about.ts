import { deliveryId, type WebhookKind } from '@kerbside/schema/deliveries/delivery'
import { byWebhook } from '@kerbside/schema/deliveries/delivery.model'
import type { LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { afterCommit } from '@kerbside/schema/transaction.model'
import { firmsWithWebhook } from '@kerbside/schema/webhooks/webhook.model'
import type { ClientSession } from 'mongoose'
import type { Context } from '../deps.ts'
import { sendStoredEmail, storeEmail, type StoredEmail } from '../events/stored-email.ts'

/** What firms' own systems hear of their prices: the part of the message's type after `estimate.`. */
export type ToldOfEstimate = WebhookKind extends infer Kind
  ? Kind extends `webhook-estimate-${infer Told}`
    ? Told
    : never
  : never

type About = {
  leadId: number
  /** The moment of the change, so that a price that is chosen twice is told of twice. */
  at: Date
  estimates: readonly Pick<LeadEstimate, 'id' | 'contractorId'>[]
}

/**
 * Stores, in the transaction that changes these prices, a message to the webhook of each firm that has one (docs/webhooks.md),
 * and has them sent once it is stored. Our own prices have no firm to tell.
 */
export async function webhooksAbout(
  ctx: Context,
  told: ToldOfEstimate,
  { leadId, at, estimates }: About,
  session: ClientSession,
): Promise<void> {
  const kind = `webhook-estimate-${told}` as const
  const firms = estimates.map(({ contractorId }) => contractorId).filter((firm) => firm !== null)
  const withWebhook = await firmsWithWebhook(firms, session)
  for (const { id, contractorId } of estimates) {
    if (contractorId === null || !withWebhook.includes(contractorId)) continue
    const _id = deliveryId(leadId, kind, `${id}-${at.getTime()}`)
    const message: StoredEmail = { _id, kind, ...byWebhook, leadId, contractorId }
    await storeEmail(ctx, message, session)
    afterCommit(session, () => void sendStoredEmail(ctx, message))
  }
}
