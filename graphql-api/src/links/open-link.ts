import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { linkToContractor } from '@kerbside/schema/links/firm-links'
import { linkHolders, linkToAccount, manageLink, type SignedLink } from '@kerbside/schema/links/signed-link'
import { PageModel } from '@kerbside/schema/pages/page.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import { isValidObjectId } from 'mongoose'
import type { Context } from '../deps.ts'

type Purpose = SignedLink['purpose']
type LinkOf<P extends Purpose> = Extract<SignedLink, { purpose: P }>

/**
 * Why a link no longer works, the first that holds: its holder is gone, is switched off or erased, had another address or
 * had its links ended since, or its time is over.
 */
export type LinkEnd = 'gone' | 'inactive' | 'replaced' | 'expired'

/** Each holder of links: who it is now, whether it still gets any, and what a link to it has. Read from the primary. */
const findHolder = {
  contractor: async ({ contractorId }: { contractorId: string }) => {
    const found = isValidObjectId(contractorId) && (await ContractorModel.findById(contractorId).read('primary').lean())
    if (!found) return null
    return { record: found, isActive: found.active, sentTo: linkToContractor(toContractor(found)).sentTo }
  },
  homeowner: async ({ leadId }: { leadId: number }) => {
    const found = await LeadModel.findById(leadId).read('primary').lean()
    return found && { record: found, isActive: !found.erasedAt, sentTo: manageLink(leadId, found.email).sentTo }
  },
  account: async ({ userId }: { userId: string }) => {
    const found = await UserModel.findById(userId).read('primary').lean()
    return found && { record: found, isActive: found.status !== 'inactive', sentTo: linkToAccount(found).sentTo }
  },
  page: async ({ pageId }: { pageId: string }) => {
    const found = await PageModel.findById(pageId).read('primary').lean()
    return found && { record: found, isActive: true, sentTo: undefined }
  },
}

type Found<P extends Purpose> = NonNullable<Awaited<ReturnType<(typeof findHolder)[(typeof linkHolders)[P]]>>>

export type OpenedLink<P extends Purpose> = { link: LinkOf<P>; expiresAt: Date } & (
  | { ended: 'gone'; holder: null }
  | { ended: Exclude<LinkEnd, 'gone'> | null; holder: Found<P>['record'] }
)

/**
 * The only way to open a signed link: what it names, whom it is for, and whether it still works. Null for anything
 * unknown, tampered with, or made for another purpose.
 */
export async function openLink<P extends Purpose>(
  { links, now }: Pick<Context, 'links' | 'now'>,
  purpose: P,
  token: string,
): Promise<OpenedLink<P> | null> {
  const read = await links.read(purpose, token)
  if (read === null) return null
  const find = findHolder[linkHolders[purpose]] as unknown as (link: LinkOf<P>) => Promise<Found<P> | null>
  const found = await find(read.link)
  if (found === null) return { ...read, ended: 'gone', holder: null }
  const { record: holder, isActive, sentTo } = found
  const isTheirs = sentTo === (read.link as { sentTo?: string }).sentTo
  const ended = !isActive ? 'inactive' : !isTheirs ? 'replaced' : read.expiresAt <= now() ? 'expired' : null
  return { ...read, ended, holder }
}
