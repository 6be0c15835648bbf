import { AppError } from '@kerbside/schema/errors'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { defaultContent } from '@kerbside/schema/pages/defaults/default-content'
import type { PageKind } from '@kerbside/schema/pages/page'
import { PageModel, PageVersionModel, type PageRecord } from '@kerbside/schema/pages/page.model'
import { normaliseUrl, sublinkOfSlug } from '@kerbside/schema/pages/page-url'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { objectIdPlace, readCursor, toCursor } from '@kerbside/schema/list-cursor.model'
import { ListLimit } from '@kerbside/schema/lists'
import { Types, type UpdateQuery } from 'mongoose'
import { z } from 'zod'
import { recordAudit, type Audited } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { checkAll } from '../http/errors.ts'
import { freePlace, takePlace } from './page-place.ts'
import {
  changePages,
  findRecord,
  pageSubject,
  pageTitle,
  parseContent,
  staleSave,
  withDraft,
  withDrafts,
  writeVersion,
  type EditablePage,
} from './page-record.ts'

const pageFields = {
  url: z.string('Enter the URL of the page, like /summer-offer.').max(500),
  sublink: z.string().optional(),
  content: z.unknown().optional(),
  is_published: z.boolean('Published must be true or false.'),
}
export const NewPage = z.strictObject({ ...pageFields, is_published: pageFields.is_published.default(false) })
export const PageChange = z
  .strictObject(pageFields)
  .partial()
  .extend({ version: z.number('The version must be a whole number.').int().optional() })
export type PageChange = z.infer<typeof PageChange>

export const PageListInput = z.object({
  url: z.string('Give the url of a page.').max(500, 'Give the url of a page.').optional(),
  limit: ListLimit.optional(),
  cursor: z.string().optional(),
})
export type PageListInput = z.input<typeof PageListInput>
export type PagesAfter = { pages: EditablePage[]; nextCursor: string | null; total: number }

/**
 * The pages of a kind, newest first: all of them unless a limit is given, because clients look a
 * url up in one answer (docs/api.md, 6). The cursor is opaque to clients.
 */
export async function listPages(ctx: Context, kind: PageKind, input: PageListInput = {}): Promise<PagesAfter> {
  requireCan(ctx.viewer, 'page:edit')
  const { url, limit, cursor } = parse(PageListInput, input)
  const wanted = { kind, ...(url !== undefined && { url: normaliseUrl(kind, url) }) }
  const after = cursor ? readCursor('pages', objectIdPlace, cursor, 'cursor')[0] : undefined
  const query = PageModel.find({ ...wanted, ...(after && { _id: { $lt: after } }) }).sort({ _id: -1 })
  const found = await (limit === undefined ? query : query.limit(limit + 1)).lean()
  const pages = await withDrafts(found.slice(0, limit))
  const last = pages.length < found.length ? pages.at(-1) : undefined
  return { pages, nextCursor: last ? toCursor('pages', last.id) : null, total: await PageModel.countDocuments(wanted) }
}

/** `kind` of this and the others is null for a client that names a page by its id alone. */
export async function getPage(ctx: Context, kind: PageKind | null, id: string): Promise<EditablePage> {
  requireCan(ctx.viewer, 'page:edit')
  return withDraft(await findRecord(id, kind))
}

/** By the editor's slug: `root`, or what follows the kind's own path. Null when no record exists yet. */
export async function findPage(ctx: Context, kind: PageKind, slug: string): Promise<EditablePage | null> {
  requireCan(ctx.viewer, 'page:edit')
  const record = await PageModel.findOne({ kind, sublink: sublinkOfSlug(kind, slug) }).lean()
  return record && withDraft(record)
}

export async function latestPage(ctx: Context, kind: PageKind): Promise<EditablePage> {
  requireCan(ctx.viewer, 'page:edit')
  const record = await PageModel.findOne({ kind }).sort({ updatedAt: -1, _id: -1 }).lean()
  if (!record) throw new AppError('NOT_FOUND', 'No page of this kind exists yet.')
  return withDraft(record)
}

/** Makes a draft, or a public page with `is_published`. Without content it gets the built-in one of its url. */
export async function createPage(
  ctx: Context,
  kind: PageKind,
  input: unknown,
  origin: string | null = null,
): Promise<EditablePage> {
  requireCan(ctx.viewer, 'page:edit')
  const given = partsOf(input)
  const [{ url, sublink, is_published }, free, sent] = await checkAll(
    () => parse(NewPage, input),
    () => (typeof given.url === 'string' ? freePlace({ kind, url: given.url, sublink: given.sublink }, null) : null),
    () => (given.content === undefined || given.content === null ? null : parseContent(kind, given.content)),
  )
  const wanted = { kind, url, sublink }
  const place = free ?? (await freePlace(wanted, null))
  const checked = sent ?? parseContent(kind, defaultContent(kind, place.url))
  const now = ctx.now()
  const record: PageRecord = {
    _id: new Types.ObjectId(),
    kind,
    ...place,
    formerUrls: [],
    title: pageTitle(kind, checked),
    version: 1,
    publishedVersion: is_published ? 1 : null,
    isPublished: is_published,
    publishedAt: is_published ? now : null,
    createdAt: now,
    updatedAt: now,
  }
  await changePages(ctx, async (session) => {
    await takePlace(wanted, null, session)
    await PageModel.create([record], { session })
    await writeVersion(ctx, record._id, 1, { content: checked, origin }, session)
    await recordAudit(ctx, { action: 'page.created', subject: pageSubject(record), details: origin }, session)
    if (is_published) await recordAudit(ctx, { action: 'page.published', subject: pageSubject(record) }, session)
  })
  return withDraft(record)
}

/**
 * Any of content (a new version of the draft), url, and publishing (of that very draft), all or nothing. With `version`
 * a stale call is a conflict; without it the last one wins.
 */
export async function updatePage(
  ctx: Context,
  pageKind: PageKind | null,
  id: string,
  input: unknown,
  origin: string | null = null,
): Promise<EditablePage> {
  requireCan(ctx.viewer, 'page:edit')
  const given = partsOf(input)
  const moves = given.url !== undefined || given.sublink !== undefined
  const before = await findRecord(id, pageKind)
  const { kind } = before
  const url = given.url ?? before.url
  const [change, , content] = await checkAll(
    () => parse(PageChange, input),
    () => moves && typeof url === 'string' && freePlace({ kind, url, sublink: given.sublink }, before._id),
    () => (given.content === undefined ? null : parseContent(kind, given.content)),
  )
  const updated = await changePages(ctx, async (session) => {
    const record = await findRecord(id, kind, session)
    if (change.version !== undefined && change.version !== record.version) throw await staleSave(record)
    const version = content ? record.version + 1 : record.version
    const update: UpdateQuery<PageRecord> = {
      $set: {
        version,
        updatedAt: ctx.now(),
        ...(content && { title: pageTitle(kind, content) }),
        ...publishing(change, version, ctx.now()),
      },
    }
    if (moves) {
      const wanted = { kind, url: change.url ?? record.url, sublink: change.sublink }
      const place = await takePlace(wanted, record._id, session)
      Object.assign(update.$set ?? {}, place)
      if (place.url !== record.url && record.publishedAt) update.$addToSet = { formerUrls: record.url }
    }
    // The record first: of two saves at once the later one fails here, and starts over from what the earlier one wrote.
    const saved = await PageModel.findOneAndUpdate({ _id: record._id }, update, { session, returnDocument: 'after' })
      .lean()
      .orFail()
    if (content) await writeVersion(ctx, record._id, version, { content, origin }, session)
    await recordAudit(ctx, changesOf(record, saved, { ...change, origin }), session)
    return saved
  })
  return withDraft(updated)
}

/** What a change of a page did, for the audit trail. */
function changesOf(
  before: PageRecord,
  after: PageRecord,
  { is_published, origin }: Pick<PageChange, 'is_published'> & { origin: string | null },
): Audited[] {
  const subject = pageSubject(after)
  const texts = [
    ...(after.version === before.version ? [] : [`version ${after.version}${origin ? `, ${origin}` : ''}`]),
    ...(after.url === before.url ? [] : [`url ${before.url} → ${after.url}`]),
  ]
  const shown = is_published ? ('page.published' as const) : ('page.unpublished' as const)
  return [
    ...(texts.length === 0 ? [] : [{ action: 'page.changed' as const, subject, details: texts.join('; ') }]),
    ...(is_published === undefined ? [] : [{ action: shown, subject }]),
  ]
}

/** The parts of a request that are checked each by itself. None of them is checked yet. */
function partsOf(input: unknown): { url?: unknown; sublink?: unknown; content?: unknown } {
  return typeof input === 'object' && input !== null ? input : {}
}

function publishing({ is_published }: PageChange, version: number, now: Date): Partial<PageRecord> {
  if (is_published === undefined) return {}
  return is_published ? { isPublished: true, publishedVersion: version, publishedAt: now } : { isPublished: false }
}

export async function deletePage(ctx: Context, kind: PageKind | null, id: string): Promise<void> {
  requireCan(ctx.viewer, 'page:edit')
  await changePages(ctx, async (session) => {
    const page = await findRecord(id, kind, session)
    await PageVersionModel.deleteMany({ pageId: page._id }, { session })
    await PageModel.deleteOne({ _id: page._id }, { session })
    await recordAudit(ctx, { action: 'page.deleted', subject: pageSubject(page) }, session)
  })
}

/** Enough leads to know what a form change would break, and few enough to count at once. */
const countedLeads = 5_000

/** How many of the latest leads carry an answer under each form field name: the form builder warns by it. */
export async function answersCarried(ctx: Context): Promise<{ name: string; leads: number }[]> {
  requireCan(ctx.viewer, 'page:edit')
  return LeadModel.aggregate<{ name: string; leads: number }>([
    { $sort: { createdAt: -1, _id: -1 } },
    { $limit: countedLeads },
    { $project: { name: { $setUnion: ['$answers.name', []] } } },
    { $unwind: '$name' },
    { $group: { _id: '$name', leads: { $sum: 1 } } },
    { $project: { _id: 0, name: '$_id', leads: 1 } },
    { $sort: { name: 1 } },
  ])
}
