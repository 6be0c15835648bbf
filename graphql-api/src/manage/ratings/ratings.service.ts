import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import type { RatingTotals } from '@kerbside/schema/manage/rating'
import { requireCan } from '@kerbside/schema/users/user'
import type { Context } from '../../deps.ts'

/** All ratings of several firms, in their order. */
export async function ratingTotals(ctx: Context, ids: readonly string[]): Promise<RatingTotals[]> {
  requireCan(ctx.viewer, 'contractor:read')
  const firms = await ContractorModel.find({ _id: { $in: ids } }, 'ratings').lean()
  return ids.map((id) => firms.find(({ _id }) => String(_id) === id)?.ratings ?? { count: 0, sum: 0 })
}
