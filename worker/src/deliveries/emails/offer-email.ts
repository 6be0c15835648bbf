import type { Lead } from '@kerbside/schema/leads/lead'
import { maximumFirms } from '@kerbside/schema/leads/offer'
import { jobAnswers } from '@kerbside/schema/leads/redact'
import { longDayAndTime } from '@kerbside/schema/london-time'
import { areaOf } from '@kerbside/schema/quotes/places'
import { composeEmail, jobName } from './compose-email.ts'
import type { Email, Mailbox } from './email.ts'

export type OfferedLead = Pick<Lead, 'reference' | 'trade' | 'postcode' | 'firstName' | 'lastName' | 'answers'>
export type OfferLinks = { accept: string; decline: string }

/** To a firm: the job and the area, without the homeowner's name and contact details. */
export function offerEmail(lead: OfferedLead, firm: Mailbox, offer: { expiresAt: Date; links: OfferLinks }): Email {
  const area = areaOf(lead.postcode)
  const until = longDayAndTime(offer.expiresAt)
  return composeEmail({
    to: firm,
    subject: `New ${jobName(lead)}${area ? ` in ${area}` : ''} – ${lead.reference}`,
    preheader: `Yours to accept or decline until ${until}.`,
    title: `New ${jobName(lead)}${area ? ` in ${area}` : ''}`,
    blocks: [
      { kind: 'paragraph', text: `Hello ${firm.name},` },
      {
        kind: 'paragraph',
        text: `A homeowner is looking for quotes. Accept the job and you get their contact details at once. At most ${maximumFirms} firms can take it on.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Reference', value: lead.reference },
          { label: 'Area', value: area ?? 'Not given' },
          ...jobAnswers(lead).map(({ label, value }) => ({ label, value })),
        ],
      },
      {
        kind: 'buttons',
        buttons: [
          { label: 'Accept this job', href: offer.links.accept, look: 'primary' },
          { label: 'Decline', href: offer.links.decline, look: 'quiet' },
        ],
      },
      { kind: 'paragraph', text: `Please decide by ${until}. After that the job goes to another firm.` },
      { kind: 'small', text: 'Each button opens a page where you confirm. Nothing happens before that.' },
    ],
    footer: `This offer is for ${firm.name} only: please do not pass it on. To pause offers or to change your areas, reply to this email.`,
  })
}
