import { createTransport } from 'nodemailer'
import type { Mailbox } from './mailbox.ts'

export type Letter = {
  to: Mailbox
  subject: string
  text: string
  html: string
}
export type OutgoingMail = Letter & { from: Mailbox; messageId: string; date: Date }

/** Rejects with the mail server's or the network's error; `signal` ends a try, its connection included. */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>

export type MailTransport = { sendMail: SendMail; close: () => void }

const second = 1_000

export function createMailTransport(smtpUrl: string, connections: number): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    // As many as jobs at once, so that no mail waits inside the pool while its claim runs out.
    maxConnections: connections,
    maxMessages: 500,
    // The pool must never send again by itself: after a lost connection nobody knows whether the mail went out.
    maxRequeues: 0,
    idleTimeout: 30 * second,
    dnsTimeout: 10 * second,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 20 * second,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async sendMail({ from, to, subject, text, html, messageId, date }, signal) {
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        html,
        messageId,
        date,
        signal,
        // Only ever one recipient, whatever a display name may look like.
        envelope: { from: from.address, to: [to.address] },
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
    },
    close: () => transport.close(),
  }
}
