import { straightApostrophes, withoutHidden } from '../typed-text.ts'

type EmailResult = { ok: true; value: string } | { ok: false; message: string }

const example = 'Enter an email address in the correct format, like name@example.com'
const ascii = /^[\x21-\x7e]*$/

/**
 * An email address as it is stored: in lower case, with straight apostrophes, a domain with accents in ASCII (RFC 3492),
 * and without characters that nobody sees. Only an email can tell whether it works.
 */
export function parseEmail(text: string): EmailResult {
  const typed = straightApostrophes(withoutHidden(text))
    .replace(/^mailto:/i, '')
    .replace('＠', '@')
  const at = typed.lastIndexOf('@')
  const [name, domain] = [typed.slice(0, at), typed.slice(at + 1)]
  if (at < 1 || domain === '') return { ok: false, message: example }
  if (!ascii.test(name) && !/\s/.test(name)) {
    return {
      ok: false,
      message: 'The part before the @ can only have letters without accents. Check it, or use another address',
    }
  }
  if (/^\.|\.\.|\.$/.test(name) || /^\.|\.\.|\.$/.test(domain)) {
    return { ok: false, message: `There is a full stop too many in this email address. ${example}` }
  }
  const value = `${name}@${asciiDomain(domain) ?? domain}`.toLowerCase()
  return isEmail(value) ? { ok: true, value } : { ok: false, message: example }
}

/** What an address is looked up by: as it is stored, or, where it cannot be one, as it was typed. */
export function emailToFind(text: string): string {
  const email = parseEmail(text)
  return email.ok ? email.value : text.trim().toLowerCase()
}

/** 'müller.ie' → 'xn--mller-kva.ie'; null for what is no domain. */
function asciiDomain(domain: string): string | null {
  if (ascii.test(domain)) return domain
  if (/[\s/:?#@\\[\]]/.test(domain)) return null
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : null
}

// RFC 5321: a name of 64 characters in dotted parts, and a dotted domain whose labels have 63 at most.
const label = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?'
const pattern = new RegExp(
  `^(?=.{1,254}$)(?=[^@]{1,64}@)[^\\s@<>(),;:"[\\]\\\\.\\x00-\\x20\\x7f-\\uffff]+(?:\\.[^\\s@<>(),;:"[\\]\\\\.\\x00-\\x20\\x7f-\\uffff]+)*@${label}(?:\\.${label})+$`,
  'i',
)

/** Whether mail can be sent to exactly this text. `parseEmail` reads what people type. */
export const isEmail = (text: string): boolean => pattern.test(text)
