import type { Contractor } from '@kerbside/schema/contractors/contractor'
import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { searchPattern } from '@kerbside/schema/lists'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../deps.ts'

const Filter = z.strictObject({ search: z.string().max(200).nullish(), active: z.boolean().nullish() })

export async function listContractors(ctx: Context, input: unknown): Promise<Contractor[]> {
  requireCan(ctx.viewer, 'contractor:read')
  const { search, active } = parse(Filter, input)
  const pattern = searchPattern(search)
  const records = await ContractorModel.find({
    ...(pattern && { $or: [{ name: pattern }, { email: pattern }] }),
    ...(typeof active === 'boolean' && { active }),
  })
    .sort({ name: 1, _id: 1 })
    .lean()
  return records.map(toContractor)
}

/** What became of the offers that a firm had lately. `acceptanceRate`: whole percent; null without an offer. */
export type OfferHistory = { offersMade: number; offersAccepted: number; acceptanceRate: number | null }

const historyMs = 90 * 86_400_000

/** Of several firms at once, in their order. Counted in an index of the emails that offers are made by. */
export async function offerHistories(ctx: Context, ids: readonly string[]): Promise<OfferHistory[]> {
  requireCan(ctx.viewer, 'contractor:read')
  const since = new Date(ctx.now().getTime() - historyMs)
  const counts = await DeliveryModel.aggregate<{ _id: string; made: number; accepted: number }>([
    { $match: { kind: 'offer', contractorId: { $in: [...ids] }, createdAt: { $gte: since } } },
    {
      $group: {
        _id: '$contractorId',
        made: { $sum: 1 },
        accepted: { $sum: { $cond: [{ $eq: ['$state', 'accepted'] }, 1, 0] } },
      },
    },
  ])
  const byId = new Map(counts.map((count) => [count._id, count]))
  return ids.map((id) => {
    const { made, accepted } = byId.get(id) ?? { made: 0, accepted: 0 }
    const acceptanceRate = made === 0 ? null : Math.round((accepted / made) * 100)
    return { offersMade: made, offersAccepted: accepted, acceptanceRate }
  })
}
