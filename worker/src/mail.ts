import { headerText, type Email as ComposedEmail, type Mailbox } from '@kerbside/schema/emails/email'
import { isEmail } from '@kerbside/schema/quotes/quote'

/** An email as it is handed to the mail server, but for what is added when it is sent. */
export type Email = ComposedEmail & { attachments?: Attachment[] }

type Attachment = { filename: string; contentType: string; content: Buffer }

/** Resolves with the mail server's answer, rejects with its error or the network's. `signal` ends a try and its connection. */
export type SendMail = (
  mail: Omit<Email, 'onBehalfOf'> & {
    from: Mailbox
    messageId: string
    date: Date
    /** Where bounces go, if not to `from`. */
    envelopeFrom?: string
  },
  signal: AbortSignal,
) => Promise<string>

/** Reads `Kerbside <quotes@kerbside.example>` or a plain address; null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  const parts = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))\s*$/.exec(text)
  const address = parts?.[2] ?? parts?.[3] ?? ''
  return isEmail(address) ? { name: headerText(parts?.[1] ?? ''), address } : null
}

/** The part after the last `@`. */
export const domainOf = ({ address }: Mailbox) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
