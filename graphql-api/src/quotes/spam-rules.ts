import type { HoldReason } from '@kerbside/schema/quotes/quote'
import type { Settings } from '@kerbside/schema/settings/settings'
import type { CheckedQuote } from '@kerbside/schema/submission/check-quote'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

/** Providers of addresses that work for minutes. A homeowner who uses one could not be reached. */
const disposableDomains = disposableEmailBlocklistSet()

/** The domain or one above it: providers hand out names below theirs as well. */
function isDisposable(email: string): boolean {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  return labels.some((_, index) => index < labels.length - 1 && disposableDomains.has(labels.slice(index).join('.')))
}

/** A web address, with or without a scheme, or the markup of a link. */
const link = /https?:\/\/|\bwww\.|\[url\b|<a\s/giu
/** In a name any domain is a link; the endings are those that spam uses and that end no word of a name. */
const domainInName =
  /[\p{L}\d-]{2,}\.(?:com|net|org|info|biz|xyz|top|shop|online|site|website|link|click|ru|ly|io)(?![\p{L}\d])/iu

/** One alone proves nothing, because people live in Casino Avenue and park a Ford Escort. */
const spamWords = [
  'viagra',
  'cialis',
  'casino',
  'jackpot',
  'bitcoin',
  'cryptocurrency',
  'forex',
  'payday loan',
  'escort',
  'porn',
  'backlinks',
  'guest post',
  'seo services',
  'search engine optimization',
  'website traffic',
  'instagram followers',
  'unsubscribe',
  'make money online',
]
const spamWordPatterns = spamWords.map((word) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu'))
const maxSpamWords = 1

/** What people typed freely: not places, which many people share. */
function freeTexts({ fields, values }: CheckedQuote): string[] {
  return fields.flatMap(({ column, field }) => {
    const isFree = ['text', 'textarea'].includes(field.type) && (column === null || column === 'additionalInfo')
    const value = values[field.name]
    return isFree && value ? [value] : []
  })
}
const nameColumns = ['firstName', 'lastName']

const namesOf = ({ fields, values }: CheckedQuote) =>
  fields.flatMap(({ column, field }) => (nameColumns.includes(column ?? '') ? [values[field.name] ?? ''] : []))

type Limits = Pick<Settings, 'holdDisposable' | 'linksPerQuote'>

/** Why the content of a quote looks like spam; null when it does not. */
export function contentReason(
  quote: CheckedQuote,
  email: string,
  { holdDisposable, linksPerQuote }: Limits,
): HoldReason | null {
  if (holdDisposable && isDisposable(email)) return 'disposable-address'
  const text = freeTexts(quote).join('\n').normalize('NFKC')
  const links = text.match(link)?.length ?? 0
  if (links > linksPerQuote || namesOf(quote).some((name) => domainInName.test(name.normalize('NFKC')))) return 'links'
  return spamWordPatterns.filter((pattern) => pattern.test(text)).length > maxSpamWords ? 'spam-words' : null
}

/** A shorter text is one that many people write, like 'Please call after five.' */
const shortestRepeatedText = 60

/** What is counted to see the same text again: without differences of case and spacing. Null when it is too short. */
export function countedText(quote: CheckedQuote): string | null {
  const text = freeTexts(quote).join('\n').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return text.length < shortestRepeatedText ? null : text
}
