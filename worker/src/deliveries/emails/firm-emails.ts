import { emailLink, formatPhone, phoneLink } from '@kerbside/schema/contact'
import { jobName } from '@kerbside/schema/leads/email-texts'
import type { Lead } from '@kerbside/schema/leads/lead'
import { maximumFirmsOf } from '@kerbside/schema/leads/offer'
import { jobAnswers } from '@kerbside/schema/redaction/redact'
import { longDayAndTime } from '@kerbside/schema/london-time'
import { columnOf } from '@kerbside/schema/quotes/columns'
import { areaOf } from '@kerbside/schema/quotes/places'
import { countOf } from '@kerbside/schema/settings/public-settings'
import type { Email, Mailbox } from '../../mail.ts'
import { composeEmail } from './compose-email.ts'
import type { Fact } from './email-html.ts'

type OpenOffer = { expiresAt: Date; links: { accept: string; decline: string } }

/** The job and the area, without the homeowner's name and contact details. */
export function offerEmail(lead: Lead, firm: Mailbox, { expiresAt, links }: OpenOffer): Email {
  const area = areaOf(lead.postcode)
  const title = `New ${jobName(lead)}${area ? ` in ${area}` : ''}`
  const until = longDayAndTime(expiresAt)
  return composeEmail({
    to: firm,
    subject: `${title} – ${lead.reference}`,
    preheader: `Yours to accept or decline until ${until}.`,
    title,
    blocks: [
      `Hello ${firm.name},`,
      `A homeowner is looking for quotes. Accept the job and you get their contact details at once. At most ${countOf(maximumFirmsOf(lead), 'firm')} can take it on.`,
      {
        kind: 'facts',
        facts: [
          { label: 'Reference', value: lead.reference },
          { label: 'Area', value: area ?? 'Not given' },
          ...jobAnswers(lead),
        ],
      },
      {
        kind: 'buttons',
        buttons: [
          { label: 'Accept this job', href: links.accept, look: 'primary' },
          { label: 'Decline', href: links.decline, look: 'quiet' },
        ],
      },
      `Please decide by ${until}. After that the job goes to another firm.`,
      { kind: 'small', text: 'Each button opens a page where you confirm. Nothing happens before that.' },
    ],
    footer: `This offer is for ${firm.name} only: please do not pass it on. To pause offers or to change your areas, reply to this email.`,
  })
}

/** After accepting: the homeowner's name and contact details, and the whole job. */
export function contactDetailsEmail(lead: Lead, firm: Mailbox, link: string): Email {
  const area = areaOf(lead.postcode)
  return composeEmail({
    to: firm,
    subject: `Contact details for ${lead.reference}${area ? `, ${area}` : ''}`,
    preheader: 'You accepted this job. Here is how to reach the homeowner.',
    title: 'The job is yours to quote for',
    blocks: [
      `Hello ${firm.name},`,
      `You accepted the ${jobName(lead)} ${lead.reference}. We have told the homeowner to expect you, so please get in touch as soon as you can.`,
      { kind: 'heading', text: 'The homeowner' },
      { kind: 'facts', facts: contactFacts(lead) },
      { kind: 'buttons', buttons: [{ label: 'Open this job', href: link, look: 'primary' }] },
      { kind: 'heading', text: 'The job' },
      { kind: 'facts', facts: lead.answers.filter(({ name }) => !shownAbove.has(columnOf(name))) },
    ],
    footer:
      'These details were given to you for this job only. Do not use them for anything else, and delete them when the job does not go ahead.',
  })
}

const shownAbove = new Set<string | null>(['firstName', 'lastName', 'email', 'mobile', 'postcode'])

function contactFacts({ fullName, mobile, email, postcode }: Lead): Fact[] {
  const contact: Fact[] = [
    { label: 'Phone', value: formatPhone(mobile, 'national'), href: phoneLink(mobile) },
    { label: 'Email', value: email, href: emailLink(email) },
    { label: 'Postcode', value: postcode ?? '' },
  ]
  return [{ label: 'Name', value: fullName }, ...contact.filter(({ value }) => value !== '')]
}
