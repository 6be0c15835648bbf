import * as z from 'zod/mini'
import type { FormField } from './form-definition.ts'
import { parsePhone, phoneMessage } from './phone.ts'
import { parsePostcode } from './postcode.ts'

/** Characters in one answer, after trimming (contracts, section 2). */
export const answerLimit = 2_000
/** Bytes in one request body. */
export const bodyLimit = 64 * 1024
/** Filled in only by machines (contracts, section 7). */
export const honeypotName = 'website_url'

/**
 * The submit schema of one form: an object of normalised answers under the form's names, null where nothing was
 * answered. The form in the browser and every door of the server validate with this.
 */
export function answersSchema(fields: readonly FormField[]) {
  return z.strictObject(Object.fromEntries(fields.map((field) => [field.name, answerSchema(field)])))
}

type Check = { value: string | null } | { error: string }

function answerSchema(field: FormField) {
  return z.pipe(
    // A missing answer is judged like an empty one, in the field's own words.
    z.optional(z.unknown()),
    z.transform((input, ctx) => {
      const result = checkAnswer(field, input)
      if ('value' in result) return result.value
      ctx.issues.push({ code: 'custom', message: result.error, input })
      return z.NEVER
    }),
  )
}

/** One answer by its field's rules. Pure; the message says what to do. */
export function checkAnswer(field: FormField, input: unknown): Check {
  if (field.type === 'checkbox') return checkCheckbox(field, input)
  if (input !== undefined && input !== null && typeof input !== 'string' && typeof input !== 'number') {
    return { error: `${name(field)} must be text` }
  }
  const text = clean(input === undefined || input === null ? '' : String(input))
  if (text === '') return field.required && field.visible ? { error: askFor(field) } : { value: null }
  if (text.length > answerLimit)
    return { error: `${name(field)} must be ${answerLimit.toLocaleString('en')} characters or fewer` }
  return checkText(field, text)
}

// Control characters have no place in an answer; line breaks stay.
const clean = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000B-\u001F\u007F]/g, ' ')
    .trim()

function checkText(field: FormField, text: string): Check {
  if (field.name === 'postcode') {
    const postcode = parsePostcode(text)
    return postcode.ok ? { value: postcode.value } : { error: postcode.message }
  }
  switch (field.type) {
    case 'email':
      return isEmail(text)
        ? { value: text.toLowerCase() }
        : { error: 'Enter an email address in the correct format, like name@example.com' }
    case 'tel': {
      const phone = parsePhone(text)
      return phone ? { value: phone } : { error: phoneMessage }
    }
    case 'number':
      return /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(text)
        ? { value: String(Number(text)) }
        : { error: `${name(field)} must be a number, like 12` }
    case 'date':
      return isDate(text) ? { value: text } : { error: `${name(field)} must be a real date, like 2027-03-31` }
    case 'url':
      return checkUrl(field, text)
    case 'select':
      return field.options?.some(({ value }) => value === text)
        ? { value: text }
        : { error: `Choose one of the options for ${name(field)}` }
    default:
      return { value: field.type === 'textarea' ? text : text.replace(/\s+/g, ' ') }
  }
}

function checkCheckbox(field: FormField, input: unknown): Check {
  if (input === undefined || input === null || input === '' || input === false) return { value: null }
  if (input === true) return { value: 'Yes' }
  const text = String(input).toLowerCase()
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

// One `@`, something before it, a dotted name after it. Whether it reaches anybody only a mail can tell.
export const isEmail = (text: string) =>
  text.length <= 254 &&
  /^[^\s@<>(),;:"[\]\\]{1,64}@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i.test(text)

function isDate(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The label as people read it, without the mark of a required field (specification, section 5). */
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
