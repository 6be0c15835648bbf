import { builtInUrls, defaultContent } from '@kerbside/schema/pages/defaults/default-content'
import type { PageKind } from '@kerbside/schema/pages/page'
import { titleOf } from '@kerbside/schema/pages/content/page-content'
import { PageModel, PageVersionModel } from '@kerbside/schema/pages/page.model'
import { sublinkOfUrl } from '@kerbside/schema/pages/page-url'
import { publicPath } from '@kerbside/schema/pages/public-path'
import { Types } from 'mongoose'

/** Publishes the built-in pages as records that admins find in their lists. Returns how many were missing. */
export async function seedPages(now: Date): Promise<number> {
  const known = await PageModel.distinct('url', { url: { $in: builtInUrls } })
  const missing = builtInUrls.filter((url) => !known.includes(url))
  for (const url of missing) await addPage(url, now)
  return missing.length
}

async function addPage(url: string, now: Date): Promise<void> {
  const kind: PageKind = publicPath(url)?.kind ?? 'index'
  const content = defaultContent(kind, url)
  const pageId = new Types.ObjectId()
  // The version first: a page whose content is missing would be worse than a version that nobody sees.
  await PageVersionModel.create({ pageId, version: 1, content, savedAt: now, savedBy: null, origin: 'demo data' })
  await PageModel.create({
    _id: pageId,
    kind,
    url,
    sublink: sublinkOfUrl(kind, url),
    title: titleOf({ kind, content } as Parameters<typeof titleOf>[0]),
    version: 1,
    publishedVersion: 1,
    isPublished: true,
    publishedAt: now,
    createdAt: now,
    updatedAt: now,
  })
}
