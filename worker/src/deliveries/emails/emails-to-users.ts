import { EvidenceModel, reminderId } from '@kerbside/schema/contractors/evidence.model'
import {
  userEmailId,
  type PromiseAlertKind,
  type SecurityNoticeKind,
  type StaffEmailKind,
  type UserEmailKind,
} from '@kerbside/schema/deliveries/delivery'
import type { Email, Mailbox } from '@kerbside/schema/emails/email'
import { sampleEmail } from '@kerbside/schema/emails/sample-emails'
import { templateNames } from '@kerbside/schema/emails/templates'
import { linkToAccount } from '@kerbside/schema/links/signed-link'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { unanswered } from '@kerbside/schema/promise/promise'
import { staffEmailsOf } from '@kerbside/schema/leads/staff-email'
import { accountMay, homePathOf, passwordLinkHours, type Action } from '@kerbside/schema/users/user'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { WebhookModel } from '@kerbside/schema/webhooks/webhook.model'
import mongoose from 'mongoose'
import { bounceNoticeEmail, bounceSubject } from '../bounces/bounce-notice.ts'
import { findFirm, findLead } from './find-subjects.ts'
import { promiseAlertEmail } from './promise-emails.ts'
import type { BuildDeps, EmailRenderer, Wanted } from './rendered-email.ts'
import {
  assignmentEmail,
  complaintEmail,
  evidenceExpiryEmail,
  mentionEmail,
  webhookFailingEmail,
} from './staff-emails.ts'
import { invitationEmail, passwordResetEmail, securityNoticeEmail } from './user-emails.ts'

type EmailContext = { deps: BuildDeps; delivery: Wanted; user: UserRecord; to: Mailbox }
type Answer = Email | 'subject-gone' | 'not-wanted'

/** An email to somebody with an account. `action`: what the person must be allowed, to be told of it. */
const toUser =
  (action: Action | null, compose: (email: EmailContext) => Answer | Promise<Answer>): EmailRenderer =>
  async (deps, delivery) => {
    const { userId, formerAddress } = delivery
    const user = mongoose.isValidObjectId(userId) ? await UserModel.findById(userId).lean() : null
    if (!user) return { kind: 'subject-gone' }
    const email = await compose({ deps, delivery, user, to: { name: user.name, address: formerAddress ?? user.email } })
    if (email === 'subject-gone') return { kind: email }
    const isWanted = email !== 'not-wanted' && (action === null || accountMay(user, action, deps.settings()))
    return isWanted ? { kind: 'email', lead: null, email } : { kind: 'not-wanted', offer: null }
  }

/** A link with which a person of this status sets a password. */
const passwordLink = (
  kind: keyof typeof passwordLinkHours,
  status: UserRecord['status'],
  compose: typeof invitationEmail,
) =>
  toUser(null, async ({ deps, delivery: { createdAt }, user, to }) => {
    const expiresAt = new Date(createdAt.getTime() + passwordLinkHours[kind] * 3_600_000)
    if (user.status !== status || expiresAt <= deps.now()) return 'not-wanted'
    const token = await deps.links.sign({ purpose: 'password', ...linkToAccount(user) }, expiresAt)
    return compose(to, { href: `${deps.config.PUBLIC_URL}/login/password/${token}`, expiresAt })
  })

const securityNotice = (kind: SecurityNoticeKind) =>
  toUser(null, ({ delivery, to }) => securityNoticeEmail(to, kind, delivery.createdAt))

/** What a colleague did; about an assignment only while the person has the lead. */
const staffEmail = (kind: StaffEmailKind, compose: typeof mentionEmail) =>
  toUser('lead:read', async ({ deps, delivery: { _id, leadId }, user, to }) => {
    const lead = await findLead(leadId)
    if (!lead) return 'subject-gone'
    const email = staffEmailsOf(lead).find(({ userId, about }) => userEmailId(userId, kind, about) === _id)
    const wasTakenBack = kind === 'assignment' && lead.assignedTo?.id !== String(user._id)
    if (!email || wasTakenBack) return 'not-wanted'
    return compose(to, lead, { entry: email.entry, href: `${leadList(deps, user)}/${lead.id}` })
  })

/** Names those leads that nobody has answered by now; about none there is no email. */
const promiseAlert = (kind: PromiseAlertKind) =>
  toUser('lead:read', async ({ deps, delivery: { leadIds = [] }, user, to }) => {
    const records = await LeadModel.find({ _id: { $in: leadIds }, ...unanswered })
      .sort({ createdAt: 1, _id: 1 })
      .lean()
    if (records.length === 0) return 'not-wanted'
    const { promiseHours } = deps.settings()
    return promiseAlertEmail(to, records.map(toLead), { kind, promiseHours, listHref: leadList(deps, user) })
  })

export const userEmails: Record<UserEmailKind, EmailRenderer> = {
  invitation: passwordLink('invitation', 'pending', invitationEmail),
  'password-reset': passwordLink('password-reset', 'active', passwordResetEmail),
  'password-changed': securityNotice('password-changed'),
  'email-changed': securityNotice('email-changed'),
  'email-changed-away': securityNotice('email-changed-away'),
  'two-step-on': securityNotice('two-step-on'),
  'two-step-off': securityNotice('two-step-off'),
  'two-step-reset': securityNotice('two-step-reset'),
  mention: staffEmail('mention', mentionEmail),
  assignment: staffEmail('assignment', assignmentEmail),
  'promise-warning': promiseAlert('promise-warning'),
  'promise-missed': promiseAlert('promise-missed'),
  // To those who see to complaints.
  complaint: toUser('lead:read', async ({ deps, delivery: { _id, leadId }, user, to }) => {
    const lead = await findLead(leadId)
    const complaint = lead?.complaints?.find(({ id }) => userEmailId(String(user._id), 'complaint', id) === _id)
    if (!lead || !complaint) return 'subject-gone'
    if (lead.erasedAt) return 'not-wanted'
    return complaintEmail(to, lead, { complaint, href: `${leadList(deps, user)}/${lead.id}` })
  }),
  // While the address still gets no emails.
  'address-bounced': toUser(null, async ({ deps, delivery, user, to }) => {
    const subject = await bounceSubject(deps, delivery, user)
    return subject ? bounceNoticeEmail(to, subject) : 'not-wanted'
  }),
  // While the file is still there.
  'evidence-expiry': toUser('contractor:edit', async ({ deps, delivery, user, to }) => {
    const firm = await findFirm(delivery.contractorId)
    const files = firm ? await EvidenceModel.find({ contractorId: firm.id }).lean() : []
    const evidence = files.find((file) => reminderId(String(user._id), file) === delivery._id)
    if (!firm || !evidence?.expiresAt) return 'subject-gone'
    const { kind, expiresAt } = evidence
    const isOver = expiresAt <= deps.now()
    return evidenceExpiryEmail(to, firm, { kind, expiresAt, isOver, href: firmScreen(deps, firm.id) })
  }),
  // Unless the webhook was removed or works again.
  'webhook-failing': toUser('contractor:edit', async ({ deps, delivery, to }) => {
    const firm = await findFirm(delivery.contractorId)
    const webhook = firm && (await WebhookModel.findById(firm.id).lean())
    if (!firm || !webhook) return 'subject-gone'
    const { failingSince: since, url } = webhook
    if (since === null) return 'not-wanted'
    return webhookFailingEmail(to, firm, { since, host: new URL(url).host, href: firmScreen(deps, firm.id) })
  }),
  // As it stands in the editor, with made-up people, to the admin who asked for it: a reply leads to nobody else.
  'email-test': toUser('email:edit', ({ deps, delivery: { tested }, to }) => {
    const name = templateNames.find((known) => known === tested?.name)
    if (!tested || !name) return 'not-wanted'
    const { subject, text, html } = sampleEmail(name, tested.words, deps.config.PUBLIC_URL)
    return { to, subject: `[Test] ${subject}`, text, html }
  }),
}

const leadList = ({ config }: BuildDeps, user: UserRecord) => `${config.PUBLIC_URL}${homePathOf[user.role]}/leads`
const firmScreen = ({ config }: BuildDeps, id: string) => `${config.PUBLIC_URL}/admin/contractors/${id}`
