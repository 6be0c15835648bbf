import { createTransport } from 'nodemailer'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import type { SendEmail } from '../email.ts'

const second = 1_000

/** RFC 2369 and RFC 8058. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

type TransportConfig = Pick<Config, 'SMTP_URL' | 'WORKER_CONCURRENCY' | 'MAIL_TIMEOUT_SECONDS'>

/**
 * Waits for the answer to a message as long as RFC 5321, section 4.5.3.2, asks for: leaving before it means sending the email
 * twice. Until the message begins, leaving is harmless.
 */
export function createEmailTransport(config: TransportConfig): { sendEmail: SendEmail; close: () => void } {
  const answerMs = config.MAIL_TIMEOUT_SECONDS * second
  const transport = createTransport({
    url: config.SMTP_URL,
    pool: true,
    maxConnections: config.WORKER_CONCURRENCY,
    maxMessages: 500,
    // The pool must never resend: after a lost connection it is unknown whether the email went out.
    maxRequeues: 0,
    idleTimeout: 30 * second,
    // From one byte to the next: ten minutes for the last answer.
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // By the signal of a try, what is read once the server lets us begin with the message.
  const messages = new WeakMap<AbortSignal, Readable>()
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((stream) => {
      if (data.signal) messages.set(data.signal, stream)
      return stream
    })
    done()
  })
  return {
    async sendEmail({ envelopeFrom, unsubscribe, ...email }, { startMs, wholeMs }) {
      const ended = new AbortController()
      const { signal } = ended
      const waitMs = Math.min(startMs, answerMs)
      let isSilent = false
      const silence = setTimeout(() => {
        if (messages.get(signal)?.readableDidRead) return
        isSilent = true
        ended.abort()
      }, waitMs)
      const whole = setTimeout(() => ended.abort(new DOMException('The try took too long', 'TimeoutError')), wholeMs)
      try {
        const { response } = await transport.sendMail({
          ...email,
          signal,
          // An explicit envelope: the email has one recipient, whatever a display name contains.
          envelope: { from: envelopeFrom ?? email.from.address, to: [email.to.address] },
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribe && oneClick(unsubscribe)),
          },
        })
        return response
      } catch (error) {
        if (!isSilent) throw error
        throw Object.assign(new Error(`No answer within ${waitMs / second} seconds`), { code: 'ETIMEDOUT' })
      } finally {
        clearTimeout(silence)
        clearTimeout(whole)
      }
    },
    close: () => transport.close(),
  }
}
