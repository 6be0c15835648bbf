import { formatPhone } from '@kerbside/schema/contact'
import type { Contractor } from '@kerbside/schema/contractors/contractor'
import { followUpEmailContent, greeting, jobName, quoteEmailContent } from '@kerbside/schema/leads/email-texts'
import type { followUpsOf, Lead, quotesOf } from '@kerbside/schema/leads/lead'
import { maximumFirmsOf } from '@kerbside/schema/leads/offer'
import { formatAmount } from '@kerbside/schema/leads/sent-quote'
import { countOf } from '@kerbside/schema/settings/public-settings'
import type { Email } from '../../mail.ts'
import { composeEmail } from './compose-email.ts'

// A homeowner's address may not be confirmed yet, so these emails contain nothing that the sender of the request typed;
// otherwise anybody could use them to write to a stranger.

/** As soon as the lead is stored: the reference and what happens next. */
export function confirmationEmail(lead: Lead): Email {
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `We have your request – ${lead.reference}`,
    preheader: `Your reference is ${lead.reference}. Here is what happens next.`,
    title: 'We have your request',
    blocks: [
      greeting(lead.firstName),
      `Thank you. Your ${jobName(lead)} is with us, and your reference is ${lead.reference}.`,
      { kind: 'heading', text: 'What happens next' },
      {
        kind: 'steps',
        items: [
          `We show the job and your area, but not your name or contact details, to up to ${countOf(maximumFirmsOf(lead), 'firm')}.`,
          'A firm that takes the job on gets your contact details. We email you its name straight away.',
          'The firm then gets in touch to talk it through or to arrange a visit. Comparing quotes is free, and you are free to say no.',
        ],
      },
      { kind: 'heading', text: 'Something to correct or ask?' },
      `Just reply to this email and keep ${lead.reference} in the subject line.`,
    ],
    footer:
      'You get this email because a quote was requested with this address. If that was not you, reply and tell us.',
  })
}

/** Which firm has just got the homeowner's contact details. The firm's phone and email are text, not links. */
export function acceptedNoticeEmail(lead: Lead, firm: Pick<Contractor, 'name' | 'email' | 'phone'>): Email {
  const phone = firm.phone ? [{ label: 'Phone', value: formatPhone(firm.phone, 'national') }] : []
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `${firm.name} would like to quote – ${lead.reference}`,
    preheader: `${firm.name} now has your contact details and will get in touch.`,
    title: `${firm.name} would like to quote`,
    blocks: [
      greeting(lead.firstName),
      `${firm.name} has taken on your ${jobName(lead)} ${lead.reference}. We have given the firm your name and contact details, and it will get in touch with you.`,
      { kind: 'facts', facts: [{ label: 'Firm', value: firm.name }, ...phone, { label: 'Email', value: firm.email }] },
      { kind: 'heading', text: 'Changed your mind?' },
      `Reply to this email and keep ${lead.reference} in the subject line. We will ask the firm not to contact you.`,
    ],
    footer: 'We email you about every firm that gets your contact details. We give them to nobody else.',
  })
}

/** What staff ask a homeowner. */
export function followUpEmail(lead: Lead, { text, by }: ReturnType<typeof followUpsOf>[number]): Email {
  const content = followUpEmailContent(lead, { message: text ?? '', by: by.name })
  return composeEmail({ to: { name: '', address: lead.email }, ...content })
}

/** A price from staff, with their own message. */
export function quoteEmail(lead: Lead, { quote, text, by }: ReturnType<typeof quotesOf>[number]): Email {
  const firm = quote.firm?.name ?? null
  const content = quoteEmailContent(lead, { price: formatAmount(quote), message: text ?? '', by: by.name, firm })
  const email = composeEmail({ to: { name: '', address: lead.email }, ...content })
  return firm === null ? email : { ...email, onBehalfOf: firm }
}
