import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { linkToContractor } from '@kerbside/schema/links/firm-links'
import { linkToAccount, type SignedLink } from '@kerbside/schema/links/signed-link'
import { UserModel } from '@kerbside/schema/users/user.model'
import { isValidObjectId } from 'mongoose'
import type { Deps } from '../deps.ts'

export type Unaddressed<Link = SignedLink> = Link extends { sentTo: string } ? Omit<Link, 'sentTo'> : Link

/** Signs a link as it would be sent to its contractor or account now. */
export async function signLink({ links }: Pick<Deps, 'links'>, link: Unaddressed, expiresAt: Date): Promise<string> {
  return links.sign({ ...link, ...(await addresseeOf(link)) } as SignedLink, expiresAt)
}

async function addresseeOf(link: Unaddressed) {
  if ('userId' in link) {
    const user = await UserModel.findById(link.userId).lean()
    return user ? linkToAccount(user) : { sentTo: 'nobody' }
  }
  if (!('contractorId' in link)) return {}
  const { contractorId } = link
  const firm = isValidObjectId(contractorId) ? await ContractorModel.findById(contractorId).lean() : null
  return firm ? linkToContractor(toContractor(firm)) : { sentTo: 'nobody' }
}
