import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { mailAddressOf, mayTakeJobs, type Contractor } from '@kerbside/schema/contractors/contractor'
import { EvidenceModel, reminderId } from '@kerbside/schema/contractors/evidence.model'
import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import {
  deliveryId,
  securityNoticeKinds,
  staffMailKinds,
  userMailId,
  userMailKinds,
  type LeadMailKind,
  type SecurityNoticeKind,
  type StaffMailKind,
  type UserMailKind,
} from '@kerbside/schema/deliveries/delivery'
import { readFile } from '@kerbside/schema/file-store.model'
import { findQuoteFile } from '@kerbside/schema/quote-files/quote-file.model'
import { staffMailsOf } from '@kerbside/schema/users/staff-mail'
import { followUpsOf, isOpenToFirms, quotesOf, type Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { offerRound, type Offer } from '@kerbside/schema/leads/offer'
import { accountMay, homeOf, passwordLinkHours } from '@kerbside/schema/users/user'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import mongoose from 'mongoose'
import type { Deps } from '../../deps.ts'
import type { Email } from '../../mail.ts'
import { contactDetailsEmail, offerEmail } from './firm-emails.ts'
import { acceptedNoticeEmail, confirmationEmail, followUpEmail, quoteEmail } from './homeowner-emails.ts'
import { assignmentEmail, evidenceExpiryEmail, mentionEmail } from './staff-emails.ts'
import { invitationEmail, passwordResetEmail, securityNoticeEmail } from './user-emails.ts'

/** `firm-gone`: the firm was deleted, deactivated or is no longer verified. `not-wanted`: for example, the offer is closed. */
export type RenderedEmail =
  | { kind: 'email'; email: Email; lead: Lead | null }
  /** The lead or the user that it was about. */
  | { kind: 'subject-gone' }
  | { kind: 'firm-gone' }
  | { kind: 'not-wanted'; offer: Offer | null }

type Wanted = Pick<DeliveryRecord, '_id' | 'leadId' | 'userId' | 'kind' | 'contractorId' | 'createdAt'>
type BuildDeps = Pick<Deps, 'links' | 'config' | 'now' | 'settings'>

/** Days for which the link to an accepted job works. */
const jobLinkDays = 90

/** The email as of now, so that it contains corrections made since it was queued. */
export async function renderEmail(deps: BuildDeps, delivery: Wanted): Promise<RenderedEmail> {
  const { leadId, kind } = delivery
  if (isUserMail(kind)) return renderUserEmail(deps, { ...delivery, kind })
  const record = leadId === null ? null : await LeadModel.findById(leadId).lean()
  if (!record) return { kind: 'subject-gone' }
  const lead = toLead(record)
  if (kind === 'confirmation') {
    return lead.email ? { kind: 'email', lead, email: confirmationEmail(lead) } : { kind: 'not-wanted', offer: null }
  }

  if (kind === 'quote') {
    const quote = quotesOf(lead).find((sent) => deliveryId(lead.id, kind, sent.quote.id) === delivery._id)
    if (!quote || !lead.email || lead.sharingStoppedAt) return { kind: 'not-wanted', offer: null }
    const attachments = await attachmentsOf(lead, quote)
    return { kind: 'email', lead, email: { ...quoteEmail(lead, quote), ...(attachments && { attachments }) } }
  }

  if (kind === 'follow-up') {
    const sent = followUpsOf(lead).find(({ followUpId }) => deliveryId(lead.id, kind, followUpId) === delivery._id)
    const isWanted = sent && lead.email && !lead.sharingStoppedAt
    return isWanted ? { kind: 'email', lead, email: followUpEmail(lead, sent) } : { kind: 'not-wanted', offer: null }
  }

  const offer = offerOf(lead, { ...delivery, kind })
  if (offer?.state !== (kind === 'offer' ? 'offered' : 'accepted')) return { kind: 'not-wanted', offer }
  // The sweep has not closed it yet, but an answer would come too late.
  if (kind === 'offer' && offer.expiresAt <= deps.now()) return { kind: 'not-wanted', offer }
  if (kind === 'offer' ? !isOpenToFirms(lead) : lead.sharingStoppedAt) return { kind: 'not-wanted', offer }
  const firm = await findFirm(offer.contractorId)
  if (!firm || (kind === 'offer' && !mayTakeJobs(firm, deps.now()))) return { kind: 'firm-gone' }
  if (kind === 'accepted-notice') return { kind: 'email', lead, email: acceptedNoticeEmail(lead, firm) }

  const mailbox = { name: firm.name, address: mailAddressOf(firm) }
  const email =
    kind === 'offer'
      ? offerEmail(lead, mailbox, { expiresAt: offer.expiresAt, links: await offerLinks(deps, lead.id, offer) })
      : contactDetailsEmail(lead, mailbox, await jobLink(deps, lead.id, offer))
  return { kind: 'email', lead, email }
}

/** The PDF of a quote, for each try of its email. Null without one. */
async function attachmentsOf({ id }: Lead, { quote: { file } }: ReturnType<typeof quotesOf>[number]) {
  if (!file) return null
  const stored = await findQuoteFile(id, file.id)
  if (!stored) throw new Error('The PDF of a quote is gone')
  const content = await readFile('quoteFiles', stored.fileId)
  return [{ filename: file.name, contentType: 'application/pdf', content }]
}

const isUserMail = (kind: string): kind is UserMailKind => userMailKinds.some((known) => known === kind)

const isSecurityNotice = (kind: UserMailKind): kind is SecurityNoticeKind =>
  securityNoticeKinds.some((known) => known === kind)

const isStaffMail = (kind: UserMailKind): kind is StaffMailKind => staffMailKinds.some((known) => known === kind)

async function renderUserEmail(
  deps: BuildDeps,
  { kind, ...delivery }: Wanted & { kind: UserMailKind },
): Promise<RenderedEmail> {
  const { userId, createdAt } = delivery
  const user = mongoose.isValidObjectId(userId) ? await UserModel.findById(userId).lean() : null
  if (!user) return { kind: 'subject-gone' }
  if (isStaffMail(kind)) return renderStaffEmail(deps, { ...delivery, kind }, user)
  const to = { name: user.name, address: user.email }
  if (isSecurityNotice(kind)) return { kind: 'email', lead: null, email: securityNoticeEmail(to, kind, createdAt) }
  if (kind === 'evidence-expiry') return renderReminder(deps, delivery, user)
  const expiresAt = new Date(createdAt.getTime() + passwordLinkHours[kind] * 3_600_000)
  const isWanted = user.status === (kind === 'invitation' ? 'pending' : 'active') && expiresAt > deps.now()
  if (!isWanted) return { kind: 'not-wanted', offer: null }
  const version = user.credentialsVersion ?? 0
  const token = await deps.links.sign({ purpose: 'password', userId: String(user._id), version }, expiresAt)
  const email = kind === 'invitation' ? invitationEmail : passwordResetEmail
  return {
    kind: 'email',
    lead: null,
    email: email(to, { href: `${deps.config.PUBLIC_URL}/login/password/${token}`, expiresAt }),
  }
}

/** To an admin, while the file is still there. */
async function renderReminder(
  { config, now, settings }: BuildDeps,
  { _id, contractorId }: Pick<Wanted, '_id' | 'contractorId'>,
  user: UserRecord,
): Promise<RenderedEmail> {
  const firm = contractorId === null ? null : await findFirm(contractorId)
  const files = firm ? await EvidenceModel.find({ contractorId: firm.id }).lean() : []
  const evidence = files.find((file) => reminderId(String(user._id), file) === _id)
  if (!firm || !evidence?.expiresAt) return { kind: 'subject-gone' }
  if (!accountMay(user, 'contractor:edit', settings())) return { kind: 'not-wanted', offer: null }
  const href = `${config.PUBLIC_URL}/admin/contractors/${firm.id}`
  const { kind, expiresAt } = evidence
  const to = { name: user.name, address: user.email }
  const isOver = expiresAt <= now()
  return { kind: 'email', lead: null, email: evidenceExpiryEmail(to, firm, { kind, expiresAt, isOver, href }) }
}

/** Only to somebody who may see the lead, and about an assignment only while the person has it. */
async function renderStaffEmail(
  { config, settings }: BuildDeps,
  { _id, leadId, kind }: Wanted & { kind: StaffMailKind },
  user: UserRecord,
): Promise<RenderedEmail> {
  const record = leadId === null ? null : await LeadModel.findById(leadId).lean()
  if (!record) return { kind: 'subject-gone' }
  const lead = toLead(record)
  const mail = staffMailsOf(lead).find(({ userId, about }) => userMailId(userId, kind, about) === _id)
  const maySee = accountMay(user, 'lead:read', settings())
  const wasTakenBack = kind === 'assignment' && lead.assignedTo?.id !== String(user._id)
  if (!mail || !maySee || wasTakenBack) return { kind: 'not-wanted', offer: null }
  const to = { name: user.name, address: user.email }
  const href = `${config.PUBLIC_URL}${homeOf[user.role]}/leads/${lead.id}`
  const email = kind === 'mention' ? mentionEmail : assignmentEmail
  return { kind: 'email', lead: null, email: email(to, lead, { entry: mail.entry, href }) }
}

/** The offer that a delivery is about. A firm that was asked more than once has one email per offer. */
function offerOf({ id, offers }: Lead, { _id, kind, contractorId }: Wanted & { kind: LeadMailKind }): Offer | null {
  const own = offers.filter((offer) => offer.contractorId === contractorId)
  if (kind !== 'offer') return own.at(-1) ?? null
  return own.find((offer) => deliveryId(id, kind, contractorId, offerRound(offers, offer)) === _id) ?? null
}

async function findFirm(id: string): Promise<Contractor | null> {
  const record = mongoose.isValidObjectId(id) ? await ContractorModel.findById(id).lean() : null
  return record && toContractor(record)
}

// The links are the same in every try, because copies of an email must not differ.
async function offerLinks({ links, config }: BuildDeps, leadId: number, { contractorId, expiresAt }: Offer) {
  const token = await links.sign({ purpose: 'offer', leadId, contractorId }, expiresAt)
  return {
    accept: `${config.PUBLIC_URL}/offers/${token}/accept`,
    decline: `${config.PUBLIC_URL}/offers/${token}/decline`,
  }
}

async function jobLink({ links, config }: BuildDeps, leadId: number, { contractorId, decidedAt, offeredAt }: Offer) {
  const expiresAt = new Date((decidedAt ?? offeredAt).getTime() + jobLinkDays * 86_400_000)
  return `${config.PUBLIC_URL}/leads/${await links.sign({ purpose: 'lead', leadId, contractorId }, expiresAt)}`
}
