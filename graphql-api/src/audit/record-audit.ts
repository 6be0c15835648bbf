import {
  auditViewMinutes,
  leadSubject,
  type AuditAction,
  type AuditPerson,
  type AuditSubject,
} from '@kerbside/schema/audit/audit'
import { AuditEntryModel, type AuditEntryRecord } from '@kerbside/schema/audit/audit.model'
import { capitalised } from '@kerbside/schema/text'
import { afterCommit } from '@kerbside/schema/transaction.model'
import { Types, type ClientSession } from 'mongoose'
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../deps.ts'

export type Audited = {
  action: AuditAction
  subject: AuditSubject
  /** One plain sentence (its capital is added), without a homeowner's personal data: erasing people leaves the trail whole. */
  details?: string | null
  /** Who did it; the viewer unless given, null when it was nobody of the staff. */
  by?: AuditPerson | null
}

/**
 * Records in the audit trail what was done, and logs it without names. With a session the entry is part of its transaction.
 * Without one the change is done already, so a failure is logged and goes no further.
 */
export async function recordAudit(
  ctx: Pick<Context, 'viewer' | 'now' | 'log'>,
  audited: Audited | readonly Audited[],
  session?: ClientSession,
): Promise<void> {
  const entries = [audited].flat().map((each) => entryOf(ctx, each))
  if (entries.length === 0) return
  if (session) await AuditEntryModel.insertMany(entries, { session })
  else await AuditEntryModel.insertMany(entries).catch((error: unknown) => logFailure(ctx, entries, error))
  afterCommit(session, () => logDone(ctx, entries))
}

function logDone({ log }: Pick<Context, 'log'>, entries: readonly AuditEntryRecord[]): void {
  for (const { action, subject, by } of entries) log.info({ by: by?.id, [subject.kind]: subject.id }, action)
}

/** Records that the viewer opened a lead; once in ten minutes, because its screen loads it again and again. */
export async function recordView(ctx: Context, { id, reference }: { id: number; reference: string }): Promise<void> {
  if (!ctx.viewer) return
  const entry = entryOf(ctx, { action: 'lead.viewed', subject: leadSubject(id, reference) })
  const { action, subject, at } = entry
  const periodMs = auditViewMinutes * 60_000
  const recent = { 'subject.id': subject.id, action, at: { $gt: new Date(at.getTime() - periodMs) } }
  // Two requests at the same moment make one id, so that the second one fails on it.
  const _id = `${ctx.viewer.id}-${id}-${Math.floor(at.getTime() / periodMs)}`
  await AuditEntryModel.updateOne(
    { ...recent, 'by.id': ctx.viewer.id },
    { $setOnInsert: { ...entry, _id } },
    { upsert: true },
  ).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 11000) logFailure(ctx, [entry], error)
  })
}

function entryOf({ viewer, now }: Pick<Context, 'viewer' | 'now'>, audited: Audited): AuditEntryRecord {
  const { action, subject, details = null, by = viewer && { id: viewer.id, name: viewer.name } } = audited
  return {
    _id: String(new Types.ObjectId()),
    at: now(),
    by,
    action,
    subject,
    details: details ? sentence(details) : null,
  }
}

/** With a capital. The labels of a form can be long. */
const sentence = (text: string) => capitalised(text.length > 500 ? `${text.slice(0, 499)}…` : text)

/** 'daily cap, paused until' */
const inWords = (fields: readonly string[]) =>
  fields.map((name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).join(', ')

/** The fields to which a change gives another value, in words; empty if there is none. */
export function changedFields(before: object, change: object): string {
  const values: Record<string, unknown> = { ...before }
  return inWords(Object.keys(change).filter((name) => !isDeepStrictEqual(values[name] ?? null, change[name as never])))
}

/** Which filter a file was made with; not what was searched for, because that can be a homeowner's name. */
export function filterText(filter: object): string {
  const fields = Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []))
  return fields.length === 0 ? 'everything' : `filtered by ${inWords(fields)}`
}

function logFailure({ log }: Pick<Context, 'log'>, entries: readonly AuditEntryRecord[], error: unknown): void {
  const missing = entries.map(({ action, subject }) => ({ action, subject: subject.id }))
  log.error({ err: error, missing }, 'the audit trail lacks what was done')
}
