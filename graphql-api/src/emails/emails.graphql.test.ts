import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { EmailTemplateModel } from '@kerbside/schema/emails/email-template.model'
import { sampleEmail } from '@kerbside/schema/emails/sample-emails'
import { templateNames, templateOf, type EmailWords } from '@kerbside/schema/emails/templates'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'
import { saveEmailTemplate } from './emails.service.ts'

// Answers tested here: 200, 409 and 422; who may is tested by access-control.

const app = useTestApp()
let admin: string

beforeEach(async () => {
  admin = await signInAs('admin')
})

const { builtIn } = templateOf('confirmation')
const ours: EmailWords = { ...builtIn, subject: 'Got it: {{reference}}' }

const mutation = `mutation ($words: EmailWordsInput, $version: Int!) {
  saveEmailTemplate(name: CONFIRMATION, words: $words, version: $version) {
    version isBuiltIn words { subject } history { version words { subject } savedBy { name } }
  }
}`
const save = (words: EmailWords | null, version = 0) => app.graphql(mutation, { words, version }, admin)
type Answer = Awaited<ReturnType<typeof save>>
const codes = (answer: Answer) => answer.errors?.map(({ extensions }) => extensions['code'])
const wordsNow = async (token = admin) =>
  (await app.graphql('{ emailWords(name: CONFIRMATION) { subject } }', {}, token)).data?.emailWords.subject

test('every email comes with its built-in words and its variables', async () => {
  const query = '{ emailTemplates { name version isBuiltIn words { subject } variables { name requiredIn isBlock } } }'
  const { emailTemplates } = (await app.graphql(query, {}, admin)).data ?? {}
  expect(emailTemplates).toHaveLength(templateNames.length)
  expect(emailTemplates[0]).toEqual({
    name: 'CONFIRMATION',
    version: 0,
    isBuiltIn: true,
    words: { subject: builtIn.subject },
    variables: [
      { name: 'greeting', requiredIn: null, isBlock: false },
      { name: 'job', requiredIn: null, isBlock: false },
      { name: 'reference', requiredIn: 'subject', isBlock: false },
      { name: 'firms', requiredIn: null, isBlock: false },
      { name: 'own_page', requiredIn: 'body', isBlock: true },
    ],
  })
})

test('words are saved as versions with their author; going back to the built-in ones keeps them', async () => {
  const savedBy = { name: 'The admin' }
  const first = { version: 1, words: { subject: ours.subject }, savedBy }
  expect((await save(ours)).data?.saveEmailTemplate).toEqual({
    version: 1,
    isBuiltIn: false,
    words: { subject: ours.subject },
    history: [first],
  })
  expect(await wordsNow(await signInAs('manager'))).toBe(ours.subject)
  expect((await save(null, 1)).data?.saveEmailTemplate).toEqual({
    version: 2,
    isBuiltIn: true,
    words: { subject: builtIn.subject },
    history: [{ version: 2, words: null, savedBy }, first],
  })
  expect(await wordsNow()).toBe(builtIn.subject)
  const entries = await AuditEntryModel.find({ action: 'email-template.changed' }).sort({ at: 1, _id: 1 }).lean()
  expect(entries.map(({ subject, details }) => [subject.label, details])).toEqual([
    ['Confirmation', 'Version 1'],
    ['Confirmation', 'Back to the built-in words'],
  ])
})

test('words without a variable that the email needs, or with one that it lacks, are neither saved nor shown', async () => {
  const wrong = { ...ours, subject: 'Got it', body: `${ours.body}\n\n{{deadline}}` }
  const preview = `query ($words: EmailWordsInput!) { emailPreview(name: CONFIRMATION, words: $words) { html } }`
  for (const answer of [await save(wrong), await app.graphql(preview, { words: wrong }, admin)]) {
    expect(codes(answer)).toEqual(['BAD_USER_INPUT'])
    expect(answer.errors?.[0]?.extensions['fields']).toEqual({
      subject: [expect.stringContaining('{{reference}} is missing')],
      body: [expect.stringContaining('no variable {{deadline}}')],
    })
  }
  expect(await EmailTemplateModel.countDocuments()).toBe(0)
})

test('a version that is older, or that nobody has made, is a conflict; what is in force already is not saved again', async () => {
  expect((await save(builtIn)).data?.saveEmailTemplate.version).toBe(0)
  await save(ours)
  expect(codes(await save(builtIn))).toEqual(['CONFLICT'])
  expect(codes(await save(builtIn, 7))).toEqual(['CONFLICT'])
  expect((await save(ours, 1)).data?.saveEmailTemplate.version).toBe(1)
  expect((await save({ ...ours, title: 'Hello' }, 1)).data?.saveEmailTemplate.version).toBe(2)
})

test('of six admins who save at once on the same version one gets through, and the others are told', async () => {
  const { viewer } = await createSession(await createUser('admin'))
  const attempts = ['a', 'b', 'c', 'd', 'e', 'f'].map((title) =>
    saveEmailTemplate(app.contextOf(viewer), 'confirmation', { ...ours, title }, 0),
  )
  const lost = (await Promise.allSettled(attempts)).flatMap((each) =>
    each.status === 'rejected' ? [each.reason.code] : [],
  )
  expect(lost).toEqual(Array(5).fill('CONFLICT'))
  expect((await EmailTemplateModel.findById('confirmation').lean())?.versions).toHaveLength(1)
})

test.each(templateNames)('%s: the preview is what the composer makes of the words', async (name) => {
  const words = { ...templateOf(name).builtIn, title: 'Words of <b>ours</b>' }
  const preview = `query ($words: EmailWordsInput!) {
    emailPreview(name: ${name.toUpperCase().replaceAll('-', '_')}, words: $words) { subject html text }
  }`
  const { emailPreview } = (await app.graphql(preview, { words }, admin)).data ?? {}
  const { subject, html, text } = sampleEmail(name, words, app.deps.config.PUBLIC_URL)
  expect(emailPreview).toEqual({ subject, html, text })
  expect(html).toContain('Words of &lt;b&gt;ours&lt;/b&gt;')
})
