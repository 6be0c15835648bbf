import { AppError } from '@kerbside/schema/errors'
import type { SignedLink } from '@kerbside/schema/links/signed-link'
import type { Context } from '../deps.ts'
import { EndedLink, unknownLink } from '../http/errors.ts'
import { openLink, type LinkEnd } from './open-link.ts'

type ToContractor = Extract<SignedLink, { contractorId: string }>

/** A contractor's link: an error says why it shows nothing, and offers a new one where there may be one. */
export async function openContractorLink<P extends ToContractor['purpose']>(ctx: Context, purpose: P, token: string) {
  const opened = await openLink<ToContractor['purpose']>(ctx, purpose, token)
  if (opened === null) throw unknownLink
  const { ended, link } = opened
  if (ended !== null && ended !== 'expired') throw contractorLinkEnded(purpose, link.contractorId, ended)
  return { ...opened, link: link as Extract<ToContractor, { purpose: P }> }
}

const newOne = 'Use a link in our latest email, or have a new one sent to your present email address.'
const texts: Record<LinkEnd, string> = {
  gone: 'This firm is no longer with us.',
  inactive:
    'We are not offering you jobs at present, so our links to you have ended. If you think this is a mistake, reply to one of our emails.',
  replaced: `It was sent to an email address that you no longer have with us, or we have ended all links sent to you until then. ${newOne}`,
  expired: `It has run out. ${newOne}`,
}

export function contractorLinkEnded(purpose: ToContractor['purpose'], contractorId: string, ended: LinkEnd): AppError {
  const isForNobody = ended === 'gone' || ended === 'inactive'
  if (isForNobody) return new AppError('GONE', texts[ended])
  // Its token opens no other page, so that a mail program that has it gets nothing else.
  if (purpose === 'stop-offers') return new AppError('GONE', 'To stop offers, use the link in our latest email.')
  return new EndedLink(texts[ended], { kind: 'contractor-link', contractorId })
}
