import type { OutageKind } from '@kerbside/schema/deliveries/mail-outage.model'

/**
 * What an SMTP error means. `refused`: this recipient or this message, for good. `later`: this mail, for now. `outage`:
 * the mail server could not be reached or would take no mail from us at all, whichever it was.
 */
export type MailError =
  | { kind: 'refused'; message: string }
  | { kind: 'later'; message: string }
  | { kind: 'outage'; outage: OutageKind; message: string }

type SmtpError = { code?: unknown; responseCode?: unknown; command?: unknown }

/** Only a 5xx to this recipient or this message is final. A server that refuses us is ours to put right. */
export function readMailError(error: unknown): MailError {
  const { code, responseCode, command }: SmtpError = typeof error === 'object' && error !== null ? error : {}
  const message = withoutAddresses(error)
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', message } // the address is none
  // 421: the server is closing down, whatever it was asked.
  if ((command === 'RCPT TO' || command === 'DATA') && responseCode !== 421) {
    return { kind: isFinal ? 'refused' : 'later', message }
  }
  if (typeof code !== 'string' || aboutOneMail.has(code)) return { kind: 'later', message }
  return { kind: 'outage', outage: isFinal ? refusalOf(command) : 'unreachable', message }
}

/** Broke on our side, or because this process ended the try. */
const aboutOneMail = new Set(['ESTREAM', 'EABORT', 'EMAXLIMIT'])

function refusalOf(command: unknown): OutageKind {
  if (typeof command === 'string' && command.startsWith('AUTH')) return 'refuses-sign-in'
  return command === 'MAIL FROM' ? 'refuses-sender' : 'refuses-connection'
}

const longest = 300

/** What may be stored and logged: one line, without addresses. */
export function withoutAddresses(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const line = text.slice(0, 2_000).replace(/\s+/g, ' ').trim()
  return line.replace(/[^\s<>"(),;:=]*@[^\s<>"'(),;]*/g, '[address]').slice(0, longest)
}
