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

/** Staff are told of a webhook that has failed for so long. */
export const failsForLongMs = 3_600_000

/** After a new secret was made, messages are signed with the old one too for so long, so that firms can change over. */
export const oldSecretMs = 24 * 3_600_000
