/** A name and an address, as email headers have them. */
export type Mailbox = { name: string; address: string }

/** An email as its texts make it. */
export type Email = {
  to: Mailbox
  /** The name of a firm on whose behalf it is sent, beside our own. */
  onBehalfOf?: string
  /** Where a reply goes instead of to us. */
  replyTo?: Mailbox
  /** Where the recipient stops such emails with one POST (RFC 8058): of emails that offer something. */
  unsubscribe?: string
  subject: string
  text: string
  html: string
}

/** One short line without control characters: what may stand in a header, whatever a homeowner or a firm typed. */
export const headerText = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 180)
