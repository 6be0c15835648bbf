import { formatAmount } from '../amount.ts'
import { kindTexts, type Estimate } from '../estimates/estimate.ts'
import type { Lead } from '../leads/lead.ts'
import { longDay, startOfLondonDay } from '../time/london-time.ts'
import { composeEmail } from './compose-email.ts'
import { greeting, jobName } from './email-texts.ts'
import type { Email } from './email.ts'

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
