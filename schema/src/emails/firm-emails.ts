import { emailLink, formatPhone, phoneLink } from '../contact.ts'
import { jobName } from './email-texts.ts'
import type { Correction, Lead } from '../leads/lead.ts'
import { jobAnswers } from '../redaction/redact.ts'
import { longDayAndTime } from '../time/london-time.ts'
import { columnOf } from '../quotes/columns.ts'
import { areaOf } from '../quotes/places.ts'
import { countOf } from '../text.ts'
import { headerText, type Email, type Mailbox } from './email.ts'
import { composeEmail, type EmailBlock, type EmailButton, type Fact } from './email-html.ts'
import { fillWords } from './fill-words.ts'
import { emailTemplates, type EmailWords } from './templates.ts'

export type OpenOffer = { expiresAt: Date; links: { accept: string; decline: string; firm: string; stop: string } }

/** What an email to a firm tells of a lead. */
export type FirmsLead = Pick<
  Lead,
  | 'reference'
  | 'trade'
  | 'postcode'
  | 'answers'
  | 'maximumFirms'
  | 'firstName'
  | 'lastName'
  | 'fullName'
  | 'mobile'
  | 'email'
>

export function jobInArea({ trade, postcode }: Pick<Lead, 'trade' | 'postcode'>): string {
  const area = areaOf(postcode)
  return `${jobName({ trade })}${area ? ` in ${area}` : ''}`
}

/** The job and the area, without the homeowner's name and contact details. */
export function offerEmail(
  lead: FirmsLead,
  firm: Mailbox,
  { expiresAt, links }: OpenOffer,
  words: EmailWords = emailTemplates.offer.builtIn,
): Email {
  const buttons: EmailButton[] = [
    { label: 'Accept this job', href: links.accept, look: 'primary' },
    { label: 'Decline', href: links.decline, look: 'quiet' },
  ]
  const { blocks, ...texts } = fillWords('offer', words, {
    firm: firm.name,
    job: jobName(lead),
    job_in_area: jobInArea(lead),
    reference: lead.reference,
    firms: countOf(lead.maximumFirms, 'firm'),
    answers: [{ kind: 'facts', facts: jobFacts(lead) }],
    buttons: [{ kind: 'buttons', buttons }],
    deadline: longDayAndTime(expiresAt),
  })
  const email = composeEmail({
    ...texts,
    to: firm,
    blocks: [...blocks, buttonsConfirm, firmPageLink(links.firm), stopOffersLink(links.stop)],
    footer: `This offer is for ${firm.name} only: please do not pass it on. Something to ask? Reply to this email.`,
  })
  return { ...email, unsubscribe: links.stop }
}

/** The job as a firm may know it before it accepts. */
export const jobFacts = (lead: FirmsLead): Fact[] => [
  { label: 'Reference', value: lead.reference },
  { label: 'Area', value: areaOf(lead.postcode) ?? 'Not given' },
  ...jobAnswers(lead),
]

export const buttonsConfirm: EmailBlock = {
  kind: 'small',
  text: 'Each button opens a page where you confirm. Nothing happens before that.',
}

export const stopOffersLink = (href: string): EmailBlock => ({
  kind: 'link',
  text: 'No more jobs: stop offers to your firm, until you take jobs again on your page',
  href,
})

export const firmPageLink = (href: string): EmailBlock => ({
  kind: 'link',
  text: 'Your page at Kerbside: your jobs, pause offers, your areas',
  href,
})

/** For a contractor with a link that ended: a new one, to the present address. */
export function contractorLinkEmail(firm: Mailbox, href: string): Email {
  return composeEmail({
    to: firm,
    subject: 'A new link to your Kerbside page',
    preheader: 'You asked us for a new link.',
    title: 'A new link to your Kerbside page',
    blocks: [
      `Hello ${firm.name},`,
      'Here is the new link you asked for. It leads to your jobs and your settings, and works for 90 days.',
      { kind: 'buttons', buttons: [{ label: 'Open your page', href, look: 'primary' }] },
    ],
    footer:
      'You’re receiving this because somebody opened a link of yours that has ended. If that was not you, ignore this email.',
  })
}

/** After accepting: the homeowner's name and contact details, and the whole job. A reply goes to the homeowner. */
export function contactDetailsEmail(
  lead: FirmsLead,
  firm: Mailbox,
  links: { job: string; firm: string },
  words: EmailWords = emailTemplates['contact-details'].builtIn,
): Email {
  const answers = lead.answers.filter(({ name }) => !shownAbove.has(columnOf(name)))
  const { blocks, ...texts } = fillWords('contact-details', words, {
    firm: firm.name,
    job: jobName(lead),
    job_in_area: jobInArea(lead),
    reference: lead.reference,
    homeowner: [{ kind: 'facts', facts: contactFacts(lead) }],
    reply_hint: lead.email ? 'Reply to this email, and your answer goes straight to the homeowner.' : '',
    button: [{ kind: 'buttons', buttons: [{ label: 'Open this job', href: links.job, look: 'primary' }] }],
    answers: [{ kind: 'facts', facts: answers }],
  })
  const email = composeEmail({
    ...texts,
    to: firm,
    blocks: [...blocks, firmPageLink(links.firm)],
    footer:
      'These details were given to you for this job only. Do not use them for anything else, and delete them when the job does not go ahead.',
  })
  return lead.email ? { ...email, replyTo: { name: headerText(lead.fullName), address: lead.email } } : email
}

/** What the homeowner has corrected since the firm got the details. A reply goes to the homeowner. */
export function correctionNoticeEmail(
  lead: Lead,
  firm: Mailbox,
  { changes, href }: { changes: Correction['changes']; href: string },
): Email {
  const email = composeEmail({
    to: firm,
    subject: `Corrected by the homeowner – ${lead.reference}`,
    preheader: `Now right: ${changes.map(({ label }) => label).join(', ')}.`,
    title: 'The homeowner has corrected the request',
    blocks: [
      `Hello ${firm.name},`,
      `The homeowner of the ${jobName(lead)} ${lead.reference}, which you accepted, has corrected what they told us. What stands here is right now.`,
      { kind: 'facts', facts: changes.map(({ label, after }) => ({ label, value: after || 'No answer any more' })) },
      { kind: 'buttons', buttons: [{ label: 'Open this job', href, look: 'primary' }] },
      ...(lead.email ? ['Reply to this email, and your answer goes straight to the homeowner.'] : []),
    ],
    footer: 'You get this email because we gave you the contact details for this job. Use them for this job only.',
  })
  return lead.email ? { ...email, replyTo: { name: headerText(lead.fullName), address: lead.email } } : email
}

/** The homeowner has stopped sharing. Without the details: the firm has them in the email that it got then. */
export function stopNoticeEmail(lead: Pick<Lead, 'reference' | 'trade'>, firm: Mailbox): Email {
  return composeEmail({
    to: firm,
    subject: `Please make no further contact – ${lead.reference}`,
    preheader: 'The homeowner has stopped sharing their details.',
    title: 'Please make no further contact',
    blocks: [
      `Hello ${firm.name},`,
      `The homeowner of the ${jobName(lead)} ${lead.reference}, which you accepted, has stopped sharing their details. Please do not call, text or email them about it any more.`,
      'Delete what you have of their details, unless you have agreed a contract with them or the law makes you keep it. The link to the job no longer shows them.',
    ],
    footer: 'You get this email because we gave you the contact details for this job.',
  })
}

/** The homeowner had their details erased here, and wants it of the firms too. */
export function eraseNoticeEmail(lead: Pick<Lead, 'reference' | 'trade'>, firm: Mailbox): Email {
  return composeEmail({
    to: firm,
    subject: `Please delete the contact details of ${lead.reference}`,
    preheader: 'The homeowner has had their details erased.',
    title: 'Please delete the contact details',
    blocks: [
      `Hello ${firm.name},`,
      `The homeowner of the ${jobName(lead)} ${lead.reference}, which you accepted, has had their details erased with us. Please delete what you have of them too, also in your mailbox and on paper, and do not contact them any more.`,
      'You may keep only what the law makes you keep, for instance for a contract that you have agreed with them.',
    ],
    footer: 'You get this email because we gave you the contact details for this job.',
  })
}

const shownAbove = new Set<string | null>(['firstName', 'lastName', 'email', 'mobile', 'postcode'])

function contactFacts({ fullName, mobile, email, postcode }: FirmsLead): Fact[] {
  const contact: Fact[] = [
    { label: 'Phone', value: formatPhone(mobile, 'national'), href: phoneLink(mobile) },
    { label: 'Email', value: email, href: emailLink(email) },
    { label: 'Postcode', value: postcode ?? '' },
  ]
  return [{ label: 'Name', value: fullName }, ...contact.filter(({ value }) => value !== '')]
}
