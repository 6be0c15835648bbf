import { isEmail } from '@kerbside/schema/quotes/quote'

/** A name and an address, as mail headers have them. */
export type Mailbox = { name: string; address: string }

/** An email as it is handed to the mail server, but for what is added when it is sent. */
export type Email = {
  to: Mailbox
  /** The name of a firm on whose behalf it is sent, beside our own. */
  onBehalfOf?: string
  /** Where a reply goes instead of to us. */
  replyTo?: Mailbox
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
}

type Attachment = { filename: string; contentType: string; content: Buffer }

/** Rejects with the mail server's or the network's error. `signal` ends a try and its connection. */
export type SendMail = (
  mail: Omit<Email, 'onBehalfOf'> & { from: Mailbox; messageId: string; date: Date },
  signal: AbortSignal,
) => Promise<void>

/** Reads `Kerbside <quotes@kerbside.example>` or a plain address; null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  const parts = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))\s*$/.exec(text)
  const address = parts?.[2] ?? parts?.[3] ?? ''
  return isEmail(address) ? { name: headerText(parts?.[1] ?? ''), address } : null
}

/** The part after the last `@`. */
export const domainOf = ({ address }: Mailbox) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** One short line without control characters: what may stand in a header, whatever a homeowner or a firm typed. */
export const headerText = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 180)
