import * as z from 'zod/mini'
import type { FieldErrors } from '../errors.ts'
import { columnOf } from './columns.ts'
import type { FormField } from './form-definition.ts'
import { countOf } from '../text.ts'
import { cleanText, fold } from '../typed-text.ts'
import { parseEmail } from './email-address.ts'
import { parsePhone, phoneMessage, type Country } from './phone.ts'
import { countryOf, parsePostcode } from './postcode.ts'

/** Characters in one answer, after trimming (docs/specification.md, 3.2). */
export const answerLimit = 2_000
/** Bytes in one request body. */
export const bodyLimit = 64 * 1024
/** Filled in only by machines (docs/specification.md, 4). */
export const honeypotName = 'website_url'

/** Characters in a first or last name (docs/specification.md, 3.2). */
export const nameLimit = 80

/** Why a quote was held back from the leads (docs/specification.md, 4). */
// oxfmt-ignore
export const holdReasons = [
  'honeypot', 'too-fast', 'address-rate', 'contact-rate', 'contact-networks', 'repeated-text', 'disposable-address', 'links',
  'spam-words', 'no-challenge',
] as const
export type HoldReason = (typeof holdReasons)[number]

/** What the form tells the homeowner about sharing, stored with each lead word for word. */
export const quoteNotice = (firms: number): string =>
  `By sending this form you ask us to find up to ${countOf(firms, 'firm')} for your job. Each firm first sees the job and the area only; ` +
  'a firm that takes it on then gets your contact details, and we tell you its name. You agree to our terms of use; ' +
  'our privacy notice says what we store, for how long, and what you can ask of us.'

/** The words in it that link to a page, wherever it is shown. */
export const noticeLinks: Record<string, string> = { 'terms of use': '/terms', 'privacy notice': '/privacy' }

type Answers = Readonly<Record<string, unknown>>

/** Normalised answers under the form's names, null where nothing was answered; `errors` is empty when all are good. */
export type CheckedAnswers = { values: Record<string, string | null>; errors: FieldErrors }

/** Checks all answers of a form. The form in the browser and every endpoint of the server use it. */
export function checkAnswers(fields: readonly FormField[], answers: Answers): CheckedAnswers {
  const country = countryBeside(fields, answers)
  const values: CheckedAnswers['values'] = {}
  const errors: FieldErrors = {}
  for (const field of fields) {
    const check = checkAnswer(field, answers[field.name], country)
    if ('error' in check) errors[field.name] = [check.error]
    else values[field.name] = check.value
  }
  return { values, errors }
}

/** `checkAnswers` as the submit schema of one form. It rejects names that the form does not have. */
export function answersSchema(fields: readonly FormField[]) {
  const known = new Set(fields.map(({ name }) => name))
  return z.pipe(
    z.custom<Answers>((input) => typeof input === 'object' && input !== null, 'Must be the answers to a form'),
    z.transform((answers, ctx) => {
      const { values, errors } = checkAnswers(fields, answers)
      for (const [name, [message = '']] of Object.entries(errors)) {
        ctx.issues.push({ code: 'custom', path: [name], message, input: answers[name] })
      }
      const unknown = Object.keys(answers).filter((name) => !known.has(name))
      if (unknown.length > 0) ctx.issues.push({ code: 'unrecognized_keys', keys: unknown, input: answers })
      return values
    }),
  )
}

/** The country of the postcode among the answers, by which national phone numbers are read; null without one. */
function countryBeside(fields: readonly FormField[], answers: Answers): Country | null {
  const postcode = fields.some(({ name }) => name === 'postcode') ? answers['postcode'] : null
  return typeof postcode === 'string' ? countryOf(postcode) : null
}

type Check = { value: string | null } | { error: string }

/** Checks one answer by its field's rules. `country` is that of the postcode among the answers. */
export function checkAnswer(field: FormField, input: unknown, country: Country | null = null): Check {
  if (field.type === 'checkbox') return checkCheckbox(field, input)
  if (input !== undefined && input !== null && typeof input !== 'string' && typeof input !== 'number') {
    return { error: `${name(field)} must be text` }
  }
  const text = cleanText(input === undefined || input === null ? '' : String(input))
  if (text === '') return field.required && field.visible ? { error: askFor(field) } : { value: null }
  if (isName(field)) return checkName(field, text, input)
  if (text.length > answerLimit)
    return { error: `${name(field)} must be ${answerLimit.toLocaleString('en')} characters or fewer` }
  return checkText(field, text, country)
}

const isName = (field: FormField) => ['firstName', 'lastName'].includes(columnOf(field.name) ?? '')

/** Names appear in subject lines and greetings of emails, so they may not contain links or line breaks. */
function checkName(field: FormField, text: string, input: unknown): Check {
  if (typeof input !== 'string') return { error: `${name(field)} must be text` }
  if (text.includes('\n')) return { error: `${name(field)} must be on one line` }
  if (/:\/\/|www\./i.test(text.normalize('NFKC'))) {
    return { error: `${name(field)} must be a name, without a web address` }
  }
  const oneLine = text.replace(/\s+/g, ' ')
  if (!/\p{L}/u.test(text)) return { error: `${name(field)} must have a letter in it` }
  if ([...oneLine].length > nameLimit) return { error: `${name(field)} must be ${nameLimit} characters or fewer` }
  return { value: oneLine }
}

function checkText(field: FormField, text: string, country: Country | null): Check {
  if (field.name === 'postcode') {
    const postcode = parsePostcode(text)
    return postcode.ok ? { value: postcode.value } : { error: postcode.message }
  }
  switch (field.type) {
    case 'email': {
      const email = parseEmail(text)
      return email.ok ? { value: email.value } : { error: email.message }
    }
    case 'tel': {
      const phone = parsePhone(text, country)
      return phone ? { value: phone } : { error: phoneMessage(country, text) }
    }
    case 'number':
      return /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(text)
        ? { value: String(Number(text)) }
        : { error: `${name(field)} must be a number, like 12` }
    case 'date':
      return isDate(text) ? { value: text } : { error: `${name(field)} must be a real date, like 2027-03-31` }
    case 'url':
      return checkUrl(field, text)
    case 'select': {
      const option = optionOf(field, text)
      return option === null ? { error: `Choose one of the options for ${name(field)}` } : { value: option }
    }
    case 'textarea':
      return { value: text }
    case 'text':
    case 'checkbox':
      return { value: text.replace(/\s+/g, ' ') }
  }
}

/** The value of the option that a text means: '60-80m2' is '60–80 m²'. Null for none, and where two could be meant. */
function optionOf({ options }: FormField, text: string): string | null {
  if (options.some(({ value }) => value === text)) return text
  const alike = options.filter(({ value, label }) => [value, label].some((each) => alikeText(each) === alikeText(text)))
  return alike.length === 1 && alike[0] ? alike[0].value : null
}

const alikeText = (text: string) => fold(text).replace(/[\p{Pd}\s]/gu, '')

function checkCheckbox(field: FormField, input: unknown): Check {
  if (input === undefined || input === null || input === '' || input === false) return { value: null }
  if (input === true) return { value: 'Yes' }
  const text = typeof input === 'string' || typeof input === 'number' ? String(input).toLowerCase() : null
  if (text === null) return { error: `${name(field)} must be ticked or left empty` }
  if (['on', 'yes', 'true', '1'].includes(text)) return { value: 'Yes' }
  if (['off', 'no', 'false', '0'].includes(text)) return { value: null }
  return { error: `${name(field)} must be ticked or left empty` }
}

function checkUrl(field: FormField, text: string): Check {
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : null
  const good = url && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.')
  return good ? { value: url.href } : { error: `${name(field)} must be a web address, like https://www.example.com` }
}

const withoutDots = ['gmail.com', 'googlemail.com']

/**
 * The mailbox that an email address leads to, for counting: `a.b+tag@googlemail.com` → `ab@gmail.com`. Providers pass on
 * what stands behind a plus, and Google what has other dots (https://support.google.com/mail/answer/7436150).
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const [box = ''] = name.split('+')
  if (box === '' || !withoutDots.includes(domain)) return `${box || name}@${domain}`
  return `${box.replaceAll('.', '')}@gmail.com`
}

function isDate(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The label as people read it, without the mark of a required field (docs/specification.md, 3.2). */
export const plainLabel = (label: string) => label.replace(/\s*\*\s*$/, '').trim()
const name = (field: FormField) => plainLabel(field.label)
// 'First Name' reads as 'first name' in a sentence; 'VAT number' stays.
const inSentence = (label: string) => label.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
const askFor = (field: FormField) =>
  field.type === 'select' ? `Choose an option for ${name(field)}` : `Enter your ${inSentence(name(field))}`

/** Labels of the visible required fields that are empty, for the toast 'Missing Information'. */
export function missingLabels(fields: readonly FormField[], answers: Record<string, unknown>): string[] {
  return fields
    .filter((field) => field.visible && field.required && field.type !== 'checkbox')
    .filter((field) => String(answers[field.name] ?? '').trim() === '')
    .map(name)
}
