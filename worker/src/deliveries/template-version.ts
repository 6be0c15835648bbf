import {
  isPushKind,
  isWebhookKind,
  type DeliveryKind,
  type DeliveryTemplate,
  type PushKind,
  type WebhookKind,
} from '@kerbside/schema/deliveries/delivery'
import { composeEmail } from '@kerbside/schema/emails/compose-email'
import { emailHtml } from '@kerbside/schema/emails/email-html'
import type { Email } from '@kerbside/schema/emails/email'
import {
  contactDetailsEmail,
  correctionNoticeEmail,
  eraseNoticeEmail,
  offerEmail,
  stopNoticeEmail,
} from '@kerbside/schema/emails/firm-emails'
import {
  acceptedNoticeEmail,
  checkRequestEmail,
  complaintReceivedEmail,
  confirmationEmail,
  confirmEmailEmail,
  followUpEmail,
  quoteEmail,
} from '@kerbside/schema/emails/homeowner-emails'
import { offerDigestEmail } from '@kerbside/schema/emails/offer-digest-email'
import { fillWords } from '@kerbside/schema/emails/fill-words'
import { sampleEmail } from '@kerbside/schema/emails/sample-emails'
import { emailTemplates } from '@kerbside/schema/emails/templates'
import { createHash } from 'node:crypto'
import { bounceNoticeEmail } from './bounces/bounce-notice.ts'
import { promiseAlertEmail } from './emails/promise-emails.ts'
import {
  assignmentEmail,
  complaintEmail,
  evidenceExpiryEmail,
  mentionEmail,
  webhookFailingEmail,
} from './emails/staff-emails.ts'
import { invitationEmail, passwordResetEmail, securityNoticeEmail } from './emails/user-emails.ts'

const builtIn: Record<Exclude<DeliveryKind, PushKind | WebhookKind>, (...values: never[]) => Email> = {
  confirmation: confirmationEmail,
  offer: offerEmail,
  'offer-digest': offerDigestEmail,
  'contact-details': contactDetailsEmail,
  'accepted-notice': acceptedNoticeEmail,
  quote: quoteEmail,
  'follow-up': followUpEmail,
  'stop-notice': stopNoticeEmail,
  'erase-notice': eraseNoticeEmail,
  'complaint-received': complaintReceivedEmail,
  'check-request': checkRequestEmail,
  'correction-notice': correctionNoticeEmail,
  'confirm-email': confirmEmailEmail,
  invitation: invitationEmail,
  'password-reset': passwordResetEmail,
  'evidence-expiry': evidenceExpiryEmail,
  'webhook-failing': webhookFailingEmail,
  'address-bounced': bounceNoticeEmail,
  complaint: complaintEmail,
  'password-changed': securityNoticeEmail,
  'two-step-on': securityNoticeEmail,
  'two-step-off': securityNoticeEmail,
  'two-step-reset': securityNoticeEmail,
  mention: mentionEmail,
  assignment: assignmentEmail,
  'email-test': sampleEmail,
  'promise-warning': promiseAlertEmail,
  'promise-missed': promiseAlertEmail,
}

const versions = new Map<DeliveryKind, string>()

/**
 * The template that an email of this kind is made with. A built-in template is a function and perhaps words, so its version is
 * a hash of them and of the layout's code. `saved`: the version of words that an admin saved, if the email has them.
 */
export function templateOf(kind: DeliveryKind, saved = 0): DeliveryTemplate {
  if (isWebhookKind(kind) || isPushKind(kind)) throw new Error(`No email: ${kind}`)
  if (saved > 0) return { name: kind, version: String(saved) }
  let version = versions.get(kind)
  if (version === undefined) {
    version = hashOf([builtIn[kind], wordsOf(kind), fillWords, composeEmail, emailHtml].join('\n'))
    versions.set(kind, version)
  }
  return { name: kind, version }
}

const wordsOf = (kind: DeliveryKind) =>
  JSON.stringify(Object.entries(emailTemplates).find(([name]) => name === kind)?.[1].builtIn ?? null)

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)
