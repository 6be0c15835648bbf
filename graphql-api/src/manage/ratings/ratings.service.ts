import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { AppError, invalid } from '@kerbside/schema/errors'
import { mayRate, ratingLimits, type RatingTotals } from '@kerbside/schema/contractors/rating'
import { startDayOf } from '@kerbside/schema/estimates/estimate'
import { setRating } from '@kerbside/schema/leads/write-offers.model'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../../deps.ts'
import { changeOwnLead } from '../change-own-lead.ts'
import { findOwnLead } from '../manage.service.ts'

const { characters, stars } = ratingLimits
const starTexts = Array.from({ length: stars }, (_, index) => String(index + 1))

const RatingInput = z.object({
  firm: z.string('Choose a firm'),
  stars: z.enum(starTexts, `Choose from 1 to ${stars} stars`).transform(Number),
  text: z
    .string()
    .trim()
    .max(characters, `Write ${characters} characters at most`)
    .default('')
    .transform((text) => text.replaceAll('\r\n', '\n')),
})

const tooEarly = invalid(
  'firm',
  'You can rate a firm 14 days after it got your details, or from the day on which its agreed work starts.',
)

/** Of changes at the same moment one gets through each time. */
const tries = 10

/** Stores what the homeowner thinks of a firm: one rating for each firm of a request, which may be changed. */
export async function rateFirm(ctx: Context, token: string, input: unknown): Promise<void> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const lead = await findOwnLead(ctx, token)
    const { firm, ...given } = parse(RatingInput, input)
    const at = ctx.now()
    const offer = lead.offers.find(({ contractorId, state }) => contractorId === firm && state === 'accepted')
    if (!offer || !mayRate(offer, startDayOf(lead.estimates, firm), at)) throw tooEarly
    const before = offer.rating ?? null
    if (before?.stars === given.stars && before.text === given.text) return
    const isStored = await changeOwnLead(ctx, lead, {
      at,
      guard: { version: lead.version },
      ...setRating(firm, { ...given, at }),
      audited: { action: 'homeowner.rated-firm', details: offer.contractorName },
      alongside: async (_after, session) => {
        const more = { 'ratings.count': before ? 0 : 1, 'ratings.sum': given.stars - (before?.stars ?? 0) }
        await ContractorModel.updateOne({ _id: firm }, { $inc: more }, { session, timestamps: false })
      },
    })
    if (isStored) return
  }
  throw new AppError('CONFLICT', 'Your request has just been changed. Please send your rating once more.')
}

/** All ratings of several firms, in their order. */
export async function ratingTotals(ctx: Context, ids: readonly string[]): Promise<RatingTotals[]> {
  requireCan(ctx.viewer, 'contractor:read')
  const firms = await ContractorModel.find({ _id: { $in: ids } }, 'ratings').lean()
  return ids.map((id) => firms.find(({ _id }) => String(_id) === id)?.ratings ?? { count: 0, sum: 0 })
}
