import { AppError } from '@kerbside/schema/errors'
import { toLead, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { columnOf, leadColumnNames } from '@kerbside/schema/quotes/columns'
import { mongo } from 'mongoose'
import { hash } from 'node:crypto'

/** What a repeat needs of the first request, which is a lead or a held quote. */
export type FirstRequest = Pick<LeadRecord, '_id' | 'reference' | 'requestDigest' | 'createdAt'>

/** The submission was stored before. */
export const isRepeat = (error: unknown) =>
  error instanceof mongo.MongoServerError && error.code === 11_000 && 'submissionId' in (error['keyPattern'] ?? {})

/**
 * A digest that is equal for equal answers, whatever transport they came by. The submission's random id is part of it, so
 * that the digests of two leads never tell that their answers are alike.
 */
export function requestDigest(lead: LeadRecord): string {
  const columns = leadColumnNames.map((column) => lead[column])
  const added = lead.answers.filter(({ name }) => columnOf(name) === null).map(({ name, value }) => [name, value])
  added.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify([lead.submissionId, columns, added]), 'base64url')
}

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
