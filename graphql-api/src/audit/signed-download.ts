import { AppError } from '@kerbside/schema/errors'
import type { SignedLink } from '@kerbside/schema/links/signed-link'
import { requireCan, type Action } from '@kerbside/schema/users/user'
import { findPermitted } from '@kerbside/schema/users/user.model'
import type { Context } from '../deps.ts'

/** Minutes for which an address works, unless what it leads to has an end of its own. */
const linkMinutes = 5

type DownloadLink = Exclude<Extract<SignedLink, { userId: string }>, { purpose: 'password' }>

type Download<Purpose> = {
  purpose: Purpose
  /** Below `/api`. */
  path: string
  /** What the person must be allowed, when asking for the address and when opening it. */
  action: Action
  notFound: string
  /** When the address has run out. */
  gone: string
}

/**
 * One kind of download by a signed address, which needs no session. It works for the person who asked for it, as long as
 * that person may see what it leads to.
 */
export function signedDownload<Purpose extends DownloadLink['purpose']>(download: Download<Purpose>) {
  type Link = Extract<DownloadLink, { purpose: Purpose }>
  const { purpose, path, action } = download
  const notFound = () => new AppError('NOT_FOUND', download.notFound)
  const gone = () => new AppError('GONE', download.gone)
  return {
    notFound,
    gone,
    /** An address for the viewer alone. */
    async address(ctx: Context, names: Omit<Link, 'purpose' | 'userId'>, until?: Date): Promise<string> {
      requireCan(ctx.viewer, action)
      const expiresAt = until ?? new Date(ctx.now().getTime() + linkMinutes * 60_000)
      const link = { ...names, purpose, userId: ctx.viewer.id } as unknown as Link
      return `/api/${path}/${await ctx.links.sign(link, expiresAt)}`
    },
    /** What a link names, and the person who opens it, for the audit trail. */
    async open(ctx: Context, token: string) {
      const signed = await ctx.links.read(purpose, token)
      const link = signed?.link as Link | undefined
      const person = link && (await findPermitted(link.userId, action, ctx.settings()))
      if (!signed || !person) throw notFound()
      if (signed.expiresAt <= ctx.now()) throw gone()
      return { link: link as Link, by: { id: link.userId, name: person.name } }
    },
  }
}
