import { headerText, type Email as ComposedEmail, type Mailbox } from '@kerbside/schema/emails/email'
import { parseEmail } from '@kerbside/schema/quotes/email-address'

/** An email as it is handed to the mail server, but for what is added when it is sent. */
export type OutgoingEmail = ComposedEmail & { attachments?: Attachment[] }

type Attachment = { filename: string; contentType: string; content: Buffer }

/**
 * Milliseconds of a try. `startMs`: until the server lets us begin with the message; before that nothing is sent twice if
 * the try ends. `wholeMs`: for all of it.
 */
export type SendLimits = { startMs: number; wholeMs: number }

/** Resolves with the mail server's answer, rejects with its error or the network's. A limit ends a try and its connection. */
export type SendEmail = (
  email: Omit<OutgoingEmail, 'onBehalfOf'> & {
    from: Mailbox
    messageId: string
    date: Date
    /** Where bounces go, if not to `from`. */
    envelopeFrom?: string
  },
  limits: SendLimits,
) => Promise<string>

/** Reads `Kerbside <quotes@kerbside.example>` or a plain address; null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  const parts = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))\s*$/.exec(text)
  const address = parts?.[2] ?? parts?.[3] ?? ''
  const email = parseEmail(address)
  return email.ok ? { name: headerText(parts?.[1] ?? ''), address: email.value } : null
}

/** The part after the last `@`. */
export const domainOf = ({ address }: Mailbox) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
