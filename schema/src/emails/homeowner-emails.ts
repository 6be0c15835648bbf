import { formatPhone } from '../contact.ts'
import type { Contractor } from '../contractors/contractor.ts'
import { followUpEmailContent, greeting, jobName, quoteEmailContent } from '../leads/email-texts.ts'
import type { Complaint, followUpsOf, Lead, quotesOf } from '../leads/lead.ts'
import { maximumFirmsOf } from '../leads/offer.ts'
import { formatAmount } from '../leads/sent-quote.ts'
import { longDay } from '../london-time.ts'
import { authorityOf, complaintDueAt } from '../manage/complaint.ts'
import { countOf } from '../settings/public-settings.ts'
import { headerText, type Email } from './email.ts'
import { composeEmail } from './compose-email.ts'
import type { EmailBlock } from './email-html.ts'

// A homeowner's address may not be confirmed yet, so these emails contain nothing that the sender of the request typed;
// otherwise anybody could use them to write to a stranger.

/** The way to the homeowner's own page, in every email to them. */
const ownPage = (href: string): EmailBlock[] => [
  { kind: 'heading', text: 'Your request' },
  'See who has your details, say that you have enough quotes, or stop sharing your details: at any time, without an account.',
  { kind: 'buttons', buttons: [{ label: 'Open my request', href, look: 'primary' }] },
]

/** As soon as the lead is stored: the reference and what happens next. `href`: of the homeowner's own page, here and below. */
export function confirmationEmail(lead: Lead, href: string): Email {
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
      ...ownPage(href),
      `Something to ask? Just reply to this email and keep ${lead.reference} in the subject line.`,
    ],
    footer:
      'You get this email because a quote was requested with this address. If that was not you, stop it on the page of the request.',
  })
}

type Accepted = {
  /** `rating`: by other homeowners, once there are enough. */
  firm: Pick<Contractor, 'name' | 'email' | 'phone'> & { rating?: string | null }
  /** The names of the firms that got the details before. */
  earlier: readonly string[]
  href: string
}

/**
 * Which firm has just got the homeowner's contact details. A reply goes to the firm, whose phone and email are text, not
 * links.
 */
export function acceptedNoticeEmail(lead: Lead, { firm, earlier, href }: Accepted): Email {
  const replyTo = { name: headerText(firm.name), address: firm.email }
  const phone = firm.phone ? [{ label: 'Phone', value: formatPhone(firm.phone, 'national') }] : []
  const rating = firm.rating ? [{ label: 'Rated', value: firm.rating }] : []
  const email = composeEmail({
    to: { name: '', address: lead.email },
    subject: `${firm.name} would like to quote – ${lead.reference}`,
    preheader: `${firm.name} now has your contact details and will get in touch.`,
    title: `${firm.name} would like to quote`,
    blocks: [
      greeting(lead.firstName),
      `${firm.name} has taken on your ${jobName(lead)} ${lead.reference}. We have given the firm your name and contact details, and it will get in touch with you.`,
      {
        kind: 'facts',
        facts: [{ label: 'Firm', value: firm.name }, ...rating, ...phone, { label: 'Email', value: firm.email }],
      },
      `Something to ask? Reply to this email: your answer goes straight to ${firm.name}.`,
      ...(earlier.length > 0
        ? [`${names.format(earlier)} already ${earlier.length === 1 ? 'has' : 'have'} your details.`]
        : []),
      ...ownPage(href),
    ],
    footer: 'We email you about every firm that gets your contact details. We give them to nobody else.',
  })
  return { ...email, replyTo }
}

const names = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** What staff ask a homeowner. */
export function followUpEmail(lead: Lead, { text, by }: ReturnType<typeof followUpsOf>[number], href: string): Email {
  const { blocks, ...content } = followUpEmailContent(lead, { message: text ?? '', by: by.name })
  return composeEmail({ to: { name: '', address: lead.email }, ...content, blocks: [...blocks, ...ownPage(href)] })
}

/** A price from staff, with their own message. */
export function quoteEmail(lead: Lead, { quote, text, by }: ReturnType<typeof quotesOf>[number], href: string): Email {
  const firm = quote.firm?.name ?? null
  const price = formatAmount(quote)
  const { blocks, ...content } = quoteEmailContent(lead, { price, message: text ?? '', by: by.name, firm })
  const to = { name: '', address: lead.email }
  const email = composeEmail({ to, ...content, blocks: [...blocks, ...ownPage(href)] })
  return firm === null ? email : { ...email, onBehalfOf: firm }
}

/** A firm could not reach the homeowner, or doubts the request: which of them, it does not say. */
export function checkRequestEmail(lead: Lead, href: string): Email {
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `Is your request still right? – ${lead.reference}`,
    preheader: 'A firm that would like to quote could not get on with it.',
    title: 'Is your request still right?',
    blocks: [
      greeting(lead.firstName),
      `A firm that would like to quote for your ${jobName(lead)} ${lead.reference} could not get on with it: it could not reach you, or something in the request seems to be wrong.`,
      {
        kind: 'steps',
        items: [
          'If you still want quotes, look on your page at what you told us. Is the phone number right? If not, press Correct my answers there.',
          'If you do not want quotes, or never asked for any, press Stop sharing my details on that page.',
        ],
      },
      ...ownPage(href),
    ],
    footer: 'We ask this once for each request.',
  })
}

/** To a new address, which the homeowner gave on their own page: its button is there. */
export function confirmEmailEmail(lead: Lead, href: string): Email {
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `Please confirm your email address – ${lead.reference}`,
    preheader: 'You gave us this address for your request.',
    title: 'Please confirm your email address',
    blocks: [
      greeting(lead.firstName),
      `The email address of the request ${lead.reference} was changed to this one.`,
      'Open your request and press Confirm my email. We then know that our emails reach you.',
      ...ownPage(href),
    ],
    footer: 'If you have never asked us for quotes, press Erase my details on that page, or ignore this email.',
  })
}

/** That a complaint has reached us, until when we answer, and who else can help. Without a word of it. */
export function complaintReceivedEmail(lead: Lead, { at }: Complaint, href: string): Email {
  const { name, phone } = authorityOf(lead.postcode)
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `We have your complaint – ${lead.reference}`,
    preheader: `We answer by ${longDay(complaintDueAt(at))}.`,
    title: 'We have your complaint',
    blocks: [
      greeting(lead.firstName),
      `We are sorry that something went wrong with your request ${lead.reference}. A person reads your complaint, and we answer by ${longDay(complaintDueAt(at))} at the latest.`,
      `If you are not happy with what we do, you can complain to the ${name}, telephone ${phone}.`,
      ...ownPage(href),
    ],
    footer: 'You get this email because a complaint was sent from the page of your request.',
  })
}
