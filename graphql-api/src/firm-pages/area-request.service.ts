import type { Contractor } from '@kerbside/schema/contractors/contractor'
import { toContractor } from '@kerbside/schema/contractors/contractor.model'
import { AppError } from '@kerbside/schema/errors'
import { requireCan } from '@kerbside/schema/users/user'
import { stale, writeContractor } from '../contractors/change-contractors.service.ts'
import { findContractor } from '../contractors/contractors.service.ts'
import type { Context } from '../deps.ts'

type Answer = { id: string; accept: boolean; version: number }

/** Gives a firm the areas that it asked for, or rejects them. `version`: of the firm as staff saw the request. */
export async function answerAreaRequest(ctx: Context, { id, accept, version }: Answer): Promise<Contractor> {
  requireCan(ctx.viewer, 'contractor:edit')
  const before = await findContractor(id)
  if (version !== before.version) throw stale()
  const request = toContractor(before).areaRequest
  if (!request || request.refusedAt) throw new AppError('CONFLICT', 'The firm asks for no other areas any more.')
  const change = accept
    ? { areas: request.areas, areaRequest: null }
    : { areaRequest: { ...request, refusedAt: ctx.now() } }
  const details = accept ? 'areas, as the firm asked for' : 'the areas that the firm asked for were rejected'
  const updated = await writeContractor(ctx, before, change, { details })
  if (!updated) throw stale()
  return updated
}
