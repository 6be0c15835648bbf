import mongoose, { Schema } from 'mongoose'
import type { EmailWords, TemplateName, TemplateVersion } from './templates.ts'

/** One for each email whose words were ever changed. `version` is that of the newest save, which is in force. */
type EmailTemplateRecord = { _id: TemplateName; version: number; versions: TemplateVersion[] }

const line = { type: String, required: true }
const wordsSchema = new Schema<EmailWords>(
  { subject: line, preheader: line, title: line, body: line },
  { _id: false, strict: 'throw' },
)

const versionSchema = new Schema<TemplateVersion>(
  {
    version: { type: Number, required: true },
    words: { type: wordsSchema, default: null },
    savedAt: { type: Date, required: true },
    savedBy: { type: new Schema({ id: String, name: String }, { _id: false, strict: 'throw' }), required: true },
  },
  { _id: false, strict: 'throw' },
)

const schema = new Schema<EmailTemplateRecord>(
  { _id: line, version: { type: Number, required: true }, versions: { type: [versionSchema], required: true } },
  { collection: 'emailTemplates', versionKey: false, strict: 'throw', autoIndex: false },
)

export const EmailTemplateModel = mongoose.model<EmailTemplateRecord>('EmailTemplate', schema)

/** Saves of one email that are kept. */
export const keptVersions = 100

/** What is in force, read for every email, so that all processes follow at once. Null while nothing was ever saved. */
export async function findTemplate(name: TemplateName): Promise<TemplateVersion | null> {
  const record = await EmailTemplateModel.findById(name, { versions: { $slice: -1 } }).lean<EmailTemplateRecord>()
  return record?.versions[0] ?? null
}

/** The saves of every email that was ever changed, the newest first. */
export async function findTemplateVersions(limit: number): Promise<Map<TemplateName, TemplateVersion[]>> {
  const records = await EmailTemplateModel.find({}, { versions: { $slice: -limit } }).lean<EmailTemplateRecord[]>()
  return new Map(records.map(({ _id, versions }) => [_id, versions.toReversed()]))
}
