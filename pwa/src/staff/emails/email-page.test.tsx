// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enter } from '../testing/user.tsx'
import { answerOf, renderStaff, type Failure } from '../testing/render-staff.tsx'
import { EmailEditor } from './email-page.tsx'
import { emailTemplates, type EmailWords } from './emails.queries.ts'

const words: EmailWords = {
  subject: 'We have it – {{reference}}',
  preheader: 'Soon more.',
  title: 'We have it',
  body: 'Thank you.\n\n{{own_page}}',
}
const older = {
  version: 1,
  savedAt: '2026-11-20T10:00:00Z',
  savedBy: { name: 'Ben' },
  words: { ...words, title: 'Old' },
}

const missing: Failure = {
  message: 'Please check the highlighted fields.',
  code: 'BAD_USER_INPUT',
  fields: { subject: ['{{reference}} is missing.'] },
}

function FirstEmail() {
  const { data } = useQuery(emailTemplates())
  return data?.[0] ? <EmailEditor template={data[0]} /> : null
}

/** The editor on a server that rejects a subject without the reference, and each save with one of these. */
async function openEditor(...failures: Failure[]) {
  const template = {
    name: 'CONFIRMATION',
    label: 'Confirmation',
    sent: 'To the homeowner.',
    after: 'Why they get it.',
    version: 2,
    isBuiltIn: false,
    words,
    variables: [
      { name: 'reference', meaning: 'The reference', requiredIn: 'subject', isBlock: false },
      { name: 'own_page', meaning: 'The way to the own page', requiredIn: 'body', isBlock: true },
    ],
    history: [{ ...older, version: 2, words }, older],
  }
  const saved: { words: EmailWords | null; version: number }[] = []
  const { user } = await renderStaff(<FirstEmail />, (operation, variables) => {
    if (operation === 'EmailTemplates') return answerOf({ emailTemplates: [template] })
    const isWrong = variables.words !== null && !variables.words.subject.includes('{{reference}}')
    if (operation === 'EmailPreview') {
      const html = `<style></style><h1>${variables.words.title}</h1>`
      return answerOf({ emailPreview: { subject: 'Rendered', html } }, isWrong ? missing : undefined)
    }
    saved.push({ words: variables.words, version: variables.version })
    const failure = isWrong ? missing : failures.shift()
    if (!failure) Object.assign(template, { version: template.version + 1, words: variables.words ?? words })
    return answerOf({ saveEmailTemplate: { version: 3 } }, failure)
  })
  await screen.findByRole('form', { name: 'Words of the email' })
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
  const type = (name: string, text: string) => enter(user, field(name), text)
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const frame = () => screen.findByTitle('Preview of the email')
  return { user, saved, field, type, press, frame }
}

test('the preview follows what is typed, and what is typed is saved', async () => {
  const { saved, type, press, frame } = await openEditor()
  expect(screen.getByRole('button', { name: 'Save Email' })).toHaveProperty('disabled', true)
  await type('Heading', 'Hello there')
  await waitFor(async () => expect((await frame()).getAttribute('srcdoc')).toContain('<h1>Hello there</h1>'))
  expect((await frame()).getAttribute('sandbox')).toBe('')
  await press('Save Email')
  await screen.findByText('Email saved')
  expect(saved).toEqual([{ words: { ...words, title: 'Hello there' }, version: 2 }])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save Email' })).toHaveProperty('disabled', true))
})

test('a missing variable is an error at its field while typing, blocks saving, and the last preview stays', async () => {
  const { saved, field, type, press, frame } = await openEditor()
  await frame()
  await type('Subject', 'We have it')
  await screen.findByText('{{reference}} is missing.')
  expect(field('Subject').getAttribute('aria-invalid')).toBe('true')
  expect((await frame()).getAttribute('srcdoc')).toContain('<h1>We have it</h1>')
  await press('Save Email')
  await screen.findByText('Failed to save the email')
  expect(document.activeElement).toBe(field('Subject'))
  expect(saved).toHaveLength(1)
  expect(field('Subject').value).toBe('We have it')
})

test('a pressed variable is inserted where the caret was; a table gets a paragraph of its own', async () => {
  const { user, field, type, press } = await openEditor()
  await type('Subject', 'About ')
  await press('{{reference}}')
  expect(field('Subject').value).toBe('About {{reference}}')
  expect(document.activeElement).toBe(field('Subject'))
  await type('Text', 'One Two')
  field('Text').setSelectionRange(3, 3)
  await user.click(screen.getByRole('button', { name: '{{own_page}}' }))
  expect(field('Text').value).toBe('One\n\n{{own_page}}\n\nTwo')
})

test('after a conflict what was typed stays', async () => {
  const { field, type, press } = await openEditor({ message: 'A colleague was first.', code: 'CONFLICT' })
  await type('Heading', 'Mine')
  await press('Save Email')
  await screen.findByText('A colleague was first.')
  expect(field('Heading').value).toBe('Mine')
})

test('older words can be loaded, and the built-in ones are asked about before they are in force again', async () => {
  const { saved, field, press } = await openEditor()
  await press('Load version 1')
  expect(field('Heading').value).toBe('Old')
  await press('Go back to the built-in words')
  expect(saved).toEqual([])
  await press('Go back')
  await screen.findByText('The built-in words are in force')
  expect(saved).toEqual([{ words: null, version: 2 }])
})
