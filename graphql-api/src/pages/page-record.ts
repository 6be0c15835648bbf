import type { AuditSubject } from '@kerbside/schema/audit/audit'
import { AppError } from '@kerbside/schema/errors'
import {
  AboutContentInput,
  HomeContentInput,
  HowItWorksContentInput,
} from '@kerbside/schema/pages/defaults/content-inputs'
import { type PageKind, pageTitleOf, type ContentOf } from '@kerbside/schema/pages/page'
import { PageModel, PageVersionModel, type PageRecord, type PageVersionRecord } from '@kerbside/schema/pages/page.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { parse } from '@kerbside/schema/validate'
import mongoose, { type ClientSession } from 'mongoose'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { publishPageChange } from './page-updates.ts'

/** A page with its draft, as admins see it. */
export type EditablePage = Omit<PageRecord, '_id' | 'kind'> & {
  id: string
  kind: PageKind
  content: Record<string, unknown>
  savedBy: { id: string; name: string } | null
}

const inputs = { index: HomeContentInput, about: AboutContentInput, 'how-it-works': HowItWorksContentInput } as const

/** Checked, completed with defaults, colours and links re-serialised; an error names the field under `content`. */
export function parseContent(kind: PageKind, content: unknown): Record<string, unknown> {
  return parse(z.object({ content: inputs[kind] }), { content }, { asTyped: true }).content as Record<string, unknown>
}

export const pageTitle = (kind: PageKind, content: Record<string, unknown>) =>
  pageTitleOf({ kind, content: content as unknown as ContentOf[typeof kind] } as Parameters<typeof pageTitleOf>[0])

const notFound = () => new AppError('NOT_FOUND', 'This page no longer exists.')

/** Finds a page by its id, of any kind when `kind` is null. */
export async function findRecord(
  id: string,
  kind: PageKind | null = null,
  session: ClientSession | null = null,
): Promise<PageRecord & { kind: PageKind }> {
  const record = mongoose.isObjectIdOrHexString(id) ? await PageModel.findById(id, null, { session }).lean() : null
  if (!record || (kind !== null && record.kind !== kind)) throw notFound()
  return { ...record, kind: record.kind as PageKind }
}

/** Records with the contents of their drafts, in two reads however many there are. */
export async function withDrafts(records: PageRecord[]): Promise<EditablePage[]> {
  if (records.length === 0) return []
  const wanted = records.map(({ _id, version }) => ({ pageId: _id, version }))
  const drafts = await PageVersionModel.find({ $or: wanted }).lean<PageVersionRecord[]>()
  const byPage = new Map(drafts.map((draft) => [String(draft.pageId), draft]))
  return records.map(({ _id, kind, ...rest }) => {
    const draft = byPage.get(String(_id))
    return {
      ...rest,
      id: String(_id),
      kind: kind as PageKind,
      content: draft?.content ?? {},
      savedBy: draft?.savedBy ?? null,
    }
  })
}

export async function withDraft(record: PageRecord): Promise<EditablePage> {
  const [page] = await withDrafts([record])
  if (!page) throw notFound()
  return page
}

export const pageSubject = ({ _id, url }: Pick<PageRecord, '_id' | 'url'>): AuditSubject => ({
  kind: 'page',
  id: String(_id),
  label: url,
})

export type NewVersion = { content: Record<string, unknown>; origin: string | null }

/** Writes the next version of the draft. Call it inside a transaction with the change of the record. */
export async function writeVersion(
  ctx: Context,
  pageId: PageRecord['_id'],
  version: number,
  { content, origin }: NewVersion,
  session: ClientSession,
) {
  const savedBy = ctx.viewer && { id: ctx.viewer.id, name: ctx.viewer.name }
  await PageVersionModel.create([{ pageId, version, content, savedAt: ctx.now(), savedBy, origin }], { session })
}

/** Changes a page and its versions in one transaction, then clears the cached pages of every api process. */
export async function changePages<T>(ctx: Context, change: (session: ClientSession) => Promise<T>): Promise<T> {
  const result = await inTransaction(change)
  await publishPageChange(ctx)
  return result
}

/** The error for a save that comes too late: it names who saved last. */
export async function staleSave(record: PageRecord): Promise<AppError> {
  const latest = await PageVersionModel.findOne({ pageId: record._id, version: record.version }, 'savedBy').lean()
  return new AppError('CONFLICT', `Changed meanwhile by ${latest?.savedBy?.name ?? 'somebody else'}.`)
}
