import type { Contractor } from '@kerbside/schema/contractors/contractor'
import { evidenceLabels, type EvidenceKind } from '@kerbside/schema/contractors/evidence'
import { jobName } from '@kerbside/schema/emails/email-texts'
import type { Complaint, Lead, LeadActivity } from '@kerbside/schema/leads/lead'
import { longDay, longDayAndTime } from '@kerbside/schema/time/london-time'
import { complaintDueAt } from '@kerbside/schema/manage/complaint'
import { areaOf } from '@kerbside/schema/quotes/places'
import type { Email, Mailbox } from '@kerbside/schema/emails/email'
import { composeEmail, type EmailBlock } from '@kerbside/schema/emails/email-html'

/** What a colleague did, and the staff page of the lead. */
type Occasion = { entry: LeadActivity; href: string }

/** To somebody whom a colleague mentioned in a note. The note is for staff only, so no other email shows it. */
export function mentionEmail(to: Mailbox, lead: Lead, { entry, href }: Occasion): Email {
  const title = `${entry.by.name} mentioned you`
  return composeEmail({
    to,
    subject: `${title} – ${lead.reference}`,
    preheader: `In a note on the ${jobName(lead)} ${lead.reference}.`,
    title,
    blocks: [
      `Hello ${to.name},`,
      `${entry.by.name} mentioned you in a note on a lead.`,
      leadFacts(lead),
      { kind: 'heading', text: 'The note' },
      ...(entry.text ?? '').split(/\n\s*\n/),
      openLead(href),
    ],
    footer:
      'You get this email because a colleague mentioned you. Notes are for staff only: please do not pass this email on to firms or homeowners.',
  })
}

/** To somebody to whom a colleague gave a lead. */
export function assignmentEmail(to: Mailbox, lead: Lead, { entry, href }: Occasion): Email {
  const area = areaOf(lead.postcode)
  return composeEmail({
    to,
    subject: `A lead is yours – ${lead.reference}`,
    preheader: `${entry.by.name} assigned you a ${jobName(lead)}${area ? ` in ${area}` : ''}.`,
    title: 'A lead is yours',
    blocks: [`Hello ${to.name},`, `${entry.by.name} assigned you a lead.`, leadFacts(lead), openLead(href)],
    footer: 'You get this email because a colleague assigned you a lead.',
  })
}

/** To somebody who sees to complaints: in the homeowner's words, and until when it is answered. */
export function complaintEmail(
  to: Mailbox,
  lead: Lead,
  { complaint, href }: { complaint: Complaint; href: string },
): Email {
  const due = longDay(complaintDueAt(complaint.at))
  return composeEmail({
    to,
    subject: `A homeowner complains – ${lead.reference}`,
    preheader: `Answer by ${due}.`,
    title: 'A homeowner complains',
    blocks: [
      `Hello ${to.name},`,
      `A homeowner has sent a complaint from the page of their request. Answer it by ${due}: that is what they were told.`,
      leadFacts(lead),
      { kind: 'heading', text: 'The complaint' },
      ...complaint.text.split(/\n\s*\n/),
      openLead(href),
    ],
    footer: 'You get this email because you see to complaints, or because the lead is yours.',
  })
}

type Expiry = { kind: EvidenceKind; expiresAt: Date; isOver: boolean; href: string }

/** To an admin, about a file of a firm that expires soon, or has expired while no worker ran. */
export function evidenceExpiryEmail(
  to: Mailbox,
  firm: Pick<Contractor, 'name'>,
  { kind, expiresAt, isOver, href }: Expiry,
): Email {
  const title = `${evidenceLabels[kind]} of ${firm.name} ${isOver ? 'has expired' : 'expires soon'}`
  return composeEmail({
    to,
    subject: title,
    preheader: `${isOver ? 'Since' : 'On'} ${longDay(expiresAt)}.`,
    title,
    blocks: [
      `Hello ${to.name},`,
      `Ask the firm for a new document, store it, and delete the old one. The firm is offered jobs for as long as its page says that it is verified, whatever its documents say.`,
      {
        kind: 'facts',
        facts: [
          { label: 'Firm', value: firm.name },
          { label: 'Evidence', value: evidenceLabels[kind] },
          { label: isOver ? 'Expired' : 'Expires', value: longDay(expiresAt) },
        ],
      },
      { kind: 'buttons', buttons: [{ label: 'Open the firm', href, look: 'primary' }] },
    ],
    footer: 'You get this email because you are an admin of Kerbside. Each document causes one such email.',
  })
}

type Failing = { since: Date; host: string; href: string }

/** To an admin, about a webhook that has failed for an hour. */
export function webhookFailingEmail(
  to: Mailbox,
  firm: Pick<Contractor, 'name'>,
  { since, host, href }: Failing,
): Email {
  const title = `The webhook of ${firm.name} fails`
  return composeEmail({
    to,
    subject: title,
    preheader: `Since ${longDayAndTime(since)}. The firm still gets every email.`,
    title,
    blocks: [
      `Hello ${to.name},`,
      `The system of ${firm.name} has taken no message of ours for an hour. Each message is tried for three days, and the firm still gets every email. Tell the firm, look at what its system answers, and send a test once it is mended.`,
      {
        kind: 'facts',
        facts: [
          { label: 'Firm', value: firm.name },
          { label: 'Host', value: host },
          { label: 'Since', value: longDayAndTime(since) },
        ],
      },
      { kind: 'buttons', buttons: [{ label: 'Open the firm', href, look: 'primary' }] },
    ],
    footer: 'You get this email because you are an admin of Kerbside. You get it once until the webhook works again.',
  })
}

const leadFacts = (lead: Lead): EmailBlock => ({
  kind: 'facts',
  facts: [
    { label: 'Reference', value: lead.reference },
    { label: 'Area', value: areaOf(lead.postcode) ?? 'Not given' },
  ],
})

const openLead = (href: string): EmailBlock => ({
  kind: 'buttons',
  buttons: [{ label: 'Open the lead', href, look: 'primary' }],
})
