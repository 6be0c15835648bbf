import { AppError } from '@kerbside/schema/errors'
import { linkToAccount, type SignedLink } from '@kerbside/schema/links/signed-link'
import { accountMay, requireCan, type Action } from '@kerbside/schema/users/user'
import { UserModel } from '@kerbside/schema/users/user.model'
import type { Context } from '../deps.ts'
import { openLink, type OpenedLink } from '../links/open-link.ts'

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
    async address(ctx: Context, names: Omit<Link, 'purpose' | 'userId' | 'sentTo'>, until?: Date): Promise<string> {
      requireCan(ctx.viewer, action)
      const expiresAt = until ?? new Date(ctx.now().getTime() + linkMinutes * 60_000)
      const viewer = await UserModel.findById(ctx.viewer.id, 'email credentialsVersion').lean().orFail()
      const link = { ...names, purpose, ...linkToAccount(viewer) } as unknown as Link
      return `/api/${path}/${await ctx.links.sign(link, expiresAt)}`
    },
    /** What a link names, and the person who opens it, for the audit trail. */
    async open(ctx: Context, token: string) {
      const opened = (await openLink(ctx, purpose, token)) as OpenedLink<DownloadLink['purpose']> | null
      if (!opened || (opened.ended !== null && opened.ended !== 'expired')) throw notFound()
      const { link, ended, holder } = opened
      if (!accountMay(holder, action, ctx.settings())) throw notFound()
      if (ended === 'expired') throw gone()
      return { link: link as Link, by: { id: link.userId, name: holder.name } }
    },
  }
}
