import { AppError } from '@kerbside/schema/errors'
import { toLead, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { requestDigest } from '@kerbside/schema/quotes/submission/lead-of-quote.model'

/** What a repeat needs of the first request, which is a lead or a held quote. */
export type FirstRequest = Pick<LeadRecord, '_id' | 'reference' | 'requestDigest' | 'createdAt'>

export const submitted = (record: LeadRecord) => Object.assign(toLead(record), { submissionId: record.submissionId })

/**
 * The first result again, with the answers of this request, which are those of the first: never what staff have changed
 * since. Other answers under the same id are another request, which the first must not swallow.
 */
export function resultOfRepeat(first: FirstRequest, repeat: LeadRecord) {
  // A lead from before digests were stored is compared as it is now. If staff changed it, the sender gets the conflict.
  const known = first.requestDigest ?? requestDigest(first as LeadRecord)
  if (known !== repeat.requestDigest) throw new AppError('CONFLICT', sentBefore)
  const { _id: id, reference, createdAt } = first
  return { lead: { ...submitted(repeat), id, reference, createdAt }, duplicate: true }
}

const sentBefore = 'This form was sent before.'
