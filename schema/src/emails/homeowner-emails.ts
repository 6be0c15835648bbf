import { formatPhone } from '../contact.ts'
import type { Contractor } from '../contractors/contractor.ts'
import { followUpEmailContent, greeting, jobName, quoteEmailContent } from './email-texts.ts'
import type { Complaint, followUpsOf, Lead, quotesOf } from '../leads/lead.ts'
import { formatAmount } from '../amount.ts'
import { longDay } from '../time/london-time.ts'
import { authorityOf, complaintDueAt } from '../manage/complaint.ts'
import { countOf } from '../text.ts'
import { headerText, type Email } from './email.ts'
import { composeEmail, type EmailBlock } from './email-html.ts'
import { fillWords } from './fill-words.ts'
import { emailTemplates, type EmailWords } from './templates.ts'

// A homeowner's address may not be confirmed yet, so these emails contain nothing that the sender of the request typed;
// otherwise anybody could use them to write to a stranger.

/** The way to the homeowner's own page, in every email to them. */
const ownPage = (href: string): EmailBlock[] => [
  { kind: 'heading', text: 'Your request' },
  'See who has your details, say that you have enough quotes, or stop sharing your details: at any time, without an account.',
  { kind: 'buttons', buttons: [{ label: 'Open my request', href, look: 'primary' }] },
]

/** What an email to a homeowner tells of their lead. */
type OwnLead = Pick<Lead, 'email' | 'firstName' | 'trade' | 'reference' | 'maximumFirms'>

/** As soon as the lead is stored: the reference and what happens next. `href`: of the homeowner's own page, here and below. */
export function confirmationEmail(
  lead: OwnLead,
  href: string,
  words: EmailWords = emailTemplates.confirmation.builtIn,
): Email {
  return composeEmail({
    ...fillWords('confirmation', words, {
      greeting: greeting(lead.firstName),
      job: jobName(lead),
      reference: lead.reference,
      firms: countOf(lead.maximumFirms, 'firm'),
      own_page: ownPage(href),
    }),
    to: { name: '', address: lead.email },
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
export function acceptedNoticeEmail(
  lead: OwnLead,
  { firm, earlier, href }: Accepted,
  words: EmailWords = emailTemplates['accepted-notice'].builtIn,
): Email {
  const phone = firm.phone ? [{ label: 'Phone', value: formatPhone(firm.phone, 'national') }] : []
  const rating = firm.rating ? [{ label: 'Rated', value: firm.rating }] : []
  const facts = [{ label: 'Firm', value: firm.name }, ...rating, ...phone, { label: 'Email', value: firm.email }]
  const have = earlier.length === 1 ? 'has' : 'have'
  const email = composeEmail({
    ...fillWords('accepted-notice', words, {
      greeting: greeting(lead.firstName),
      firm: firm.name,
      job: jobName(lead),
      reference: lead.reference,
      firm_details: [{ kind: 'facts', facts }],
      earlier_firms: earlier.length > 0 ? `${names.format(earlier)} already ${have} your details.` : '',
      own_page: ownPage(href),
    }),
    to: { name: '', address: lead.email },
    footer: 'We email you about every firm that gets your contact details. We give them to nobody else.',
  })
  return { ...email, replyTo: { name: headerText(firm.name), address: firm.email } }
}

const names = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** What staff ask a homeowner. */
export function followUpEmail(lead: Lead, { text, by }: ReturnType<typeof followUpsOf>[number], href: string): Email {
  const { blocks, ...content } = followUpEmailContent(lead, { message: text ?? '', by: by.name })
  return composeEmail({ to: { name: '', address: lead.email }, ...content, blocks: [...blocks, ...ownPage(href)] })
}

/** A price from staff, with their own message. */
export function quoteEmail(
  lead: OwnLead,
  { quote, text, by }: Pick<ReturnType<typeof quotesOf>[number], 'quote' | 'text' | 'by'>,
  href: string,
  words?: EmailWords,
): Email {
  const firm = quote.firm?.name ?? null
  const written = { price: formatAmount(quote), message: text ?? '', by: by.name, firm, ownPage: ownPage(href) }
  const email = composeEmail({ to: { name: '', address: lead.email }, ...quoteEmailContent(lead, written, words) })
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

/** Asked for with a link that was emailed to a former address. */
export function newLinkEmail(lead: Lead, href: string): Email {
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `A new link to your request – ${lead.reference}`,
    preheader: 'You asked us for a link to your request.',
    title: 'A new link to your request',
    blocks: [greeting(lead.firstName), 'Here is the link to your request that you asked for.', ...ownPage(href)],
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
