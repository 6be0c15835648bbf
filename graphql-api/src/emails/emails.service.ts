import { wordsSchema } from '@kerbside/schema/emails/check-words'
import {
  EmailTemplateModel,
  findTemplate,
  findTemplateVersions,
  keptVersions,
} from '@kerbside/schema/emails/email-template.model'
import type { Email } from '@kerbside/schema/emails/email'
import { sampleEmail } from '@kerbside/schema/emails/sample-emails'
import {
  templateNames,
  templateOf,
  type EmailTemplate,
  type EmailWords,
  type TemplateName,
  type TemplateVersion,
} from '@kerbside/schema/emails/templates'
import { AppError } from '@kerbside/schema/errors'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import mongoose from 'mongoose'
import { isDeepStrictEqual } from 'node:util'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'

/** An email with the words that are in force. */
export type EditableEmail = EmailTemplate & {
  name: TemplateName
  /** Of the newest save; 0 before the first. */
  version: number
  words: EmailWords
  isBuiltIn: boolean
  /** The newest first. */
  history: TemplateVersion[]
}

/** Saves that the history shows. */
const historyLength = 20

const toEditable = (name: TemplateName, history: TemplateVersion[]): EditableEmail => {
  const template = templateOf(name)
  const [newest] = history
  return {
    ...template,
    name,
    version: newest?.version ?? 0,
    words: newest?.words ?? template.builtIn,
    isBuiltIn: !newest?.words,
    history,
  }
}

export async function listEmailTemplates(ctx: Context): Promise<EditableEmail[]> {
  requireCan(ctx.viewer, 'email:edit')
  const saved = await findTemplateVersions(historyLength)
  return templateNames.map((name) => toEditable(name, saved.get(name) ?? []))
}

/** What an email says at the moment, for the preview of a quote. */
export async function getEmailWords(ctx: Context, name: TemplateName): Promise<EmailWords> {
  requireCan(ctx.viewer, 'lead:edit')
  return (await findTemplate(name))?.words ?? templateOf(name).builtIn
}

/** The whole email with these words and made-up people, as it would be sent. */
export function previewEmail(ctx: Context, name: TemplateName, input: unknown): Email {
  requireCan(ctx.viewer, 'email:edit')
  return sampleEmail(name, parse(wordsSchema(name), input), ctx.config.PUBLIC_URL)
}

const changedMeanwhile = () =>
  new AppError(
    'CONFLICT',
    'A colleague has changed this email since you opened it. Check what it says now, and save again.',
  )

/**
 * Stores words as the version after `version`, which the change is based on; with another one it is rejected. Null goes
 * back to the built-in words. Saving what is in force already stores nothing.
 */
export async function saveEmailTemplate(
  ctx: Context,
  name: TemplateName,
  input: unknown,
  version: number,
): Promise<EditableEmail> {
  requireCan(ctx.viewer, 'email:edit')
  const words = input === null ? null : parse(wordsSchema(name), input)
  const newest = await findTemplate(name)
  if ((newest?.version ?? 0) !== version) throw changedMeanwhile()
  const builtIn = templateOf(name).builtIn
  if (!isDeepStrictEqual(words ?? builtIn, newest?.words ?? builtIn))
    await store(ctx, { name, words, version, savedBy: { id: ctx.viewer.id, name: ctx.viewer.name } })
  const saved = await findTemplateVersions(historyLength)
  return toEditable(name, saved.get(name) ?? [])
}

type Save = Omit<TemplateVersion, 'savedAt'> & { name: TemplateName }

/** `version`: the one that is replaced. */
async function store(ctx: Context, save: Save): Promise<void> {
  const { name, words, version, savedBy } = save
  const saved: TemplateVersion = { version: version + 1, words, savedAt: ctx.now(), savedBy }
  const subject = { kind: 'email-template', id: name, label: templateOf(name).label } as const
  const details = words === null ? 'back to the built-in words' : `version ${saved.version}`
  try {
    await inTransaction(async (session) => {
      const { matchedCount, upsertedCount } = await EmailTemplateModel.updateOne(
        { _id: name, version },
        { $set: { version: saved.version }, $push: { versions: { $each: [saved], $slice: -keptVersions } } },
        { upsert: version === 0, session },
      )
      if (matchedCount + upsertedCount === 0) throw changedMeanwhile()
      await recordAudit(ctx, { action: 'email-template.changed', subject, details }, session)
    })
  } catch (error) {
    if (error instanceof mongoose.mongo.MongoServerError && error.code === 11_000) throw changedMeanwhile()
    throw error
  }
}
