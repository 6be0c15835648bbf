import { userEmailId, type PromiseAlertKind } from '@kerbside/schema/deliveries/delivery'
import type { PromiseAlert } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { promiseBounds, unanswered } from '@kerbside/schema/promise/promise'
import { storePushes } from '@kerbside/schema/push/store-pushes.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { findManagers } from '@kerbside/schema/users/user.model'
import { Types, type ClientSession, type QueryFilter } from 'mongoose'
import { storeUserEmails } from '../deliveries/user-emails.ts'
import type { Deps } from '../deps.ts'

/** Leads of one email. Of more, the others follow in the next one of the same pass. */
const leadsAtOnce = 500

type AlertDeps = Pick<Deps, 'now' | 'log' | 'settings'>

/**
 * Tells managers, and devices that are to be notified, about leads that nobody has answered: once when three quarters of the promised time are over, and once
 * when all of it is. What has still to be told is stored in the lead and changed together with the emails, so neither a
 * crash nor other workers can repeat it. Nothing here depends on Redis.
 */
export async function alertAboutPromises(deps: AlertDeps): Promise<void> {
  await deps.settings.refresh() // a process that has just begun would go by the defaults
  const { warned, late } = promiseBounds(deps.now(), deps.settings())
  // First, because a lead that is late needs no warning any more.
  await alertAll(deps, 'missed', {
    nextPromiseAlert: { $in: ['warning', 'missed'] },
    createdAt: { $lte: late },
  })
  await alertAll(deps, 'warning', { nextPromiseAlert: 'warning', createdAt: { $lte: warned } })
}

async function alertAll(deps: AlertDeps, alert: PromiseAlert, due: QueryFilter<LeadRecord>): Promise<void> {
  await LeadModel.updateMany({ $and: [due, { $nor: [unanswered] }] }, { $unset: { nextPromiseAlert: 1 } })
  for (let count = leadsAtOnce; count === leadsAtOnce;) {
    count = await inTransaction((session) => alertSome(deps, alert, due, session))
    if (count > 0) deps.log.warn({ alert, leads: count }, 'leads that nobody has answered')
  }
}

/** The write to the leads makes a transaction fail and begin anew if somebody changes one of them meanwhile. */
async function alertSome(
  deps: AlertDeps,
  alert: PromiseAlert,
  due: QueryFilter<LeadRecord>,
  session: ClientSession,
): Promise<number> {
  const leads = await LeadModel.find({ ...due, ...unanswered }, '_id', { session })
    .sort({ createdAt: 1, _id: 1 })
    .limit(leadsAtOnce)
    .lean()
  if (leads.length === 0) return 0
  const leadIds = leads.map(({ _id }) => _id)
  const next = alert === 'warning' ? { $set: { nextPromiseAlert: 'missed' } } : { $unset: { nextPromiseAlert: 1 } }
  await LeadModel.updateMany({ _id: { $in: leadIds } }, next, { session })
  await storeAlerts(deps, `promise-${alert}`, leadIds, session)
  return leads.length
}

/** One email to each person. */
async function storeAlerts(
  deps: AlertDeps,
  kind: PromiseAlertKind,
  leadIds: readonly number[],
  session: ClientSession,
): Promise<void> {
  const occasion = String(new Types.ObjectId())
  const emails = (await findManagers(session)).map((userId) => {
    return { _id: userEmailId(userId, kind, occasion), kind, userId, leadIds: [...leadIds] }
  })
  await storeUserEmails(deps, emails, session)
  if (kind === 'promise-warning') await storePushes({ event: kind, about: occasion, leadIds }, deps.now(), session)
}
