import { isEmail } from '@kerbside/schema/quotes/quote'

/** A name and an address, as mail headers have them. */
export type Mailbox = { name: string; address: string }

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

/** An email as it is handed to the mail server, but for what the transport adds. */
export type Email = { to: Mailbox; subject: string; text: string; html: string }

export type Fact = { label: string; value: string; href?: string }
export type EmailButton = { label: string; href: string; look: 'primary' | 'quiet' }

/** An email is a list of blocks, from which both its text part and its HTML part are made. */
export type EmailBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'steps'; items: string[] }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'buttons'; buttons: EmailButton[] }
  | { kind: 'small'; text: string }

export type EmailContent = {
  to: Mailbox
  subject: string
  /** The text that an inbox shows after the subject. */
  preheader: string
  title: string
  blocks: EmailBlock[]
  /** Tells the recipient why they get this email. */
  footer: string
}
