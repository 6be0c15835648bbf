import { imageIdsIn } from '../images/image.ts'
import type { ImageUse, PageKind } from './page.ts'
import { PageModel, PageVersionModel } from './page.model.ts'

/**
 * The pages that show each picture, by its id. Drafts and published versions count; older versions do not, or no picture
 * could ever be removed.
 */
export async function findImageUses(): Promise<Map<string, ImageUse[]>> {
  const uses = new Map<string, ImageUse[]>()
  for await (const page of PageModel.find({}, 'kind url version publishedVersion isPublished').lean().cursor()) {
    const { _id, version, publishedVersion } = page
    const current = [version, ...(publishedVersion === null ? [] : [publishedVersion])]
    const versions = await PageVersionModel.find({ pageId: _id, version: { $in: current } }, 'content version').lean()
    const seen = new Map<string, boolean>()
    for (const each of versions) {
      const isPublished = page.isPublished && each.version === publishedVersion
      for (const id of imageIdsIn(each.content)) seen.set(id, isPublished || seen.get(id) === true)
    }
    for (const [id, isPublished] of seen) {
      const use = { kind: page.kind as PageKind, url: page.url, isPublished }
      uses.set(id, [...(uses.get(id) ?? []), use])
    }
  }
  return uses
}
