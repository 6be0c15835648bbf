import { columnOf, type LeadColumn } from '../quotes/columns.ts'
import { defaultFormFields } from '../quotes/default-form.ts'
import type { Answer, Lead } from '../leads/lead.ts'
import type { Offer } from '../offers/offer.ts'
import { createNameFinder, type Found } from './name-finder.ts'

/** Replaces what is personal. */
export const blanked = '[removed]'

type Names = Pick<Lead, 'firstName' | 'lastName'>

/**
 * Makes free text such as a firm may read before it accepts the job: without emails, web addresses, phone numbers,
 * postcodes and the homeowner's names. In doubt it blanks too much; the firm that accepts gets the whole text.
 */
export function createBlanker({ firstName, lastName }: Names): (text: string) => string {
  const findNames = createNameFinder([firstName, lastName])
  return (text) => {
    const visible = text.normalize('NFC').replace(invisible, '')
    const withoutContact = blank(visible, contactPatterns)
    const withoutPhones = withoutContact.replace(digitRuns, (run, before: string) =>
      isPhone(run, before) ? blanked : run,
    )
    const withoutPostcodes = blank(withoutPhones, postcodePatterns)
    return replaceAll(withoutPostcodes, findNames(withoutPostcodes)).normalize('NFC')
  }
}

function replaceAll(text: string, places: readonly Found[]): string {
  let rest = 0
  const parts = places.map(({ start, end }) => {
    const before = text.slice(rest, start)
    rest = end
    return before + blanked
  })
  return parts.join('') + text.slice(rest)
}

// Keeps the punctuation after an address, which belongs to the sentence.
const blank = (text: string, patterns: readonly RegExp[]) =>
  patterns.reduce(
    (rest, pattern) => rest.replace(pattern, (found) => blanked + (/[.,;:!?]$/.exec(found)?.[0] ?? '')),
    text,
  )

// Zero-width characters, joiners and keycap marks, which would hide a number from a pattern but not from a reader.
const invisible = /\p{Cf}|\uFE0F|\u20E3/gu

const at = String.raw`(?:[@＠]|\(at\)|\[at\]|\{at\})`
const topLevels =
  'com|co|uk|ie|org|net|info|biz|io|me|app|dev|eu|online|site|shop|store|website|xyz|tv|gg|link|page|work|pro|email|mobi|us|de|fr|es|it|nl|scot|wales|cymru|london'
// Each pattern starts only at the beginning of a run of its letters, so that a long word is read once and not once for
// each of its letters.
const notAfter = (letters: string) => `(?<![${letters}])`
const hostLetters = String.raw`\p{L}\p{Nd}.\-`
const contactPatterns = [
  /(?<![\p{L}\p{Nd}])@[\w.]{2,}/gu, // a name on a social network
  new RegExp(String.raw`(?<![^\s<>()])[^\s<>()]+\s?${at}\s?[^\s<>()]+(?:\s?(?:\(dot\)|\[dot\])\s?\w+)*`, 'giu'),
  new RegExp(String.raw`${notAfter(String.raw`\w.+\-`)}[\w.+\-]+ at [\w\-]+(?: dot \w+)+`, 'giu'),
  new RegExp(String.raw`(?:${notAfter(String.raw`a-z\d+.\-`)}[a-z\d+.\-]+:\/\/|www\.|mailto:|tel:)\S+`, 'giu'),
  new RegExp(
    String.raw`${notAfter(hostLetters)}[${hostLetters}]*[\p{L}\p{Nd}\-]\.(?:${topLevels})(?![\p{L}\p{Nd}])(?:[\/?#:]\S*)?`,
    'giu',
  ),
  new RegExp(String.raw`${notAfter(hostLetters)}[${hostLetters}]*[\p{L}\p{Nd}\-]\.[a-z\d\-]+\/\S*`, 'giu'),
  /(?:(?<!\p{L})(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|double|triple)(?!\p{L})[\s,.–-]*){7,}/giu,
]

const digitRuns = /(?<=(.?))(?:\+|\()?\p{Nd}(?:[\s().\-–/]{0,3}\p{Nd})+/gu

/** Seven digits or more are a phone number, unless they are a date or a sum of money. */
function isPhone(run: string, before: string): boolean {
  if ((run.match(/\p{Nd}/gu) ?? []).length < 7) return false
  if (/^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4})$/.test(run)) return false
  return !(/[£€$]/.test(before) && /^[1-9]/.test(run) && run.length < 12)
}

const gap = String.raw`[\s.\-]{0,3}`
const postcodePatterns = [
  new RegExp(String.raw`(?<![\p{L}\p{Nd}])[A-Z]{1,2}\d[A-Z\d]?${gap}\d[A-Z]{2}(?![\p{L}\p{Nd}])`, 'giu'),
  new RegExp(
    String.raw`(?<![\p{L}\p{Nd}])(?:[AC-FHKNPRTV-Y]\d\d|D6W)${gap}[0-9AC-FHKNPRTV-Y]{4}(?![\p{L}\p{Nd}])`,
    'giu',
  ),
]

const contactColumns: readonly (LeadColumn | null)[] = ['firstName', 'lastName', 'email', 'mobile', 'postcode']
// The form's own options stay as they are: a Mr Stone may ask for natural stone.
const offeredWords = new Set(defaultFormFields.flatMap(({ options }) => options.map(({ value }) => value)))

/** The job as an offer describes it: every answer but name and contact, free text blanked. */
export function jobAnswers(lead: Names & Pick<Lead, 'answers'>): Answer[] {
  const blankText = createBlanker(lead)
  return lead.answers
    .filter(({ name }) => !contactColumns.includes(columnOf(name)))
    .map((answer) => ({ ...answer, value: offeredWords.has(answer.value) ? answer.value : blankText(answer.value) }))
}

/** What a firm may read of what the homeowner wrote: all of it with the contact details, else with them blanked. */
export const firmReads = (lead: Names & Pick<Lead, 'sharingStoppedAt'>, { state }: Pick<Offer, 'state'>) =>
  state === 'accepted' && !lead.sharingStoppedAt ? (text: string) => text : createBlanker(lead)
