import { promiseAlerts } from './lead.ts'
import { LeadModel } from './lead.model.ts'
import { unanswered } from '../promise/promise.ts'
import type { Settings } from '../settings/settings.ts'

/** The part of the promised time after which staff are warned. */
const warningShare = 0.75

type PromisedTime = Pick<Settings, 'promiseHours'>

/** Staff are warned of leads received by `warned`, and those received by `late` have been waiting for too long. */
export function promiseBounds(now: Date, { promiseHours }: PromisedTime): { warned: Date; late: Date } {
  const promiseMs = promiseHours * 3_600_000
  const before = (ms: number) => new Date(now.getTime() - ms)
  return { warned: before(promiseMs * warningShare), late: before(promiseMs) }
}

/**
 * How many leads are about to miss the promise: nobody has answered them, and three quarters of the promised time are
 * over, but not all of it (docs/specification.md, 6.5). Those that were promised nothing cause no alert and do not count.
 */
export async function countNearlyDue(now: Date, settings: PromisedTime): Promise<number> {
  const { warned, late } = promiseBounds(now, settings)
  const promised = { nextPromiseAlert: { $in: [...promiseAlerts] }, createdAt: { $gt: late, $lte: warned } }
  return LeadModel.countDocuments({ ...promised, ...unanswered }, { hint: 'promiseAlerts' }).exec()
}
