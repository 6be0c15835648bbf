import type { Contractor } from '@kerbside/schema/contractors/contractor'
import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import { searchPattern } from '../http/lists.ts'
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
