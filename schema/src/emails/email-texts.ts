import type { EmailBlock } from './email-html.ts'
import { fillWords } from './fill-words.ts'
import { emailTemplates, type EmailWords } from './templates.ts'
import type { Lead } from '../leads/lead.ts'

// Texts of emails to homeowners that the worker sends and the staff screen shows as a preview.

const jobs: Record<string, string> = {
  driveways: 'driveway job',
  extensions: 'home extension',
  'coach-hire': 'coach hire',
}

/** The name of a lead's job within a sentence. */
export const jobName = (lead: Pick<Lead, 'trade'>) => jobs[lead.trade] ?? 'job'

/**
 * Greets by name only when the name is one word, with one hyphen or apostrophe at most. The email may go to a stranger, so
 * a name must not smuggle in a sentence or a web address; that people with two first names are greeted without one is the
 * lesser harm.
 */
export const greeting = (firstName: string) =>
  /^(?=.{1,20}$)\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)?$/u.test(firstName) ? `Hello ${firstName},` : 'Hello,'

const footer =
  'You get this email because a quote was requested with this address. If that was not you, stop it on the page of the request.'

type QuoteText = {
  price: string
  message: string
  by: string
  firm?: string | null
  /** Where the preview has nothing. */
  ownPage?: EmailBlock[]
}

const paragraphs = (message: string) => message.split(/\n\s*\n/)

/** What a follow-up says unless staff write something else. */
export const followUpMessage =
  'Are you still looking for quotes? If something is missing or has changed, tell us and we will see to it.'

/** The email by which staff ask how things are. `message` and `by` are written by staff. */
export function followUpEmailContent(
  lead: Pick<Lead, 'firstName' | 'trade' | 'reference'>,
  { message, by }: Pick<QuoteText, 'message' | 'by'>,
) {
  const job = jobName(lead)
  const blocks: EmailBlock[] = [
    greeting(lead.firstName),
    `This is about your ${job} ${lead.reference}.`,
    ...paragraphs(message),
    `${by}, Kerbside`,
    { kind: 'heading', text: 'How to answer' },
    `Just reply to this email and keep ${lead.reference} in the subject line. If you want no further emails, stop them on the page of your request.`,
  ]
  return {
    subject: `About your ${job} – ${lead.reference}`,
    preheader: `A question about your ${job}.`,
    title: `About your ${job}`,
    blocks,
    footer,
  }
}

/**
 * The email with a price from staff. `message` and `by` are written by staff, nothing by whoever sent the request. `firm`:
 * the name of the firm whose quote it is; ours without one.
 */
export function quoteEmailContent(
  lead: Pick<Lead, 'firstName' | 'trade' | 'reference'>,
  { price, message, by, firm, ownPage = [] }: QuoteText,
  words: EmailWords = emailTemplates.quote.builtIn,
) {
  const job = jobName(lead)
  const filled = fillWords('quote', words, {
    greeting: greeting(lead.firstName),
    job,
    reference: lead.reference,
    sender: firm ?? 'Kerbside',
    introduction: firm
      ? `${firm} has asked us to send you its quote for your ${job} ${lead.reference}.`
      : `Here is our quote for your ${job} ${lead.reference}.`,
    amount: price,
    price: [{ kind: 'facts', facts: [{ label: firm ? `Quote from ${firm}` : 'Our quote', value: price }] }],
    message: paragraphs(message),
    signature: `${by}, Kerbside${firm ? `, for ${firm}` : ''}`,
    own_page: ownPage,
  })
  return { ...filled, footer }
}
