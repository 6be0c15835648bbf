import type { Email } from '@kerbside/schema/emails/email'
import { templateNames, type EmailWords, type TemplateVersion, type Variable } from '@kerbside/schema/emails/templates'
import { builder, enumValues } from '../graphql/builder.ts'
import {
  getEmailWords,
  listEmailTemplates,
  previewEmail,
  saveEmailTemplate,
  type EditableEmail,
} from './emails.service.ts'
import { getEmailTest, sendTestEmail, testStates, type EmailTest } from './test-email.service.ts'

const NameEnum = builder.enumType('EmailTemplateName', { values: enumValues(templateNames) })

const fields = {
  subject: 'Without markup, on one line.',
  preheader: 'What an inbox shows after the subject.',
  title: 'The heading of the email.',
  body: 'Paragraphs with an empty line between them; `## ` begins a heading, `1. ` a numbered step.',
} as const satisfies Record<keyof EmailWords, string>

const entries = Object.entries(fields) as [keyof EmailWords, string][]

const WordsType = builder.objectRef<EmailWords>('EmailWords').implement({
  description: 'The words of an email. A variable is written `{{reference}}`.',
  fields: (t) =>
    Object.fromEntries(entries.map(([name, description]) => [name, t.exposeString(name, { description })])),
})

const WordsInput = builder.inputType('EmailWordsInput', {
  fields: (t) =>
    Object.fromEntries(entries.map(([name, description]) => [name, t.string({ required: true, description })])),
})

const VariableType = builder.objectRef<Variable & { name: string }>('EmailVariable').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    meaning: t.exposeString('meaning'),
    requiredIn: t.string({
      nullable: true,
      description: 'The field that must have it: `subject` or `body`.',
      resolve: ({ requiredIn }) => requiredIn ?? null,
    }),
    isBlock: t.boolean({
      description: 'It needs a paragraph of the body to itself.',
      resolve: ({ isBlock }) => isBlock ?? false,
    }),
  }),
})

const AuthorType = builder
  .objectRef<TemplateVersion['savedBy']>('EmailTemplateAuthor')
  .implement({ fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }) })

const VersionType = builder.objectRef<TemplateVersion>('EmailTemplateVersion').implement({
  fields: (t) => ({
    version: t.exposeInt('version'),
    words: t.expose('words', { type: WordsType, nullable: true, description: 'Null: back to the built-in words.' }),
    savedAt: t.expose('savedAt', { type: 'DateTime' }),
    savedBy: t.expose('savedBy', { type: AuthorType }),
  }),
})

const EmailTemplateType = builder.objectRef<EditableEmail>('EmailTemplate').implement({
  description: 'An email whose words admins may change, with those in force.',
  fields: (t) => ({
    name: t.expose('name', { type: NameEnum }),
    label: t.exposeString('label'),
    sent: t.exposeString('sent', { description: 'When, and to whom.' }),
    after: t.exposeString('after', { description: 'What follows, whatever the words are.' }),
    version: t.exposeInt('version', { description: '0 before the first change.' }),
    words: t.expose('words', { type: WordsType }),
    builtIn: t.expose('builtIn', { type: WordsType }),
    isBuiltIn: t.exposeBoolean('isBuiltIn'),
    variables: t.field({
      type: [VariableType],
      resolve: ({ variables }) => Object.entries(variables).map(([name, variable]) => ({ name, ...variable })),
    }),
    history: t.expose('history', { type: [VersionType], description: 'The latest 20 saves, the newest first.' }),
  }),
})

const PreviewType = builder.objectRef<Email>('EmailPreview').implement({
  fields: (t) => ({ subject: t.exposeString('subject'), text: t.exposeString('text'), html: t.exposeString('html') }),
})

const EmailTestType = builder.objectRef<EmailTest>('EmailTest').implement({
  description: 'A test of an email, to the admin who asked for it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    to: t.exposeString('to'),
    state: t.expose('state', { type: builder.enumType('EmailTestState', { values: enumValues(testStates) }) }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed.' }),
  }),
})

const nameArg = { type: NameEnum, required: true } as const

builder.queryFields((t) => ({
  emailTemplates: t.field({ type: [EmailTemplateType], resolve: (_root, _args, ctx) => listEmailTemplates(ctx) }),
  emailWords: t.field({
    type: WordsType,
    description: 'What an email says at the moment.',
    args: { name: t.arg(nameArg) },
    resolve: (_root, { name }, ctx) => getEmailWords(ctx, name),
  }),
  emailPreview: t.field({
    type: PreviewType,
    description: 'The email with these words and made-up people, as it would be sent. Wrong words: BAD_USER_INPUT.',
    args: { name: t.arg(nameArg), words: t.arg({ type: WordsInput, required: true }) },
    resolve: (_root, { name, words }, ctx) => previewEmail(ctx, name, words),
  }),
  emailTest: t.field({
    type: EmailTestType,
    description: 'What became of a test that one has sent oneself.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => getEmailTest(ctx, id),
  }),
}))

builder.mutationFields((t) => ({
  sendTestEmail: t.field({
    type: EmailTestType,
    description:
      'Sends the email with these words and made-up people to the signed-in admin alone, once. Wrong words: BAD_USER_INPUT.',
    args: { name: t.arg(nameArg), words: t.arg({ type: WordsInput, required: true }) },
    resolve: (_root, { name, words }, ctx) => sendTestEmail(ctx, name, words),
  }),
  saveEmailTemplate: t.field({
    type: EmailTemplateType,
    description: 'Saves the words of an email as a new version, in force at once.',
    args: {
      name: t.arg(nameArg),
      words: t.arg({ type: WordsInput, description: 'Null or missing: the built-in words again.' }),
      version: t.arg.int({ required: true, description: 'That the change is based on. With another one: CONFLICT.' }),
    },
    resolve: (_root, { name, words, version }, ctx) => saveEmailTemplate(ctx, name, words ?? null, version),
  }),
}))
