import { columnOf, type LeadColumn } from '../quotes/columns.ts'
import { defaultFormFields } from '../quotes/default-form.ts'
import type { Answer, Lead } from './lead.ts'

/** What stands where something personal stood. */
export const blanked = '[removed]'

type Names = Pick<Lead, 'firstName' | 'lastName'>

/**
 * Free text as a firm may read it before it has taken the job: without emails, web addresses, phone numbers, postcodes
 * and the homeowner's own names. Rather blanks too much than too little; the firm that accepts gets the whole text.
 */
export function blankPersonal(text: string, names: Names): string {
  const visible = text.normalize('NFC').replace(invisible, '')
  const withoutContact = blank(visible, contactPatterns)
  const withoutPhones = withoutContact.replace(digitRuns, (run, before: string) =>
    isPhone(run, before) ? blanked : run,
  )
  // Decomposed, so that Zoe is found in Zoë.
  return blank(blank(withoutPhones, postcodePatterns).normalize('NFD'), namePatterns(names)).normalize('NFC')
}

// The full stop after an address belongs to the sentence.
const blank = (text: string, patterns: readonly RegExp[]) =>
  patterns.reduce(
    (rest, pattern) => rest.replace(pattern, (found) => blanked + (/[.,;:!?]$/.exec(found)?.[0] ?? '')),
    text,
  )

// Zero-width characters, joiners and the marks of keycap emoji: they hide a number from a pattern, not from a reader.
const invisible = /\p{Cf}|\uFE0F|\u20E3/gu

const at = String.raw`(?:[@＠]|\(at\)|\[at\]|\{at\})`
const topLevels =
  'com|co|uk|ie|org|net|info|biz|io|me|app|dev|eu|online|site|shop|store|website|xyz|tv|gg|link|page|work|pro|email|mobi|us|de|fr|es|it|nl|scot|wales|cymru|london'
const contactPatterns = [
  /(?<![\p{L}\p{Nd}])@[\w.]{2,}/gu, // a name on a social network
  new RegExp(String.raw`[^\s<>()]+\s?${at}\s?[^\s<>()]+(?:\s?(?:\(dot\)|\[dot\])\s?\w+)*`, 'giu'),
  /[\w.+-]+ at [\w-]+(?: dot \w+)+/giu,
  /(?:[a-z][a-z\d+.-]*:\/\/|www\.|mailto:|tel:)\S+/giu,
  new RegExp(
    String.raw`(?<![\p{L}\p{Nd}])[\p{L}\p{Nd}-]+(?:\.[\p{L}\p{Nd}-]+)*\.(?:${topLevels})(?![\p{L}\p{Nd}])(?:[/?#:]\S*)?`,
    'giu',
  ),
  /(?<![\p{L}\p{Nd}])[a-z\d-]+(?:\.[a-z\d-]+)+\/\S*/giu,
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

/** Each name, and each part of a double one, in any case and with or without its accents and apostrophes. */
function namePatterns({ firstName, lastName }: Names): RegExp[] {
  const parts = [firstName, lastName].flatMap((name) => [name.trim(), ...name.trim().split(/[\s-]+/)])
  return [...new Set(parts)]
    .filter((name) => name.length > 1)
    .sort((a, b) => b.length - a.length)
    .map((name) => new RegExp(`${notWithin.before}${lettersOf(name)}${notWithin.after}`, 'giu'))
}

const notWithin = { before: String.raw`(?<![\p{L}\p{M}\p{Nd}])`, after: String.raw`(?![\p{L}\p{M}\p{Nd}])` }

function lettersOf(name: string): string {
  const bare = name.normalize('NFD').replace(/\p{M}/gu, '')
  return [...bare].map(letterPattern).join('')
}

function letterPattern(letter: string): string {
  if (/['’‘`´]/u.test(letter)) return "['’‘`´]?"
  if (/\p{L}/u.test(letter)) return String.raw`${letter}\p{M}*`
  return /\s/u.test(letter) ? String.raw`\s+` : letter.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

const contactColumns: readonly (LeadColumn | null)[] = ['firstName', 'lastName', 'email', 'mobile', 'postcode']
// The form's own words: a Mr Stone may ask for natural stone.
const offeredWords = new Set(defaultFormFields.flatMap(({ options }) => options.map(({ value }) => value)))

/** The job as an offer describes it: every answer but name and contact, free text blanked. */
export function jobAnswers(lead: Names & Pick<Lead, 'answers'>): Answer[] {
  return lead.answers
    .filter(({ name }) => !contactColumns.includes(columnOf(name)))
    .map((answer) => ({
      ...answer,
      value: offeredWords.has(answer.value) ? answer.value : blankPersonal(answer.value, lead),
    }))
}
