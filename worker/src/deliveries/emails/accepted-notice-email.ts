import { formatPhone } from '@kerbside/schema/contact'
import type { Contractor } from '@kerbside/schema/contractors/contractor'
import type { Lead } from '@kerbside/schema/leads/lead'
import { composeEmail, greeting, jobName } from './compose-email.ts'
import type { Email, Fact } from './email.ts'

export type NoticedLead = Pick<Lead, 'reference' | 'trade' | 'firstName' | 'email'>
export type NoticedFirm = Pick<Contractor, 'name' | 'email' | 'phone'>

/**
 * To the homeowner: which firm has just got their contact details. Their address may still be unconfirmed, so the email
 * contains nothing that they typed, and the firm's phone and email are text, not links.
 */
export function acceptedNoticeEmail(lead: NoticedLead, firm: NoticedFirm): Email {
  const facts: Fact[] = [{ label: 'Firm', value: firm.name }]
  if (firm.phone) facts.push({ label: 'Phone', value: formatPhone(firm.phone, 'national') })
  facts.push({ label: 'Email', value: firm.email })
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `${firm.name} would like to quote – ${lead.reference}`,
    preheader: `${firm.name} now has your contact details and will get in touch.`,
    title: `${firm.name} would like to quote`,
    blocks: [
      { kind: 'paragraph', text: greeting(lead.firstName) },
      {
        kind: 'paragraph',
        text: `${firm.name} has taken on your ${jobName(lead)} ${lead.reference}. We have given the firm your name and contact details, and it will get in touch with you.`,
      },
      { kind: 'facts', facts },
      { kind: 'heading', text: 'Changed your mind?' },
      {
        kind: 'paragraph',
        text: `Reply to this email and keep ${lead.reference} in the subject line. We will ask the firm not to contact you.`,
      },
    ],
    footer: 'We email you about every firm that gets your contact details. We give them to nobody else.',
  })
}
