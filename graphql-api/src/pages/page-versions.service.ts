import { AppError } from '@kerbside/schema/errors'
import type { PageKind } from '@kerbside/schema/pages/page'
import { PageVersionModel, type PageVersionRecord } from '@kerbside/schema/pages/page.model'
import { duplicateRetries, randomPlace, randomSlugLength } from '@kerbside/schema/pages/page-url'
import { requireCan } from '@kerbside/schema/users/user'
import type { Context } from '../deps.ts'
import { createPage, getPage, updatePage } from './page-editing.service.ts'
import { findRecord, type EditablePage } from './page-record.ts'

export type PageVersion = Omit<PageVersionRecord, '_id' | 'pageId' | 'content'>

/** A draft with a random url and the source's draft as content; the source is only read. */
export async function duplicatePage(ctx: Context, id: string): Promise<EditablePage> {
  const { kind, content } = await getPage(ctx, null, id)
  return createDraft(ctx, kind, { content }, 'duplicated')
}

type DraftInput = { url?: string | null | undefined; content: unknown }

/** Without a url the draft gets a random one; another one is tried when a page has it. */
export async function createDraft(
  ctx: Context,
  kind: PageKind,
  { url: given, content }: DraftInput,
  origin: string | null = null,
): Promise<EditablePage> {
  if (typeof given === 'string') return createPage(ctx, kind, { url: given, content }, origin)
  for (let retries = 0; ; retries++) {
    const { url } = randomPlace(kind, crypto.getRandomValues(new Uint8Array(randomSlugLength)))
    try {
      return await createPage(ctx, kind, { url, content }, origin)
    } catch (error) {
      const taken = error instanceof AppError && error.code === 'INVALID' && error.fields?.['url'] !== undefined
      if (!taken || retries === duplicateRetries) throw error
    }
  }
}

/** The latest 100 versions, newest first. */
export async function pageHistory(ctx: Context, id: string): Promise<PageVersion[]> {
  requireCan(ctx.viewer, 'page:edit')
  const { _id } = await findRecord(id)
  return PageVersionModel.find({ pageId: _id }, { version: 1, savedAt: 1, savedBy: 1, origin: 1, _id: 0 })
    .sort({ version: -1 })
    .limit(100)
    .lean<PageVersion[]>()
}

export async function pageVersionContent(ctx: Context, id: string, version: number): Promise<Record<string, unknown>> {
  requireCan(ctx.viewer, 'page:edit')
  const { _id } = await findRecord(id)
  const saved = await PageVersionModel.findOne({ pageId: _id, version }).lean()
  if (!saved) throw new AppError('NOT_FOUND', 'This version no longer exists.')
  return saved.content
}

/** An earlier version becomes the draft again, as a new version; it is not published by that. */
export async function restorePage(ctx: Context, id: string, version: number): Promise<EditablePage> {
  const content = await pageVersionContent(ctx, id, version)
  return updatePage(ctx, null, id, { content }, `restored from version ${version}`)
}

const previewMinutes = 60

/** The public address that shows this page's draft to everybody with the link, for an hour. */
export async function previewUrl(ctx: Context, page: Pick<EditablePage, 'id' | 'url'>): Promise<string> {
  requireCan(ctx.viewer, 'page:edit')
  const expiresAt = new Date(ctx.now().getTime() + previewMinutes * 60_000)
  return `${page.url}?preview=${await ctx.links.sign({ purpose: 'preview', pageId: page.id }, expiresAt)}`
}
