import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldErrors } from '../validate.ts'
import { budgetBands, defaultFormFields, timeframes } from './default-form.ts'
import { fieldTypes, newField, newOption, type FieldType, type FormField } from './form-definition.ts'
import { isEmail } from './email-address.ts'
import { answerLimit, answersSchema, missingLabels, plainLabel, mailboxOf } from './quote.ts'

const field = (type: FieldType, changes: Partial<FormField> = {}): FormField => ({
  ...newField(0),
  name: 'answer',
  label: 'Answer *',
  type,
  options: type === 'select' ? ['Yes', 'No'].map(newOption) : [],
  ...changes,
})

/** The kept value, or the message. */
function judge(of: FormField, input: unknown): unknown {
  const result = z.safeParse(answersSchema([of]), { [of.name]: input })
  return result.success ? result.data[of.name] : fieldErrors(result.error)
}
const rejected = (message: string) => ({ answer: [message] })

test.each([
  ['text', '  two\twords \n here ', 'two words here'],
  ['text', 12, '12'],
  ['textarea', ' one\r\ntwo ', 'one\ntwo'],
  ['textarea', 'a\u0000b', 'a b'],
  ['email', ' Ada@Example.COM ', 'ada@example.com'],
  ['tel', '07700 900123', '+447700900123'],
  ['number', ' 12.50 ', '12.5'],
  ['number', 7, '7'],
  ['number', '-3', '-3'],
  ['date', '2028-02-29', '2028-02-29'],
  ['url', 'example.com/a', 'https://example.com/a'],
  ['select', 'Yes', 'Yes'],
  ['checkbox', true, 'Yes'],
  ['checkbox', 'on', 'Yes'],
  ['checkbox', 'off', null],
  ['checkbox', false, null],
] as const)('%s: %j is kept as %j', (type, input, kept) => {
  expect(judge(field(type), input)).toBe(kept)
})

test.each([
  ['text', { $gt: '' }, 'Answer must be text'],
  ['text', ['a'], 'Answer must be text'],
  ['text', true, 'Answer must be text'],
  ['text', 'x'.repeat(answerLimit + 1), 'Answer must be 2,000 characters or fewer'],
  ['email', 'ada@example', 'Enter an email address in the correct format, like name@example.com'],
  ['email', 'ada@exam ple.com', 'Enter an email address in the correct format, like name@example.com'],
  ['tel', '12345', 'Enter a UK or Irish phone number, like 07700 900123 or 085 123 4567'],
  ['number', 'twelve', 'Answer must be a number, like 12'],
  ['number', '1e9', 'Answer must be a number, like 12'],
  ['date', '2027-02-29', 'Answer must be a real date, like 2027-03-31'],
  ['date', '31/03/2027', 'Answer must be a real date, like 2027-03-31'],
  ['url', 'javascript:alert(1)', 'Answer must be a web address, like https://www.example.com'],
  ['url', 'localhost', 'Answer must be a web address, like https://www.example.com'],
  ['select', 'perhaps', 'Choose one of the options for Answer'],
  ['select', 'constructor', 'Choose one of the options for Answer'],
  ['checkbox', 'maybe', 'Answer must be ticked or left empty'],
  ['checkbox', { toString: 1 }, 'Answer must be ticked or left empty'],
  ['checkbox', Object.create(null), 'Answer must be ticked or left empty'],
] as const)('%s: %j is rejected in words', (type, input, message) => {
  expect(judge(field(type), input)).toEqual(rejected(message))
})

test.each([
  ['60-80m2', '60–80m²'],
  ['60 - 80 m²', '60–80m²'],
  ['detached house', 'Detached house'],
  ['under £3,000', 'Under £3,000'],
  ['3000', null],
])('the choice %j means %j', (typed, value) => {
  const options = ['60–80m²', 'Detached house', 'Under £3,000'].map((each) => ({ value: each, label: each }))
  const asked = field('select', { options })
  expect(judge(asked, typed)).toEqual(value ?? rejected('Choose one of the options for Answer'))
})

test('a choice that could be two is none', () => {
  const options = ['A-B', 'a b'].map((each) => ({ value: each, label: each }))
  expect(judge(field('select', { options }), 'A B')).toEqual(rejected('Choose one of the options for Answer'))
  expect(judge(field('select', { options }), 'a b')).toBe('a b')
})

test('a postcode is known by its name, whatever its type', () => {
  const postcode = field('text', { name: 'postcode' })
  expect(judge(postcode, 'sw1a-1aa.')).toBe('SW1A 1AA')
  expect(judge(postcode, 'QX1 1AA')).toEqual({ postcode: [expect.stringContaining('No UK postcode starts with QX')] })
})

/** The messages of one answer among those of the whole default form. */
const messagesIn = (answers: Record<string, unknown>, name: string) => {
  const result = z.safeParse(answersSchema(defaultFormFields), answers)
  return result.success ? [] : (fieldErrors(result.error)[name] ?? [])
}

test.each([
  ['PO1 3AX', '07400 12345', 'Enter a UK phone number, like 07700 900123, or start with +353 for an Irish one'],
  ['po13ax', '085 123 4567', 'Enter a UK phone number, like 07700 900123, or start with +353 for an Irish one'],
  ['D02 X285', '07911 123456', 'Enter an Irish phone number, like 085 123 4567, or start with +44 for a UK one'],
  ['', '12345', 'Enter a UK or Irish phone number, like 07700 900123 or 085 123 4567'],
  ['no postcode', '12345', 'Enter a UK or Irish phone number, like 07700 900123 or 085 123 4567'],
])('beside the postcode %j the number %s is rejected in the words of its country', (postcode, mobile, message) => {
  expect(messagesIn({ postcode, mobile }, 'mobile')).toEqual([message])
})

test.each([
  ['PO1 3AX', '07400 123456'],
  ['PO1 3AX', '+353 85 123 4567'],
  ['D02 X285', '085 123 4567'],
  ['D02 X285', '07700 900123'],
  ['BT1 5GS', '00353 85 123 4567'],
  [null, '085 123 4567'],
])('beside the postcode %j the number %s is taken', (postcode, mobile) => {
  expect(messagesIn({ postcode, mobile }, 'mobile')).toEqual([])
})

test.each([
  ['Ana\nDoe', 'First name must be on one line'],
  ['Ana\u2028Doe', 'First name must be on one line'],
  ['Ana\u0085Doe', 'First name must be on one line'],
  ['see https://spam.example', 'First name must be a name, without a web address'],
  ['WWW.spam.example', 'First name must be a name, without a web address'],
  ['07700 900123', 'First name must have a letter in it'],
  ['x'.repeat(81), 'First name must be 80 characters or fewer'],
  [7, 'First name must be text'],
  [{ toString: 1 }, 'First name must be text'],
])('%j is no name', (input, message) => {
  const [first] = defaultFormFields
  expect(first && judge(first, input)).toEqual({ first_name: [message] })
  expect(judge(field('textarea', { name: 'lastName', label: 'First name' }), input)).toEqual({ lastName: [message] })
})

test.each([
  ['x'.repeat(80), 'x'.repeat(80)],
  [' Ana  Maria \n', 'Ana Maria'],
  ['O’Neill-Ó Súilleabháin', 'O’Neill-Ó Súilleabháin'],
  [`A${'😀'.repeat(79)}`, `A${'😀'.repeat(79)}`],
])('%j is a name', (input, kept) => {
  expect(judge(field('text', { name: 'first_name' }), input)).toBe(kept)
})

test.each([undefined, null, '', '   ', '\n'])('%j is no answer: asked for when required, null when not', (input) => {
  expect(judge(field('text', { required: true }), input)).toEqual(rejected('Enter your answer'))
  expect(judge(field('select', { required: true }), input)).toEqual(rejected('Choose an option for Answer'))
  expect(judge(field('text'), input)).toBeNull()
})

test('a required field that nobody can see, and a checkbox, are not asked for', () => {
  expect(judge(field('text', { required: true, visible: false }), '')).toBeNull()
  expect(judge(field('checkbox', { required: true }), undefined)).toBeNull()
})

test('every wrong field is named at once, and so is every unknown one', () => {
  const result = z.safeParse(answersSchema(defaultFormFields), { first_name: 'Ada', email: 'x', colour: 'red' })
  expect(result.success).toBe(false)
  if (result.success) return
  const required = defaultFormFields.filter((each) => each.required && each.name !== 'first_name')
  const wrong = [...required.map(({ name }) => name), 'colour']
  expect(Object.keys(fieldErrors(result.error)).toSorted()).toEqual(wrong.toSorted())
})

test('an unknown field is rejected by name', () => {
  const result = z.safeParse(answersSchema([field('text')]), { answer: 'a', is_admin: true })
  expect(result.success || fieldErrors(result.error)).toEqual({
    is_admin: ['This field is not expected here. Remove it and try again.'],
  })
})

test('a full default form is kept, with null where nothing was answered', () => {
  const choices = Object.fromEntries(defaultFormFields.map(({ name, options }) => [name, options[0]?.value ?? '']))
  const answers = {
    ...choices,
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.com',
    mobile: '085 123 4567',
    timeframe: timeframes[0],
    budget: budgetBands[0],
  }
  expect(z.parse(answersSchema(defaultFormFields), answers)).toMatchObject({
    mobile: '+353851234567',
    postcode: null,
    additionalInfo: null,
    propertyType: 'Detached house',
  })
})

test('whatever is typed, the answer is kept or rejected in words, and keeping it again changes nothing', () => {
  const types = fc.constantFrom(...fieldTypes)
  fc.assert(
    fc.property(types, fc.oneof(fc.string(), fc.anything(), fc.emailAddress(), fc.webUrl()), (type, input) => {
      const first = judge(field(type), input)
      const isRejected = typeof first === 'object' && first !== null
      const [messages, again] = isRejected
        ? [Object.values(first).flat(), first]
        : [['Kept'], judge(field(type), first)]
      expect(messages).not.toEqual([])
      expect(messages.filter((message) => !/^[A-Z]/.test(String(message)))).toEqual([])
      expect(again).toEqual(first)
    }),
  )
})

test.each([
  ['name@example.com', true],
  ["o'neill+tag@mail.example.co.uk", true],
  ['no-at.example.com', false],
  ['two@@example.com', false],
  ['a@b', false],
  ['a@-b.com', false],
  ['a@b..com', false],
  ['a b@example.com', false],
  [`${'x'.repeat(65)}@example.com`, false],
  [`a@${'b'.repeat(260)}.com`, false],
])('%s as an email address: %s', (text, good) => {
  expect(isEmail(text)).toBe(good)
})

test('the labels of what is missing are told without their star, and checkboxes are exempt', () => {
  const fields = [
    field('text', { required: true, label: 'Name *' }),
    field('checkbox', { name: 'agree', required: true, label: 'I agree *' }),
    field('text', { name: 'hidden', required: true, visible: false }),
  ]
  expect(missingLabels(fields, { answer: '  ' })).toEqual(['Name'])
  expect(missingLabels(fields, { answer: 'Ada' })).toEqual([])
  expect(plainLabel('Email address * ')).toBe('Email address')
})

test.each([
  ['A.b+1@Gmail.com', 'ab@gmail.com'],
  ['ab@googlemail.com', 'ab@gmail.com'],
  ['a.b+1@outlook.com', 'a.b@outlook.com'],
  ['a.b@homes.example', 'a.b@homes.example'],
  ['+1@homes.example', '+1@homes.example'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
