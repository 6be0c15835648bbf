import { jobName } from '@kerbside/schema/leads/email-texts'
import type { Lead, LeadActivity } from '@kerbside/schema/leads/lead'
import { areaOf } from '@kerbside/schema/quotes/places'
import type { Email, Mailbox } from '../../mail.ts'
import { composeEmail } from './compose-email.ts'
import type { EmailBlock } from './email-html.ts'

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
