/** What an SMTP error means for the mail: a permanent one would only be refused again. */
export type MailError = { permanent: boolean; message: string }

type SmtpError = { code?: unknown; responseCode?: unknown; command?: unknown }

/**
 * Permanent: the server refused this recipient or this message (5xx), or the address is none. Everything else, a
 * refused sign-in or sender included, is ours or the network's to put right, so the mail is tried again.
 */
export function readMailError(error: unknown): MailError {
  const { code, responseCode, command }: SmtpError = typeof error === 'object' && error !== null ? error : {}
  const refused = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  const ofThisMail = command === 'RCPT TO' || command === 'DATA'
  const badAddress = code === 'EENVELOPE' && command === 'API'
  return { permanent: (refused && ofThisMail) || badAddress, message: withoutAddresses(error) }
}

const longest = 300

/** What may be stored and logged: one line, without addresses. */
export function withoutAddresses(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const line = text.slice(0, 2_000).replace(/\s+/g, ' ').trim()
  return line.replace(/[^\s<>"(),;:=]*@[^\s<>"'(),;]*/g, '[address]').slice(0, longest)
}
