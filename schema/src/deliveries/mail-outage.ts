/** What keeps every mail from going out, as far as the mail server's answers tell. */
export const outageKinds = ['unreachable', 'refuses-sign-in', 'refuses-sender', 'refuses-connection'] as const
export type OutageKind = (typeof outageKinds)[number]

/** There is one while the mail server takes no mail at all. Ends with the first mail that it answers. */
export type MailOutage = {
  kind: OutageKind
  since: Date
  lastFailedAt: Date
  /** Until then no mail is tried; then a single one, to see whether the server is back. */
  nextTryAt: Date
  /** What the mail server or the network said last, without addresses. */
  lastError: string
}
