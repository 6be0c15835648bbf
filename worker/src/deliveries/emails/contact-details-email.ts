import { emailLink, formatPhone, phoneLink } from '@kerbside/schema/contact'
import type { Lead } from '@kerbside/schema/leads/lead'
import { columnOf } from '@kerbside/schema/quotes/columns'
import { areaOf } from '@kerbside/schema/quotes/places'
import { composeEmail, jobName } from './compose-email.ts'
import type { Email, Fact, Mailbox } from './email.ts'

export type AcceptedLead = Pick<Lead, 'reference' | 'trade' | 'fullName' | 'email' | 'mobile' | 'postcode' | 'answers'>

/** To a firm that accepted: the homeowner's name and contact details, and the whole job. */
export function contactDetailsEmail(lead: AcceptedLead, firm: Mailbox, link: string): Email {
  const area = areaOf(lead.postcode)
  return composeEmail({
    to: firm,
    subject: `Contact details for ${lead.reference}${area ? `, ${area}` : ''}`,
    preheader: 'You accepted this job. Here is how to reach the homeowner.',
    title: 'The job is yours to quote for',
    blocks: [
      { kind: 'paragraph', text: `Hello ${firm.name},` },
      {
        kind: 'paragraph',
        text: `You accepted the ${jobName(lead)} ${lead.reference}. We have told the homeowner to expect you, so please get in touch as soon as you can.`,
      },
      { kind: 'heading', text: 'The homeowner' },
      { kind: 'facts', facts: contactFacts(lead) },
      { kind: 'buttons', buttons: [{ label: 'Open this job', href: link, look: 'primary' }] },
      { kind: 'heading', text: 'The job' },
      {
        kind: 'facts',
        facts: lead.answers.filter(({ name }) => !shownAbove(name)).map(({ label, value }) => ({ label, value })),
      },
    ],
    footer:
      'These details were given to you for this job only. Do not use them for anything else, and delete them when the job does not go ahead.',
  })
}

const shownAbove = (name: string) =>
  (['firstName', 'lastName', 'email', 'mobile', 'postcode'] as const).some((column) => column === columnOf(name))

function contactFacts(lead: AcceptedLead): Fact[] {
  const facts: Fact[] = [{ label: 'Name', value: lead.fullName }]
  if (lead.mobile)
    facts.push({ label: 'Phone', value: formatPhone(lead.mobile, 'national'), href: phoneLink(lead.mobile) })
  if (lead.email) facts.push({ label: 'Email', value: lead.email, href: emailLink(lead.email) })
  if (lead.postcode) facts.push({ label: 'Postcode', value: lead.postcode })
  return facts
}
