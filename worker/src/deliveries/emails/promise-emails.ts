import type { PromiseAlertKind } from '@kerbside/schema/deliveries/delivery'
import { jobName } from '@kerbside/schema/emails/email-texts'
import type { Lead } from '@kerbside/schema/leads/lead'
import { shortDayAndTime } from '@kerbside/schema/time/london-time'
import { areaOf } from '@kerbside/schema/quotes/places'
import { capitalised, countOf } from '@kerbside/schema/text'
import type { Email, Mailbox } from '@kerbside/schema/emails/email'
import { composeEmail } from '@kerbside/schema/emails/email-html'

/** Leads that one email names; of more it gives the number. */
const shownLeads = 20

type Alert = { kind: PromiseAlertKind; promiseHours: number; listHref: string }

/** To a manager, about leads that nobody has answered, the longest waiting first. It names no homeowner. */
export function promiseAlertEmail(to: Mailbox, leads: readonly Lead[], { kind, promiseHours, listHref }: Alert): Email {
  const isLate = kind === 'promise-missed'
  const [first] = leads
  const title = titleOf(leads.length, isLate)
  const isOne = leads.length === 1
  const dueAt = ({ createdAt }: Lead) => shortDayAndTime(new Date(createdAt.getTime() + promiseHours * 3_600_000))
  const left = leads.length - shownLeads
  return composeEmail({
    to,
    subject: isOne && first ? `${title} – ${first.reference}` : title,
    preheader: `Homeowners are promised an answer within ${countOf(promiseHours, 'hour')}.`,
    title,
    blocks: [
      `Hello ${to.name},`,
      `Homeowners are promised an answer within ${countOf(promiseHours, 'hour')}. No firm has accepted ${isOne ? 'this lead' : 'these leads'} yet, and nobody has logged a call or an email. Please get in touch, and log it on the lead.`,
      {
        kind: 'facts',
        facts: leads.slice(0, shownLeads).map((lead) => ({
          label: lead.reference,
          value: `${capitalised(jobName(lead))}, ${areaOf(lead.postcode) ?? 'no postcode'}\n${isLate ? 'Was due' : 'Due'} ${dueAt(lead)}`,
          ...(!isOne && { href: `${listHref}/${lead.id}` }),
        })),
      },
      ...(left > 0 ? [`And ${left} more.`] : []),
      {
        kind: 'buttons',
        buttons: [
          isOne && first
            ? { label: 'Open the lead', href: `${listHref}/${first.id}`, look: 'primary' }
            : { label: 'Open the leads that wait', href: `${listHref}?filter=waiting`, look: 'primary' },
        ],
      },
    ],
    footer: isLate
      ? 'You get this email because you look after leads at Kerbside. Each late lead causes one such email.'
      : 'You get this email because you look after leads at Kerbside. Each lead causes one such warning, and one more email if the answer is late.',
  })
}

function titleOf(count: number, isLate: boolean): string {
  if (count === 1) return isLate ? 'A lead is late' : 'A lead is nearly due'
  return `${capitalised(countOf(count, 'lead'))} are ${isLate ? 'late' : 'nearly due'}`
}
