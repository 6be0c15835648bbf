import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { requireCan } from '@kerbside/schema/users/user'
import type { Context } from '../deps.ts'

/** Leads looked at; enough to know what a form change would break, few enough to count at once. */
const latest = 5_000

/** How many of the latest leads carry an answer under each form field name: what the field builder warns by. */
export async function answersCarried(ctx: Context): Promise<{ name: string; leads: number }[]> {
  requireCan(ctx.viewer, 'page:edit')
  return LeadModel.aggregate<{ name: string; leads: number }>([
    { $sort: { createdAt: -1, _id: -1 } },
    { $limit: latest },
    { $project: { name: { $setUnion: ['$answers.name', []] } } },
    { $unwind: '$name' },
    { $group: { _id: '$name', leads: { $sum: 1 } } },
    { $project: { _id: 0, name: '$_id', leads: 1 } },
    { $sort: { name: 1 } },
  ])
}
