import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { SendMail } from '../mail.ts'

const second = 1_000
const minute = 60 * second

/** RFC 2369 and RFC 8058. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

type TransportConfig = Pick<Config, 'SMTP_URL' | 'WORKER_CONCURRENCY' | 'MAIL_TIMEOUT_SECONDS'>

/** Waits as long as RFC 5321, section 4.5.3.2, asks for: leaving before the answer means sending the mail twice. */
export function createMailTransport(config: TransportConfig): { sendMail: SendMail; close: () => void } {
  const answerMs = config.MAIL_TIMEOUT_SECONDS * second
  const transport = createTransport({
    url: config.SMTP_URL,
    pool: true,
    // Fewer connections than mails under way, so that none is ever without work.
    maxConnections: config.WORKER_CONCURRENCY,
    maxMessages: 500,
    // The pool must never resend: after a lost connection it is unknown whether the mail went out.
    maxRequeues: 0,
    idleTimeout: 30 * second,
    dnsTimeout: 30 * second,
    // Reaching the server, its greeting and TLS together; the greeting alone may take five minutes.
    connectionTimeout: Math.min(6 * minute, answerMs),
    greetingTimeout: Math.min(5 * minute, answerMs),
    // From one byte to the next: ten minutes for the last answer, and no less for the others.
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async sendMail({ envelopeFrom, unsubscribe, ...mail }, signal) {
      const { response } = await transport.sendMail({
        ...mail,
        signal,
        // An explicit envelope: the mail has one recipient, whatever a display name contains.
        envelope: { from: envelopeFrom ?? mail.from.address, to: [mail.to.address] },
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...(unsubscribe && oneClick(unsubscribe)),
        },
      })
      return response
    },
    close: () => transport.close(),
  }
}
