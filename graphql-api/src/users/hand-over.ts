import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { SavedViewsModel, type UserRecord } from '@kerbside/schema/users/user.model'
import type { ClientSession } from 'mongoose'
import type { Context } from '../deps.ts'

/** What waits with a colleague: leads assigned to them, those of them with a follow-up, and their saved views. */
export type UserWork = { leads: number; followUps: number; savedViews: number }

export async function countWork({ _id }: Pick<UserRecord, '_id'>): Promise<UserWork> {
  const theirs = { 'assignedTo.id': String(_id) }
  const [leads, followUps, views] = await Promise.all([
    LeadModel.countDocuments(theirs),
    LeadModel.countDocuments({ ...theirs, followUpAt: { $ne: null } }),
    SavedViewsModel.findById(_id, 'views').lean(),
  ])
  return { leads, followUps, savedViews: views?.views.length ?? 0 }
}

type Taker = { id: string; name: string } | null

/**
 * Gives all leads of somebody who leaves to a colleague, or to nobody, so that none stays with a person who cannot be
 * reached. Each lead records it; nobody is emailed for each of them. Returns a sentence for the audit trail, or null.
 */
export async function handOver(
  { viewer, now }: Context,
  leaver: Pick<UserRecord, '_id'>,
  taker: Taker,
  session: ClientSession,
): Promise<string | null> {
  if (!viewer) return null
  const at = now()
  const by = { id: viewer.id, name: viewer.name }
  const { modifiedCount } = await LeadModel.updateMany(
    { 'assignedTo.id': String(leaver._id) },
    {
      $set: { assignedTo: taker, updatedAt: at },
      $inc: { version: 1 },
      $push: { activity: { at, by, kind: 'assigned', assignedTo: taker } },
    },
    { session },
  )
  if (modifiedCount === 0) return null
  return `${modifiedCount === 1 ? '1 lead' : `${modifiedCount} leads`} given to ${taker?.name ?? 'nobody'}`
}
