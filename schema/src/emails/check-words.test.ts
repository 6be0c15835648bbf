import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { parse } from '../validate.ts'
import { wordsSchema } from './check-words.ts'
import { fillWords } from './fill-words.ts'
import { sampleEmail } from './sample-emails.ts'
import { emailTemplates, templateNames, templateOf, type EmailWords, type TemplateName } from './templates.ts'

/** Each error with its field. */
function errorsOf(name: TemplateName, changes: Partial<EmailWords>): string[] {
  try {
    parse(wordsSchema(name), { ...templateOf(name).builtIn, ...changes })
    return []
  } catch (error) {
    const fields = error instanceof AppError ? error.fields : {}
    return Object.entries(fields ?? {}).map(([field, messages]) => `${field}: ${messages.join(' ')}`)
  }
}

test.each(templateNames)('%s: the built-in words may be saved, and every variable they have is filled', (name) => {
  const { builtIn } = templateOf(name)
  expect(parse(wordsSchema(name), builtIn)).toEqual(builtIn)
  const { subject, text, html } = sampleEmail(name, builtIn, 'https://quotes.example')
  expect(`${subject}${text}${html}`).not.toMatch(/\{\{|\}\}|undefined/)
})

const required = templateNames.flatMap((name) =>
  Object.entries(templateOf(name).variables).flatMap(([variable, { requiredIn }]) =>
    requiredIn ? [{ name, variable, field: requiredIn }] : [],
  ),
)

test.each(required)('$name cannot be saved without {{$variable}} in its $field', ({ name, variable, field }) => {
  const text = templateOf(name).builtIn[field].replaceAll(`{{${variable}}}`, 'words')
  expect(errorsOf(name, { [field]: text })).toEqual([
    expect.stringMatching(new RegExp(`^${field}: \\{\\{${variable}\\}\\} is missing`)),
  ])
})

const { body, subject } = emailTemplates.offer.builtIn

test.each<[keyof EmailWords, string, RegExp]>([
  ['subject', `${subject} {{postcode}}`, /no variable \{\{postcode\}\}/],
  ['subject', `${subject} {{toString}}`, /no variable \{\{toString\}\}/],
  ['preheader', '{{refrence}}', /no variable \{\{refrence\}\}/],
  ['title', 'New {{buttons}}', /\{\{buttons\}\} can stand in the text only/],
  ['title', 'New {{job', /Write a variable like \{\{reference\}\}/],
  ['title', '', /Write something/],
  ['title', 'x'.repeat(121), /120 characters/],
  ['subject', `${subject}\r\nBcc: x@example.com`, /one line/],
  ['body', `${body}\n\nPress {{buttons}}`, /\{\{buttons\}\} a paragraph of its own/],
  ['body', body.replace('{{buttons}}', '## {{buttons}}'), /\{\{buttons\}\} a paragraph of its own/],
  ['body', `${body} {{name}`, /Write a variable like/],
  ['body', `${body}${'x'.repeat(5_000)}`, /5000 characters/],
  ['body', `${body}\u0007`, /control characters/],
])('of an offer the %s cannot be %j', (field, text, message) => {
  const errors = errorsOf('offer', { [field]: text })
  expect(errors).toEqual([expect.stringMatching(message)])
  expect(errors[0]?.startsWith(`${field}: `)).toBe(true)
})

test('spaces in a variable and line ends of Windows do no harm', () => {
  expect(
    errorsOf('offer', { body: body.replaceAll('{{', '{{ ').replaceAll('}}', ' }}').replaceAll('\n', '\r\n') }),
  ).toEqual([])
})

test('what a variable stands for is never read as a variable, a heading or a step', () => {
  const words = { subject: '{{firm}}', preheader: '-', title: '-', body: '{{firm}}\n\n1. {{firm}}\n\n## {{reference}}' }
  const values = {
    greeting: '',
    firm: '## {{reference}}',
    job: '$& job',
    reference: '1. one',
    firm_details: [],
    earlier_firms: '',
    own_page: [],
  }
  expect(fillWords('accepted-notice', words, values)).toEqual({
    subject: '## {{reference}}',
    preheader: '-',
    title: '-',
    blocks: ['## {{reference}}', { kind: 'steps', items: ['## {{reference}}'] }, { kind: 'heading', text: '1. one' }],
  })
})

test('a paragraph of which nothing is left is left out', () => {
  const { text } = sampleEmail('accepted-notice', templateOf('accepted-notice').builtIn, 'https://quotes.example')
  expect(text).toContain('Pave & Co already has your details.')
  const values = { greeting: 'Hello,', firm: 'A', job: 'job', reference: 'KB', firm_details: [], own_page: [] }
  const words = { subject: 's', preheader: 'p', title: 't', body: '{{greeting}}\n\n{{earlier_firms}}\n\nBye' }
  expect(fillWords('accepted-notice', words, { ...values, earlier_firms: '' }).blocks).toEqual(['Hello,', 'Bye'])
})

test('the offers of a day keep their jobs and all references, and the preview has several of them', () => {
  expect(errorsOf('offer-digest', { subject: 'Your jobs', body: 'Hello {{firm}}' })).toEqual([
    expect.stringMatching(/^subject: \{\{references\}\} is missing/),
    expect.stringMatching(/^body: \{\{jobs\}\} is missing/),
  ])
  const { subject, text } = sampleEmail('offer-digest', templateOf('offer-digest').builtIn, 'https://quotes.example')
  expect(subject).toBe('2 new jobs – KB-2ABC3D, KB-4EFG5H')
  for (const part of ['Accept KB-2ABC3D:', 'Accept KB-4EFG5H:']) expect(text).toContain(part)
})
