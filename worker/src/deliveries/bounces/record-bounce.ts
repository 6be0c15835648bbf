import { emailAddressOf, type AddressBounce } from '@kerbside/schema/contractors/contractor'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { goesToHomeowner, userEmailId, type DeliveryBounce } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel, isHomeownerPaused, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { activeOf, findManagers, UserModel } from '@kerbside/schema/users/user.model'
import type { ClientSession } from 'mongoose'
import type { Deps } from '../../deps.ts'
import { withoutAddresses } from '../mail-error.ts'
import { bounceOffersOf, offersOf } from '../offer-digest.ts'
import { endUnsent } from '../offer-outcome.ts'
import { storeUserEmails } from '../user-emails.ts'
import { bounceKey } from './bounce-address.ts'
import type { DeliveryReport } from './read-report.ts'

export type BounceDeps = Pick<Deps, 'now' | 'log' | 'config' | 'metrics'>

/** Reports that are read about one email as it was last sent: notes of delay and absence can come before its bounce. */
const maxReports = 10

/** Counts a report. False when it is not to be read: the email's bounce is stored, or too many changed nothing. */
export async function countReport(key: string): Promise<boolean> {
  const { modifiedCount } = await DeliveryModel.updateOne(
    { bounceKey: key, bounce: null, reportsRead: { $not: { $gte: maxReports } } },
    { $inc: { reportsRead: 1 } },
    { timestamps: false },
  )
  return modifiedCount === 1
}

/**
 * Stores that an email came back. After a hard bounce the address gets no more emails and staff are told once. The same
 * report again changes nothing; one that says nothing final is logged only.
 */
export async function recordBounce(deps: BounceDeps, key: string, report: DeliveryReport | null): Promise<void> {
  const delivery = await DeliveryModel.findOne({ bounceKey: key }).lean()
  if (!delivery) return
  const { _id, kind, leadId } = delivery
  if (report?.action !== 'failed') {
    deps.log.info({ delivery: _id, leadId, status: report?.status }, 'a report about an email says nothing final')
    return
  }
  const hard = report.status.startsWith('5')
  // First, because a bounce that is stored is never looked at again. Their places go to the next firms.
  if (hard) await endUnsent(await offersOf(delivery), 'address rejects its email', deps.now())
  const isNew = await inTransaction((session) => storeBounce(deps, { key, delivery, report, hard }, session))
  if (!isNew) return
  deps.metrics.deliveries.inc({ kind, result: 'bounced' })
  deps.log.warn({ delivery: _id, leadId, status: report.status }, 'mail bounced')
}

type Bounced = { key: string; delivery: DeliveryRecord; report: DeliveryReport; hard: boolean }

async function storeBounce(deps: BounceDeps, bounced: Bounced, session: ClientSession): Promise<boolean> {
  const { key, delivery, report, hard } = bounced
  const { _id, kind, leadId, userId, contractorId } = delivery
  const at = deps.now()
  const toHomeowner = goesToHomeowner(kind)
  const recipient = await recipientOf(delivery, session)
  // With another address by now, that one is not known to bounce.
  const isCurrent =
    recipient !== null && bounceKey(deps.config, { id: _id, round: delivery.round, address: recipient }) === key
  const reason = withoutAddresses(report.reason, recipient ?? '')
  const pauses = hard && toHomeowner && isCurrent
  const wasPaused = pauses && leadId !== null && (await isHomeownerPaused(leadId, session))
  const bounce: DeliveryBounce = { at, hard, status: report.status, reason, pauses }
  const { modifiedCount } = await DeliveryModel.updateOne(
    { _id, bounceKey: key, bounce: null },
    [
      {
        $set: {
          bounce: { $literal: bounce },
          updatedAt: at,
          state: { $cond: [{ $in: ['$state', ['sending', 'sent']] }, 'bounced', '$state'] },
        },
      },
    ],
    { session, updatePipeline: true },
  )
  if (modifiedCount === 0) return false
  await bounceOffersOf(delivery, bounce, session)
  if (!hard || userId) return true
  const about = `${_id}-${delivery.round}`
  if (pauses && leadId !== null && !wasPaused)
    await notify(deps, await findManagers(session), { leadId, about }, session)
  if (!toHomeowner && contractorId !== null && isCurrent) {
    const isNews = await pauseFirm(contractorId, { address: recipient, at, reason }, session)
    if (isNews) await notify(deps, await activeOf('admin', session), { contractorId, about }, session)
  }
  return true
}

/** Where the email would go now; null when nobody is there any more. */
async function recipientOf({ kind, leadId, contractorId, userId }: DeliveryRecord, session: ClientSession) {
  if (userId) return (await UserModel.findById(userId, 'email', { session }).lean())?.email ?? null
  if (goesToHomeowner(kind)) return (await LeadModel.findById(leadId, 'email', { session }).lean())?.email ?? null
  const firm = await ContractorModel.findById(contractorId, 'email contacts', { session }).lean()
  return firm && emailAddressOf(firm)
}

async function pauseFirm(id: string, addressBounce: AddressBounce, session: ClientSession): Promise<boolean> {
  const { modifiedCount } = await ContractorModel.updateOne(
    { _id: id, 'addressBounce.address': { $ne: addressBounce.address } },
    { $set: { addressBounce } },
    { session },
  )
  return modifiedCount > 0
}

/** The homeowner's mail server rejects our email for good: managers are told once, as of one that came back. */
export async function tellOfRejection(deps: BounceDeps, { _id, kind, leadId, round }: DeliveryRecord): Promise<void> {
  if (!goesToHomeowner(kind) || leadId === null || (await isHomeownerPaused(leadId))) return
  const about = `${_id}-${round}`
  await inTransaction(async (session) => notify(deps, await findManagers(session), { leadId, about }, session))
}

type Subject = { leadId?: number; contractorId?: string; about: string }

/** One email to each. */
async function notify(
  deps: BounceDeps,
  userIds: readonly string[],
  { about, ...subject }: Subject,
  session: ClientSession,
): Promise<void> {
  const kind = 'address-bounced'
  const emails = userIds.map((userId) => ({ _id: userEmailId(userId, kind, about), kind, userId, ...subject }) as const)
  await storeUserEmails(deps, emails, session)
}
