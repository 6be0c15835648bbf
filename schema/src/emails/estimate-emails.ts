import { formatAmount } from '../amount.ts'
import {
  declineReasonTexts,
  extraWorkName,
  kindTexts,
  type DeclineReason,
  type Estimate,
  type LeadEstimate,
} from '../estimates/estimate.ts'
import { cancelNotes } from '../estimates/choosing.ts'
import { countryOfCurrency } from '../estimates/estimate-request.ts'
import type { QuestionAnswer } from '../estimates/question.ts'
import type { Lead } from '../leads/lead.ts'
import { longDay, longDayAndTime, startOfLondonDay } from '../time/london-time.ts'
import { composeEmail, type EmailBlock, type Fact } from './email-html.ts'
import { greeting, jobName } from './email-texts.ts'
import { headerText, type Email, type Mailbox } from './email.ts'

/** To the homeowner: a firm has sent a price, or another version of it. `href`: of the page with all prices. */
export function estimateEmail(lead: Lead, estimate: Estimate, href: string): Email {
  const { contractorName, number } = estimate
  const price = formatAmount({ amount: estimate.totals.total, currency: estimate.currency })
  const isNew = number === 1
  const title = `${isNew ? 'A' : 'A new'} ${work(estimate)} from ${contractorName}`
  const validUntil = longDay(startOfLondonDay(estimate.validUntilDay))
  const email = composeEmail({
    to: { name: '', address: lead.email },
    subject: `${title}: ${price} – ${lead.reference}`,
    preheader: `${kindTexts[estimate.kind]} of ${price} for your ${jobName(lead)}.`,
    title,
    blocks: [
      greeting(lead.firstName),
      `${contractorName} has sent you a ${work(estimate)} for your ${jobName(lead)} ${lead.reference}.`,
      {
        kind: 'facts',
        facts: [
          { label: `${kindTexts[estimate.kind]}, with VAT`, value: price },
          { label: 'Valid until', value: validUntil },
          ...estimate.changes.map((value) => ({ label: 'Changed', value })),
        ],
      },
      'On your page you see what is included, compare it with other prices, ask questions, and choose.',
      { kind: 'buttons', buttons: [{ label: 'See and compare prices', href, look: 'primary' }] },
    ],
    footer:
      'We email you about each price that a firm sends for your request. You can stop it on the page of your request.',
  })
  return { ...email, onBehalfOf: contractorName }
}

type Withdrawn = Pick<LeadEstimate, 'contractorName' | 'total' | 'currency' | 'withdrawnBecause'>

const because = ({ withdrawnBecause }: Withdrawn) => (withdrawnBecause ? [`The reason: ${withdrawnBecause}`] : [])

/** To the homeowner: a price cannot be chosen any more, because the firm or staff withdrew it. */
export function estimateWithdrawnEmail(lead: Lead, estimate: Withdrawn, href: string): Email {
  const { contractorName } = estimate
  const price = formatAmount({ amount: estimate.total, currency: estimate.currency })
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `The price from ${contractorName} was withdrawn – ${lead.reference}`,
    preheader: `The price of ${price} cannot be chosen any more.`,
    title: `The price from ${contractorName} was withdrawn`,
    blocks: [
      greeting(lead.firstName),
      `The price of ${price} that ${contractorName} sent for your ${jobName(lead)} ${lead.reference} was withdrawn. It cannot be chosen any more.`,
      ...because(estimate),
      'Your other prices stay as they are.',
      { kind: 'buttons', buttons: [{ label: 'See your prices', href, look: 'primary' }] },
    ],
    footer: 'We email you when a price for your request changes. You can stop it on the page of your request.',
  })
}

/** To the firm: staff have withdrawn its price. */
export function estimateWithdrawnNoticeEmail(lead: Lead, firm: Mailbox, estimate: Withdrawn, href: string): Email {
  const price = formatAmount({ amount: estimate.total, currency: estimate.currency })
  return composeEmail({
    to: firm,
    subject: `Your price was withdrawn – ${lead.reference}`,
    preheader: `Your price of ${price} cannot be chosen any more.`,
    title: 'Your price was withdrawn',
    blocks: [
      `Hello ${firm.name},`,
      `We have withdrawn your price of ${price} for the ${jobName(lead)} ${lead.reference}. The homeowner cannot choose it any more and has been told.`,
      ...because(estimate),
      'You can send another price from the page of the job. Something to ask? Reply to this email.',
      { kind: 'buttons', buttons: [{ label: 'Open this job', href, look: 'primary' }] },
    ],
    footer: 'You get this email because you sent a price for this job.',
  })
}

/** To a firm that accepted the job and has sent neither a price nor a report; the second time says what follows. */
export function estimateReminderEmail(
  lead: Lead,
  firm: Mailbox,
  { href, isLast }: { href: string; isLast: boolean },
): Email {
  const job = `${jobName(lead)} ${lead.reference}`
  return composeEmail({
    to: firm,
    subject: `${isLast ? 'Last reminder: your price' : 'Your price'} for ${lead.reference}`,
    preheader: `The homeowner waits for your price for the ${jobName(lead)}.`,
    title: 'The homeowner waits for your price',
    blocks: [
      `Hello ${firm.name},`,
      `You accepted the ${job}, and the homeowner has no price from you yet. Send it from the page of the job: a few lines are enough, and they can compare and choose it.`,
      'If you will not price this job, say so there with one press. That is fine, and the homeowner knows where they stand.',
      ...(isLast ? ['If we hear nothing in the next two days, we tell the homeowner, who may ask another firm.'] : []),
      { kind: 'buttons', buttons: [{ label: 'Send your price', href, look: 'primary' }] },
    ],
    footer: 'You get this email because you accepted this job. We remind you twice at most.',
  })
}

/** To the homeowner: a firm with their details has sent no price. `href`: of their own page. */
export function noPriceNoticeEmail(lead: Lead, firm: { name: string }, href: string): Email {
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `No price from ${firm.name} yet – ${lead.reference}`,
    preheader: `${firm.name} has your details and has sent no price.`,
    title: `No price from ${firm.name} yet`,
    blocks: [
      greeting(lead.firstName),
      `${firm.name} accepted your ${jobName(lead)} ${lead.reference} six days ago and has sent you no price through us, though we reminded them twice. They may have told you one themselves.`,
      'If you like, give their place to another firm on your page: we ask them to delete your details, and offer the job to the next firm. If you are content to wait, there is nothing to do.',
      { kind: 'buttons', buttons: [{ label: 'Open my request', href, look: 'primary' }] },
    ],
    footer: 'We email you once about each firm that sends no price. You can stop it on the page of your request.',
  })
}

/** To a firm that sent no price: the homeowner has given its place to another one. Without the details. */
export function releaseNoticeEmail(lead: Pick<Lead, 'reference' | 'trade'>, firm: Mailbox): Email {
  return composeEmail({
    to: firm,
    subject: `This job went to another firm – ${lead.reference}`,
    preheader: 'The homeowner got no price from you and asked another firm.',
    title: 'This job went to another firm',
    blocks: [
      `Hello ${firm.name},`,
      `The homeowner of the ${jobName(lead)} ${lead.reference}, which you accepted, got no price from you and has given your place to another firm. Please do not call, text or email them about it any more.`,
      'Delete what you have of their details, unless the law makes you keep it. The link to the job no longer shows them.',
    ],
    footer: 'You get this email because we gave you the contact details for this job.',
  })
}

/** What names just one version of a price, in the emails about a choice. */
function priceFacts({ number, sentAt, sha256, kind, totals, currency }: Estimate): Fact[] {
  return [
    { label: `${kindTexts[kind]}, with VAT`, value: formatAmount({ amount: totals.total, currency }) },
    { label: 'Version', value: `${number}, sent ${longDayAndTime(sentAt)}` },
    { label: 'Number of this version (SHA-256)', value: sha256 },
  ]
}

const button = (label: string, href: string): EmailBlock => ({
  kind: 'buttons',
  buttons: [{ label, href, look: 'primary' }],
})

const toFirmFooter = 'You get this email because you took this job on and sent a price for it.'
const toHomeownerFooter =
  'You get this email because a quote was requested with this address. If that was not you, stop it on the page of the request.'

const work = (estimate: Pick<Estimate, 'variationOf' | 'extraWork'>) => {
  const extra = extraWorkName(estimate)
  return extra === null ? 'price' : `price for ${extra.toLowerCase()}`
}

/** To the firm: the homeowner has chosen its price. The PDF goes with it. `href`: of the page where the firm confirms. */
export function estimateChosenEmail(
  lead: Lead,
  firm: Mailbox,
  estimate: Estimate,
  { by, href }: { by: string; href: string },
): Email {
  const day = estimate.variationOf === null ? ' Say on which day you start.' : ''
  const email = composeEmail({
    to: firm,
    subject: `Your ${work(estimate)} is chosen: please confirm – ${lead.reference}`,
    preheader: `The homeowner of the ${jobName(lead)} has chosen your price.`,
    title: 'Your price is chosen',
    blocks: [
      `Hello ${firm.name},`,
      `The homeowner of the ${jobName(lead)} ${lead.reference} has chosen your ${work(estimate)}.`,
      { kind: 'facts', facts: [...priceFacts(estimate), { label: 'Chosen by', value: by }] },
      `Please confirm it on its page.${day} The contract is between the homeowner and you; Kerbside is no party to it. The PDF with this email is just this version.`,
      button('Confirm this job', href),
      `Confirm it by ${longDay(startOfLondonDay(estimate.validUntilDay))}: after that it needs a new version. Until you confirm, the homeowner can undo the choice for 24 hours, and choose another contractor after a few days.`,
    ],
    footer: toFirmFooter,
  })
  return lead.email ? { ...email, replyTo: { name: headerText(lead.fullName), address: lead.email } } : email
}

/** To the contractor: its quote is chosen, and it has not confirmed. `href`: of the page where it does. */
export function confirmReminderEmail(lead: Lead, firm: Mailbox, estimate: Estimate, href: string): Email {
  return composeEmail({
    to: firm,
    subject: `Please confirm the job – ${lead.reference}`,
    preheader: `The homeowner has chosen your ${work(estimate)} and waits for you.`,
    title: 'The homeowner waits for you',
    blocks: [
      `Hello ${firm.name},`,
      `The homeowner of the ${jobName(lead)} ${lead.reference} has chosen your ${work(estimate)}, and you have not confirmed it yet.`,
      { kind: 'facts', facts: priceFacts(estimate) },
      `Please confirm it by ${longDay(startOfLondonDay(estimate.validUntilDay))}. Until you do, nothing is agreed, and the homeowner may choose another contractor.`,
      button('Confirm this job', href),
      'You no longer want the job? Call the homeowner, or reply to this email.',
    ],
    footer: toFirmFooter,
  })
}

/** To the homeowner: the contractor that they chose has not confirmed. `href`: of the page with their quotes. */
export function unconfirmedNoticeEmail(lead: Lead, { contractorName, ...estimate }: Estimate, href: string): Email {
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `${contractorName} has not confirmed yet – ${lead.reference}`,
    preheader: 'You can keep waiting, or choose another quote.',
    title: `${contractorName} has not confirmed yet`,
    blocks: [
      greeting(lead.firstName),
      `You chose the ${work(estimate)} of ${contractorName} for your ${jobName(lead)} ${lead.reference}. We’ve reminded them, and they have not confirmed it.`,
      'Nothing is agreed yet. You can call them and keep waiting, or undo your choice on your page and choose another quote.',
      button('See your prices', href),
    ],
    footer: toHomeownerFooter,
  })
}

/** To the firm: the homeowner has taken the choice back. */
export function choiceUndoneEmail(lead: Lead, firm: Mailbox, estimate: Estimate, href: string): Email {
  return composeEmail({
    to: firm,
    subject: `The choice of your ${work(estimate)} is undone – ${lead.reference}`,
    preheader: 'The homeowner has taken it back.',
    title: 'The choice is undone',
    blocks: [
      `Hello ${firm.name},`,
      `The homeowner of the ${jobName(lead)} ${lead.reference} has taken back the choice of your ${work(estimate)}. Nothing is agreed, so please do not plan the job in.`,
      'Your price still stands, and the homeowner can choose it again while it is valid.',
      button('Open this job', href),
    ],
    footer: toFirmFooter,
  })
}

/** To the firm: a polite no, with the reason if one was given. */
export function estimateDeclinedEmail(
  lead: Lead,
  firm: Mailbox,
  estimate: Estimate,
  { because, isOver, href }: { because: DeclineReason; isOver: boolean; href: string | null },
): Email {
  const what = isOver ? 'has agreed the job with another firm' : 'has taken none of the prices'
  return composeEmail({
    to: firm,
    subject: `Not this time – ${lead.reference}`,
    preheader: `The homeowner ${what}.`,
    title: 'Not this time',
    blocks: [
      `Hello ${firm.name},`,
      `Thank you for your price of ${formatAmount({ amount: estimate.totals.total, currency: estimate.currency })} for the ${jobName(lead)} ${lead.reference}. The homeowner ${what}, so you need not wait any longer.`,
      ...(because === 'another-firm'
        ? []
        : [{ kind: 'facts' as const, facts: [{ label: 'The reason', value: declineReasonTexts[because] }] }]),
      ...(href === null
        ? []
        : ['You can still send another price on the page of the job.', button('Open this job', href)]),
    ],
    footer: toFirmFooter,
  })
}

/** To the firm: the homeowner has a question about its price. `text`: as the firm may read it. */
export function estimateQuestionEmail(
  lead: Lead,
  firm: Mailbox,
  { text, href }: { text: string; href: string },
): Email {
  return composeEmail({
    to: firm,
    subject: `A question about your price – ${lead.reference}`,
    preheader: `The homeowner of the ${jobName(lead)} asks you something.`,
    title: 'The homeowner has a question',
    blocks: [
      `Hello ${firm.name},`,
      `The homeowner of the ${jobName(lead)} ${lead.reference} has a question about your price.`,
      { kind: 'facts', facts: [{ label: 'Question', value: text }] },
      'Answer on the page of the job: your answer stands with your price, so that everybody can look it up later.',
      button('Answer', href),
    ],
    footer: toFirmFooter,
  })
}

/** To the homeowner: what they have chosen, with the PDF. `href`: of the page of that price, here and below. */
export function agreementEmail(lead: Lead, estimate: Estimate, href: string): Email {
  const { contractorName } = estimate
  const note = cancelNotes[countryOfCurrency(estimate.currency)]
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `You have chosen ${contractorName} – ${lead.reference}`,
    preheader: `${contractorName} still has to confirm. The PDF is with this email.`,
    title: `You have chosen ${contractorName}`,
    blocks: [
      greeting(lead.firstName),
      `You have chosen the ${work(estimate)} of ${contractorName} for your ${jobName(lead)} ${lead.reference}. The PDF with this email is just this version.`,
      { kind: 'facts', facts: priceFacts(estimate) },
      `Your contract is with ${contractorName}; Kerbside is no party to it. The firm still has to confirm. Until then you can undo your choice for 24 hours.`,
      button('See my choice', href),
      { kind: 'small', text: `${note.text} This is information, not advice.` },
      { kind: 'link', text: `Source: ${note.source}`, href: note.href },
    ],
    footer: toHomeownerFooter,
  })
}

/** To the homeowner: the firm has confirmed. `startDay`: YYYY-MM-DD; null of extra work. */
export function estimateAgreedEmail(
  lead: Lead,
  estimate: Estimate,
  { startDay, href }: { startDay: string | null; href: string },
): Email {
  const { contractorName } = estimate
  const start = startDay === null ? null : longDay(startOfLondonDay(startDay))
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `${contractorName} has confirmed – ${lead.reference}`,
    preheader: start ? `The work starts on ${start}.` : 'The extra work is agreed.',
    title: `${contractorName} has confirmed`,
    blocks: [
      greeting(lead.firstName),
      `${contractorName} has confirmed the ${work(estimate)} that you chose for your ${jobName(lead)} ${lead.reference}.`,
      { kind: 'facts', facts: [...(start ? [{ label: 'Starts on', value: start }] : []), ...priceFacts(estimate)] },
      'The other firms that sent a price hear that you chose another one. Once the work has begun you can rate the firm on the page of your request.',
      button('See what is agreed', href),
    ],
    footer: toHomeownerFooter,
  })
}

/** To the homeowner: staff have closed the request, on which quotes are open. `href`: of their page. */
export function requestClosedEmail(lead: Lead, href: string): Email {
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `Your request is closed – ${lead.reference}`,
    preheader: 'Your quotes stay as they are, and cannot be chosen while it is closed.',
    title: 'Your request is closed',
    blocks: [
      greeting(lead.firstName),
      `We’ve closed your request ${lead.reference} for your ${jobName(lead)}. Your quotes stay on your page, but you cannot choose one while it is closed.`,
      'Is that wrong? Reply to this email, and we’ll open it again.',
      button('Open my request', href),
    ],
    footer: toHomeownerFooter,
  })
}

/** To a contractor with an open quote: the same. `href`: of the job. */
export function requestClosedNoticeEmail(lead: Lead, firm: Mailbox, href: string): Email {
  return composeEmail({
    to: firm,
    subject: `This request is closed – ${lead.reference}`,
    preheader: 'You need not wait for an answer to your quote.',
    title: 'This request is closed',
    blocks: [
      `Hello ${firm.name},`,
      `We’ve closed the request ${lead.reference} for the ${jobName(lead)}. Your quote cannot be chosen while it is closed, so you need not wait for an answer.`,
      'If it is opened again, your quote is open again for as long as it is valid.',
      button('Open this job', href),
    ],
    footer: toFirmFooter,
  })
}

type Cancelled = { estimate: Estimate; because: string | null; href: string }

const cancelFacts = ({ estimate, because: reason }: Cancelled): EmailBlock => ({
  kind: 'facts',
  facts: [
    { label: 'What was agreed', value: formatAmount({ amount: estimate.totals.total, currency: estimate.currency }) },
    ...(reason ? [{ label: 'The reason', value: reason }] : []),
  ],
})

/** To the homeowner: the agreement with a contractor was cancelled, by them or by staff. `href`: of their prices. */
export function agreementCancelledEmail(lead: Lead, cancelled: Cancelled): Email {
  const { contractorName } = cancelled.estimate
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `The agreement with ${contractorName} is cancelled – ${lead.reference}`,
    preheader: 'The contractor has been told.',
    title: 'The agreement is cancelled',
    blocks: [
      greeting(lead.firstName),
      `The agreement with ${contractorName} about the ${work(cancelled.estimate)} for your ${jobName(lead)} ${lead.reference} is cancelled here, and we’ve told them.`,
      cancelFacts(cancelled),
      'What you may owe them is between you and them: Kerbside is no party to your contract. Contractors can send you quotes again, and you can choose one.',
      button('See your prices', cancelled.href),
    ],
    footer: toHomeownerFooter,
  })
}

/** To the contractor: the same. `href`: of the job. */
export function agreementCancelledNoticeEmail(lead: Lead, firm: Mailbox, cancelled: Cancelled): Email {
  return composeEmail({
    to: firm,
    subject: `The agreement is cancelled – ${lead.reference}`,
    preheader: `The ${jobName(lead)} is not agreed any more.`,
    title: 'The agreement is cancelled',
    blocks: [
      `Hello ${firm.name},`,
      `The agreement about your ${work(cancelled.estimate)} for the ${jobName(lead)} ${lead.reference} is cancelled. Please do not start the work.`,
      cancelFacts(cancelled),
      'What is owed for work you have done is between the homeowner and you: Kerbside is no party to your contract.',
      button('Open this job', cancelled.href),
    ],
    footer: toFirmFooter,
  })
}

/** To the homeowner: a firm has answered. Their own question is not repeated: the address may not be confirmed yet. */
export function estimateAnswerEmail(lead: Lead, { contractorName, text }: QuestionAnswer, href: string): Email {
  return composeEmail({
    to: { name: '', address: lead.email },
    subject: `An answer from ${contractorName} – ${lead.reference}`,
    preheader: `${contractorName} has answered your question.`,
    title: `An answer from ${contractorName}`,
    blocks: [
      greeting(lead.firstName),
      `${contractorName} has answered what you asked about its price for your ${jobName(lead)} ${lead.reference}:`,
      { kind: 'facts', facts: [{ label: 'Answer', value: text }] },
      'It stands with the price on your page, where you can ask more.',
      button('See all answers', href),
    ],
    footer: toHomeownerFooter,
  })
}
