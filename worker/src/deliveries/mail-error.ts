import type { OutageKind } from '@kerbside/schema/deliveries/mail-outage.model'

/**
 * What an SMTP error means. `rejected`: the server will never take this email. `later`: it may take it later. `outage`: it
 * could not be reached, or it takes no email of ours at all.
 */
export type MailError =
  | { kind: 'rejected'; message: string }
  | { kind: 'later'; message: string }
  | { kind: 'outage'; outage: OutageKind; message: string }

type SmtpError = { code?: unknown; responseCode?: unknown; command?: unknown }

/** Only a 5xx answer to the recipient or the message is final. A server that rejects Kerbside itself is an outage. */
export function readMailError(error: unknown): MailError {
  const { code, responseCode, command }: SmtpError = typeof error === 'object' && error !== null ? error : {}
  const message = withoutAddresses(error)
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'rejected', message } // not an address
  // 421 means that the server is shutting down, whichever command it answers.
  if ((command === 'RCPT TO' || command === 'DATA') && responseCode !== 421) {
    return { kind: isFinal ? 'rejected' : 'later', message }
  }
  if (typeof code !== 'string' || aboutOneEmail.has(code)) return { kind: 'later', message }
  return { kind: 'outage', outage: isFinal ? outageKindOf(command) : 'unreachable', message }
}

/** These errors come from this process, so they tell nothing about the mail server. */
const aboutOneEmail = new Set(['ESTREAM', 'EABORT', 'EMAXLIMIT'])

function outageKindOf(command: unknown): OutageKind {
  if (typeof command === 'string' && command.startsWith('AUTH')) return 'refuses-sign-in'
  return command === 'MAIL FROM' ? 'refuses-sender' : 'refuses-connection'
}

const maxLength = 300

/**
 * An error's message, or an answer of the mail server, as it may be stored and logged: one line, without email addresses
 * and without the recipient's name before the `@`, which servers like to quote alone.
 */
export function withoutAddresses(error: unknown, recipient = ''): string {
  const text = error instanceof Error ? error.message : String(error)
  const line = text.slice(0, 2_000).replace(/\s+/g, ' ').trim()
  const blanked = line.replace(/[^\s<>"(),;:=]*@[^\s<>"'(),;]*/g, '[address]')
  return withoutName(blanked, recipient.slice(0, recipient.lastIndexOf('@'))).slice(0, maxLength)
}

function withoutName(text: string, name: string): string {
  if (name.length < 3) return text
  // Saves making the expression for nearly every email: most servers do not quote the name.
  const isPlain = /^[\x20-\x7e]*$/.test(text + name)
  if (isPlain && !text.toLowerCase().includes(name.toLowerCase())) return text
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return text.replace(new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, 'giu'), '[address]')
}
