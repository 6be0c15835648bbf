import { AppError, type FieldErrors } from '@kerbside/schema/errors'
import type { PageKind } from '@kerbside/schema/pages/page'
import { PageModel, type PageRecord } from '@kerbside/schema/pages/page.model'
import { normaliseUrl, sublinkOfUrl, urlProblem } from '@kerbside/schema/pages/page-url'
import { invalidMessage } from '@kerbside/schema/validate'
import type { ClientSession } from 'mongoose'

export type Place = { url: string; sublink: string }

/** The url as it is kept, with the sublink that the server derives; a sublink sent along must agree. */
export function placeOf(kind: PageKind, url: string, sent?: string): Place {
  const kept = normaliseUrl(kind, url)
  const problem = urlProblem(kind, kept)
  const sublink = problem === null ? sublinkOfUrl(kind, kept) : ''
  const fields: FieldErrors = {}
  if (problem !== null) fields['url'] = [problem]
  else if (sent !== undefined && sent !== sublink) {
    fields['sublink'] = [`The sublink of ${kept} is "${sublink}". Leave it out, or send that.`]
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID', invalidMessage, { fields })
  return { url: kept, sublink }
}

/** Refuses a url or sublink that another page has, naming each; takes the url out of others' former ones. */
export async function takePlace(
  kind: PageKind,
  { url, sublink }: Place,
  own: PageRecord['_id'] | null,
  session: ClientSession,
) {
  const others = own === null ? {} : { _id: { $ne: own } }
  const [byUrl, bySublink] = [
    await PageModel.exists({ ...others, url }).session(session),
    await PageModel.exists({ ...others, kind, sublink }).session(session),
  ]
  const fields: FieldErrors = {
    ...(byUrl && { url: ['This URL is already in use.'] }),
    ...(bySublink && { sublink: ['This sublink is already in use.'] }),
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID', 'This URL is already in use.', { fields })
  await PageModel.updateMany({ formerUrls: url }, { $pull: { formerUrls: url } }, { session })
}

/** Where a renamed page lives now; null when no public page had this url. */
export async function renamedTo(url: string): Promise<string | null> {
  const page = await PageModel.findOne({ formerUrls: url, isPublished: true }, 'url').lean()
  return page?.url ?? null
}
