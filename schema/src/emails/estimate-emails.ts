import { formatAmount } from '../amount.ts'
import { kindTexts, type Estimate, type LeadEstimate } from '../estimates/estimate.ts'
import type { Lead } from '../leads/lead.ts'
import { longDay, startOfLondonDay } from '../time/london-time.ts'
import { composeEmail } from './compose-email.ts'
import { greeting, jobName } from './email-texts.ts'
import type { Email, Mailbox } from './email.ts'

/** To the homeowner: a firm has sent a price, or another version of it. `href`: of the page with all prices. */
export function estimateEmail(lead: Lead, { contractorName, number, ...estimate }: Estimate, href: string): Email {
  const price = formatAmount({ amount: estimate.totals.total, currency: estimate.currency })
  const isNew = number === 1
  const title = isNew ? `A price from ${contractorName}` : `A new price from ${contractorName}`
  const validUntil = longDay(startOfLondonDay(estimate.validUntilDay))
  const email = composeEmail({
    to: { name: '', address: lead.email },
    subject: `${title}: ${price} – ${lead.reference}`,
    preheader: `${kindTexts[estimate.kind]} of ${price} for your ${jobName(lead)}.`,
    title,
    blocks: [
      greeting(lead.firstName),
      `${contractorName} has sent you a price for your ${jobName(lead)} ${lead.reference}.`,
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
