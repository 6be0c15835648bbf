import type { WebhookKind } from '../deliveries/delivery.ts'

/** Where a firm's own system is told of its jobs. The secret that signs the messages is never part of it. */
export type Webhook = {
  contractorId: string
  url: string
  /** The first failure since the last message that arrived; null while they arrive. */
  failingSince: Date | null
  createdAt: Date
  /** When the secret was made. */
  secretMadeAt: Date
}

/** The `type` of each kind of message, as firms read it (docs/webhooks.md). */
export const webhookEvents: Record<WebhookKind, string> = {
  'webhook-accepted': 'lead.accepted',
  'webhook-corrected': 'lead.corrected',
  'webhook-withdrawn': 'lead.withdrawn',
  'webhook-erased': 'lead.erased',
  'webhook-ping': 'ping',
  'webhook-estimate-sent': 'estimate.sent',
  'webhook-estimate-replaced': 'estimate.replaced',
  'webhook-estimate-chosen': 'estimate.chosen',
  'webhook-estimate-undone': 'estimate.undone',
  'webhook-estimate-agreed': 'estimate.agreed',
  'webhook-estimate-declined': 'estimate.declined',
  'webhook-estimate-withdrawn': 'estimate.withdrawn',
}

/** Staff are told of a webhook that has failed for so long. */
export const failsForLongMs = 3_600_000

/** After a new secret was made, messages are signed with the old one too for so long, so that firms can change over. */
export const oldSecretMs = 24 * 3_600_000
