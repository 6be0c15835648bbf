import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { mailAddressOf, mayTakeJobs, type Contractor } from '@kerbside/schema/contractors/contractor'
import { EvidenceModel, reminderId } from '@kerbside/schema/contractors/evidence.model'
import {
  deliveryId,
  isWebhookKind,
  promiseAlertKinds,
  securityNoticeKinds,
  staffMailKinds,
  userMailId,
  userMailKinds,
  type LeadMailKind,
  type PromiseAlertKind,
  type SecurityNoticeKind,
  type StaffMailKind,
  type UserMailKind,
} from '@kerbside/schema/deliveries/delivery'
import { staffMailsOf } from '@kerbside/schema/users/staff-mail'
import { isOpenToFirms, type Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead, unanswered } from '@kerbside/schema/leads/lead.model'
import { firmsWithDetails, offerRound, type Offer } from '@kerbside/schema/leads/offer'
import { firmPath, jobPath, offerPaths } from '@kerbside/schema/links/firm-links'
import { publicRating } from '@kerbside/schema/manage/rating'
import { WebhookModel } from '@kerbside/schema/webhooks/webhook.model'
import { accountMay, homeOf, passwordLinkHours } from '@kerbside/schema/users/user'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import mongoose from 'mongoose'
import {
  contactDetailsEmail,
  correctionNoticeEmail,
  eraseNoticeEmail,
  offerEmail,
  stopNoticeEmail,
} from '@kerbside/schema/emails/firm-emails'
import { acceptedNoticeEmail } from '@kerbside/schema/emails/homeowner-emails'
import { isHomeownerMail, manageLink, renderHomeownerEmail } from './render-homeowner-email.ts'
import type { BuildDeps, RenderedEmail, Wanted } from './rendered-email.ts'
import {
  assignmentEmail,
  complaintEmail,
  evidenceExpiryEmail,
  mentionEmail,
  webhookFailingEmail,
} from './staff-emails.ts'
import { promiseAlertEmail } from './promise-emails.ts'
import { withWords } from './with-words.ts'
import { invitationEmail, passwordResetEmail, securityNoticeEmail } from './user-emails.ts'

/** The email as of now, so that it contains corrections made since it was queued. */
export async function renderEmail(deps: BuildDeps, delivery: Wanted): Promise<RenderedEmail> {
  const { leadId, kind } = delivery
  if (isWebhookKind(kind)) throw new Error(`No email: ${kind}`)
  if (isUserMail(kind)) return renderUserEmail(deps, { ...delivery, kind })
  const record = leadId === null ? null : await LeadModel.findById(leadId).lean()
  if (!record) return { kind: 'subject-gone' }
  const lead = toLead(record)
  if (isHomeownerMail(kind)) return renderHomeownerEmail(deps, lead, { ...delivery, kind })

  const offer = offerOf(lead, { ...delivery, kind })
  if (offer?.state !== (kind === 'offer' ? 'offered' : 'accepted')) return { kind: 'not-wanted', offer }
  // The sweep has not closed it yet, but an answer would come too late.
  if (kind === 'offer' && offer.expiresAt <= deps.now()) return { kind: 'not-wanted', offer }
  if (kind === 'offer' && !isOpenToFirms(lead)) return { kind: 'not-wanted', offer }
  if (kind !== 'offer' && !isWantedAfterAccepting(kind, lead)) return { kind: 'not-wanted', offer }
  const firm = await findFirm(offer.contractorId)
  if (!firm || (kind === 'offer' && !mayTakeJobs(firm, deps.now()))) return { kind: 'firm-gone' }
  if (kind === 'accepted-notice') {
    const holders = firmsWithDetails(lead.offers)
    const earlier = holders.slice(0, holders.indexOf(offer)).map(({ contractorName }) => contractorName)
    const href = await manageLink(deps, lead.id, delivery)
    const accepted = { firm, earlier, href }
    return {
      kind: 'email',
      lead,
      ...(await withWords(deps, kind, (words) => acceptedNoticeEmail(lead, accepted, words))),
    }
  }

  const mailbox = { name: firm.name, address: mailAddressOf(firm) }
  if (kind === 'stop-notice') return { kind: 'email', lead, email: stopNoticeEmail(lead, mailbox) }
  if (kind === 'erase-notice') return { kind: 'email', lead, email: eraseNoticeEmail(lead, mailbox) }
  if (kind === 'correction-notice') {
    const isThis = (_: unknown, round: number) => deliveryId(lead.id, kind, offer.contractorId, round) === delivery._id
    const correction = lead.corrections?.find(isThis)
    if (!correction) return { kind: 'not-wanted', offer }
    const { job: href } = await jobLinks(deps, lead.id, offer)
    const { changes } = correction
    return { kind: 'email', lead, email: correctionNoticeEmail(lead, mailbox, { changes, href }) }
  }
  if (kind === 'offer') {
    const open = { expiresAt: offer.expiresAt, links: await offerLinks(deps, lead.id, offer) }
    return { kind: 'email', lead, ...(await withWords(deps, kind, (words) => offerEmail(lead, mailbox, open, words))) }
  }
  const links = await jobLinks(deps, lead.id, offer)
  const worded = await withWords(deps, 'contact-details', (words) => contactDetailsEmail(lead, mailbox, links, words))
  return { kind: 'email', lead, ...worded }
}

/** Once the homeowner has stopped sharing, firms are told that and nothing else. */
function isWantedAfterAccepting(kind: LeadMailKind, { sharingStoppedAt, erasedAt }: Lead): boolean {
  if (kind === 'erase-notice') return Boolean(erasedAt)
  return kind === 'stop-notice' ? Boolean(sharingStoppedAt) && !erasedAt : !sharingStoppedAt
}

const isUserMail = (kind: string): kind is UserMailKind => userMailKinds.some((known) => known === kind)

const isSecurityNotice = (kind: UserMailKind): kind is SecurityNoticeKind =>
  securityNoticeKinds.some((known) => known === kind)

const isStaffMail = (kind: UserMailKind): kind is StaffMailKind => staffMailKinds.some((known) => known === kind)

const isPromiseAlert = (kind: UserMailKind): kind is PromiseAlertKind =>
  promiseAlertKinds.some((known) => known === kind)

async function renderUserEmail(
  deps: BuildDeps,
  { kind, ...delivery }: Wanted & { kind: UserMailKind },
): Promise<RenderedEmail> {
  const { userId, createdAt } = delivery
  const user = mongoose.isValidObjectId(userId) ? await UserModel.findById(userId).lean() : null
  if (!user) return { kind: 'subject-gone' }
  if (kind === 'complaint') return renderComplaint(deps, delivery, user)
  if (isStaffMail(kind)) return renderStaffEmail(deps, { ...delivery, kind }, user)
  if (isPromiseAlert(kind)) return renderPromiseAlert(deps, { ...delivery, kind }, user)
  const to = { name: user.name, address: user.email }
  if (isSecurityNotice(kind)) return { kind: 'email', lead: null, email: securityNoticeEmail(to, kind, createdAt) }
  if (kind === 'webhook-failing') return renderWebhookAlert(deps, delivery, user)
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

/** To an admin, unless the webhook was removed or works again. */
async function renderWebhookAlert(
  { config, settings }: BuildDeps,
  { contractorId }: Pick<Wanted, 'contractorId'>,
  user: UserRecord,
): Promise<RenderedEmail> {
  const firm = contractorId === null ? null : await findFirm(contractorId)
  const webhook = firm && (await WebhookModel.findById(firm.id).lean())
  if (!firm || !webhook) return { kind: 'subject-gone' }
  const { failingSince: since, url } = webhook
  if (since === null || !accountMay(user, 'contractor:edit', settings())) return { kind: 'not-wanted', offer: null }
  const href = `${config.PUBLIC_URL}/admin/contractors/${firm.id}`
  const to = { name: user.name, address: user.email }
  return { kind: 'email', lead: null, email: webhookFailingEmail(to, firm, { since, host: new URL(url).host, href }) }
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

/** Names those leads that nobody has answered by now; about none there is no mail. */
async function renderPromiseAlert(
  { config, settings }: BuildDeps,
  { kind, leadIds = [] }: Wanted & { kind: PromiseAlertKind },
  user: UserRecord,
): Promise<RenderedEmail> {
  const records = await LeadModel.find({ _id: { $in: leadIds }, ...unanswered })
    .sort({ createdAt: 1, _id: 1 })
    .lean()
  const isWanted = records.length > 0 && accountMay(user, 'lead:read', settings())
  if (!isWanted) return { kind: 'not-wanted', offer: null }
  const to = { name: user.name, address: user.email }
  const { promiseHours } = settings()
  const listHref = `${config.PUBLIC_URL}${homeOf[user.role]}/leads`
  return {
    kind: 'email',
    lead: null,
    email: promiseAlertEmail(to, records.map(toLead), { kind, promiseHours, listHref }),
  }
}

/** To those who see to complaints, for as long as they may see the lead. */
async function renderComplaint(
  { config, settings }: BuildDeps,
  { _id, leadId }: Pick<Wanted, '_id' | 'leadId'>,
  user: UserRecord,
): Promise<RenderedEmail> {
  const record = leadId === null ? null : await LeadModel.findById(leadId).lean()
  const complaint = record?.complaints?.find(({ id }) => userMailId(String(user._id), 'complaint', id) === _id)
  if (!record || !complaint) return { kind: 'subject-gone' }
  if (record.erasedAt || !accountMay(user, 'lead:read', settings())) return { kind: 'not-wanted', offer: null }
  const to = { name: user.name, address: user.email }
  const href = `${config.PUBLIC_URL}${homeOf[user.role]}/leads/${leadId}`
  return { kind: 'email', lead: null, email: complaintEmail(to, toLead(record), { complaint, href }) }
}

/** The offer that a delivery is about. A firm that was asked more than once has one email per offer. */
function offerOf({ id, offers }: Lead, { _id, kind, contractorId }: Wanted & { kind: LeadMailKind }): Offer | null {
  const own = offers.filter((offer) => offer.contractorId === contractorId)
  if (kind !== 'offer') return own.at(-1) ?? null
  return own.find((offer) => deliveryId(id, kind, contractorId, offerRound(offers, offer)) === _id) ?? null
}

async function findFirm(id: string): Promise<(Contractor & { rating: string | null }) | null> {
  const record = mongoose.isValidObjectId(id) ? await ContractorModel.findById(id).lean() : null
  return record && { ...toContractor(record), rating: publicRating(record.ratings) }
}

async function offerLinks(deps: BuildDeps, leadId: number, offer: Offer) {
  const { accept, decline } = await offerPaths(deps.links, leadId, offer)
  const at = (path: string) => `${deps.config.PUBLIC_URL}${path}`
  return { accept: at(accept), decline: at(decline), firm: await firmLink(deps, offer, offer.offeredAt) }
}

async function jobLinks(deps: BuildDeps, leadId: number, offer: Offer) {
  const job = `${deps.config.PUBLIC_URL}${await jobPath(deps.links, leadId, offer)}`
  return { job, firm: await firmLink(deps, offer, offer.decidedAt ?? offer.offeredAt) }
}

const firmLink = async ({ links, config }: BuildDeps, { contractorId }: Offer, at: Date) =>
  `${config.PUBLIC_URL}${await firmPath(links, contractorId, at)}`
