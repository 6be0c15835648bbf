import { EvidenceModel, reminderId } from '@kerbside/schema/contractors/evidence.model'
import {
  promiseAlertKinds,
  securityNoticeKinds,
  staffMailKinds,
  userMailId,
  userMailKinds,
  type PromiseAlertKind,
  type SecurityNoticeKind,
  type StaffMailKind,
  type UserMailKind,
} from '@kerbside/schema/deliveries/delivery'
import { sampleEmail } from '@kerbside/schema/emails/sample-emails'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { unanswered } from '@kerbside/schema/promise/promise'
import { staffMailsOf } from '@kerbside/schema/users/staff-mail'
import { accountMay, homeOf, passwordLinkHours } from '@kerbside/schema/users/user'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { WebhookModel } from '@kerbside/schema/webhooks/webhook.model'
import mongoose from 'mongoose'
import { renderBounceNotice } from '../bounces/bounce-notice.ts'
import { findFirm } from './find-firm.ts'
import { promiseAlertEmail } from './promise-emails.ts'
import type { BuildDeps, RenderedEmail, Wanted } from './rendered-email.ts'
import {
  assignmentEmail,
  complaintEmail,
  evidenceExpiryEmail,
  mentionEmail,
  webhookFailingEmail,
} from './staff-emails.ts'
import { invitationEmail, passwordResetEmail, securityNoticeEmail } from './user-emails.ts'

export const isUserMail = (kind: string): kind is UserMailKind => userMailKinds.some((known) => known === kind)

const isSecurityNotice = (kind: UserMailKind): kind is SecurityNoticeKind =>
  securityNoticeKinds.some((known) => known === kind)

const isStaffMail = (kind: UserMailKind): kind is StaffMailKind => staffMailKinds.some((known) => known === kind)

const isPromiseAlert = (kind: UserMailKind): kind is PromiseAlertKind =>
  promiseAlertKinds.some((known) => known === kind)

/** An email to somebody with an account, as of now. */
export async function renderUserEmail(
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
  if (kind === 'email-test') return renderTest(deps, delivery, user)
  if (kind === 'address-bounced') return renderBounceNotice(deps, delivery, user)
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

/** An email as it stands in the editor, with made-up people, to the admin who asked for it: a reply leads to nobody else. */
function renderTest(
  { config, settings }: BuildDeps,
  { tested }: Pick<Wanted, 'tested'>,
  user: UserRecord,
): RenderedEmail {
  if (!tested || !accountMay(user, 'email:edit', settings())) return { kind: 'not-wanted', offer: null }
  const { subject, text, html } = sampleEmail(tested.name, tested.words, config.PUBLIC_URL)
  const to = { name: user.name, address: user.email }
  return { kind: 'email', lead: null, email: { to, subject: `[Test] ${subject}`, text, html } }
}

/** To an admin, while the file is still there. */
async function renderReminder(
  { config, now, settings }: BuildDeps,
  { _id, contractorId }: Pick<Wanted, '_id' | 'contractorId'>,
  user: UserRecord,
): Promise<RenderedEmail> {
  const firm = await findFirm(contractorId)
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
  const firm = await findFirm(contractorId)
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
