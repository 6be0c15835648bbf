import { AppError, invalid, type FieldErrors } from '@kerbside/schema/errors'
import type { PageKind } from '@kerbside/schema/pages/page'
import { PageModel, type PageRecord } from '@kerbside/schema/pages/page.model'
import { normaliseUrl, sublinkOfSlug, sublinkOfUrl, urlProblem } from '@kerbside/schema/pages/page-url'
import type { ClientSession } from 'mongoose'

export type PageAddress = { url: string; sublink: string }

/** The url as it is stored, with the sublink that the server derives. An error names the url. */
function placeOf(kind: PageKind, url: string): PageAddress {
  const stored = normaliseUrl(kind, url)
  const problem = urlProblem(kind, stored)
  if (problem !== null) throw invalid('url', problem)
  return { url: stored, sublink: sublinkOfUrl(kind, stored) }
}

type PlaceInput = { kind: PageKind; url: string; sublink?: unknown }

/**
 * Checks where a page is to live. A given sublink must agree, and neither url nor sublink may be another page's. An error
 * names each that is wrong.
 */
export async function freePlace(
  input: PlaceInput,
  own: PageRecord['_id'] | null,
  session: ClientSession | null = null,
) {
  const place = placeOf(input.kind, input.url)
  const { url, sublink } = place
  const { sublink: given = null } = input
  const agrees = given === null || (typeof given === 'string' && sublinkOfSlug(input.kind, given.trim()) === sublink)
  const others = own === null ? {} : { _id: { $ne: own } }
  const [byUrl, bySublink] = [
    await PageModel.exists({ ...others, url }).session(session),
    await PageModel.exists({ ...others, kind: input.kind, sublink }).session(session),
  ]
  const aboutSublink = [
    ...(agrees ? [] : [`The sublink of ${url} is "${sublink}". Leave it out, or send that.`]),
    ...(bySublink ? ['This sublink is already in use.'] : []),
  ]
  const fields: FieldErrors = {
    ...(byUrl && { url: ['This URL is already in use.'] }),
    ...(aboutSublink.length > 0 && { sublink: aboutSublink }),
  }
  const [first] = Object.values(fields)
  if (first) throw new AppError('INVALID', first[0] ?? '', { fields })
  return place
}

/** The same inside a transaction. The url no longer redirects to another page that had it before. */
export async function takePlace(
  input: PlaceInput,
  own: PageRecord['_id'] | null,
  session: ClientSession,
): Promise<PageAddress> {
  const place = await freePlace(input, own, session)
  await PageModel.updateMany({ formerUrls: place.url }, { $pull: { formerUrls: place.url } }, { session })
  return place
}

/** Where a renamed page lives now; null when no public page had this url. */
export async function renamedTo(url: string): Promise<string | null> {
  const page = await PageModel.findOne({ formerUrls: url, isPublished: true }, 'url').lean()
  return page?.url ?? null
}
