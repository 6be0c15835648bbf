import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { ErasureModel, erasureKey } from '@kerbside/schema/erasures/erasure.model'
import { AppError } from '@kerbside/schema/errors'
import { isOpenToFirms, type Lead } from '@kerbside/schema/leads/lead'
import { toLead } from '@kerbside/schema/leads/lead.model'
import { silentFirms } from '@kerbside/schema/leads/waiting-for-price'
import { firmsWithDetails, type Offer } from '@kerbside/schema/offers/offer'
import type { JobLead } from '@kerbside/schema/same-job/same-job'
import { findSameJob } from '@kerbside/schema/same-job/same-job.model'
import { longDay } from '@kerbside/schema/time/london-time'
import { publicRating } from '@kerbside/schema/contractors/rating'
import mongoose from 'mongoose'
import type { Context } from '../deps.ts'
import { EndedLink, unknownLink } from '../http/errors.ts'
import { openLink } from '../links/open-link.ts'
import { changeOwnLead } from './change-own-lead.ts'

/**
 * A firm that has the homeowner's details. `phone` and `email` are null once we do not know the firm any more; `rating`
 * until enough homeowners have rated it.
 */
export type Holder = {
  offer: Offer
  name: string
  since: Date
  phone: string | null
  email: string | null
  rating: string | null
}

/** What the homeowner's own page shows. */
export type OwnRequest = {
  lead: Lead
  holders: Holder[]
  /** Firms whose place can be given to another one. */
  silent: Offer[]
  /** The homeowner's other request for the same job, which contractors are offered; null where they are offered this one. */
  joinedTo: JobLead | null
  now: Date
}

const gone = new AppError('GONE', 'Your request is no longer with us, and neither are the details you gave us with it.')
const tooOld = new AppError(
  'GONE',
  'This link has run out. Please use the one in our latest email to you, or reply to that email.',
)

/** The details were erased, by the homeowner or with the whole lead. */
export class DetailsErased extends AppError {
  readonly at: Date
  constructor(at: Date) {
    super('GONE', `The details of your request were erased on ${longDay(at)}.`)
    this.at = at
  }
}

const formerAddress =
  'It was sent to an email address that is no longer that of the request. Please use the link in our latest email to the present address, or have a new one sent there.'

/** The homeowner's lead, by the link in each email to them. */
export async function findOwnLead(ctx: Context, token: string): Promise<Lead> {
  const opened = await openLink(ctx, 'manage', token)
  if (opened === null) throw unknownLink
  const { link, ended, holder } = opened
  if (ended === 'gone') {
    const erasure = await ErasureModel.findById(erasureKey({ kind: 'lead', id: String(link.leadId) })).lean()
    throw erasure ? new DetailsErased(erasure.at) : gone
  }
  if (holder.erasedAt) throw new DetailsErased(holder.erasedAt)
  // Nothing is shown to whoever reads emails at the former address.
  if (ended === 'replaced') throw new EndedLink(formerAddress, { kind: 'new-link', leadId: holder._id })
  if (ended === 'expired') throw tooOld
  return toLead(holder)
}

/** Looking at one's request changes nothing. */
export async function viewOwnRequest(ctx: Context, token: string): Promise<OwnRequest> {
  const lead = await findOwnLead(ctx, token)
  const now = ctx.now()
  const sameJob = lead.offers.length === 0 && isOpenToFirms(lead) ? await findSameJob({ ...lead, _id: lead.id }) : []
  const joinedTo = sameJob.find(({ offers }) => offers.length > 0) ?? null
  return { lead, holders: await holdersOf(lead), silent: silentFirms(lead, now), joinedTo, now }
}

async function holdersOf({ offers }: Lead): Promise<Holder[]> {
  const accepted = firmsWithDetails(offers)
  const ids = accepted.map(({ contractorId }) => contractorId).filter((id) => mongoose.isValidObjectId(id))
  const firms = await ContractorModel.find({ _id: { $in: ids } }, 'name phone email ratings').lean()
  return accepted.map((offer) => {
    const { contractorId, contractorName, decidedAt, offeredAt } = offer
    const firm = firms.find(({ _id }) => String(_id) === contractorId)
    const { name = contractorName, phone = null, email = null, ratings } = firm ?? {}
    return { offer, name, since: decidedAt ?? offeredAt, phone, email, rating: publicRating(ratings) }
  })
}

/** A link works with the address alone that it was emailed to, so whoever presses the button reads emails there. */
export async function confirmEmail(ctx: Context, token: string): Promise<void> {
  const lead = await findOwnLead(ctx, token)
  if (!lead.email) return
  const at = ctx.now()
  await changeOwnLead(ctx, lead, {
    at,
    guard: { emailConfirmedAt: null, email: lead.email },
    set: { emailConfirmedAt: at },
    audited: { action: 'homeowner.confirmed-email' },
  })
}
