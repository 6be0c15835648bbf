import type { Lead } from '@kerbside/schema/leads/lead'
import { countInWords, maximumFirms } from '@kerbside/schema/leads/offer'
import { composeEmail, greeting, jobName } from './compose-email.ts'
import type { Email } from './email.ts'

export type ConfirmedLead = Pick<Lead, 'reference' | 'firstName' | 'email' | 'trade'>

/**
 * To the homeowner, as soon as the lead is stored: the reference and what happens next. The address is not confirmed
 * yet, so the email contains nothing that the sender typed; otherwise anybody could use it to write to a stranger.
 */
export function confirmationEmail(lead: ConfirmedLead): Email {
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `We have your request – ${lead.reference}`,
    preheader: `Your reference is ${lead.reference}. Here is what happens next.`,
    title: 'We have your request',
    blocks: [
      { kind: 'paragraph', text: greeting(lead.firstName) },
      {
        kind: 'paragraph',
        text: `Thank you. Your ${jobName(lead)} is with us, and your reference is ${lead.reference}.`,
      },
      { kind: 'heading', text: 'What happens next' },
      {
        kind: 'steps',
        items: [
          `We show the job and your area, but not your name or contact details, to up to ${countInWords(maximumFirms)} firms.`,
          'A firm that takes the job on gets your contact details. We email you its name straight away.',
          'The firm then gets in touch to talk it through or to arrange a visit. Comparing quotes is free, and you are free to say no.',
        ],
      },
      { kind: 'heading', text: 'Something to correct or ask?' },
      { kind: 'paragraph', text: `Just reply to this email and keep ${lead.reference} in the subject line.` },
    ],
    footer:
      'You get this email because a quote was requested with this address. If that was not you, reply and tell us.',
  })
}
