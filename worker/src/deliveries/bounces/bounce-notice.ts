import { isHomeownerPaused } from '@kerbside/schema/deliveries/delivery.model'
import { composeEmail, type EmailBlock } from '@kerbside/schema/emails/email-html'
import type { Email, Mailbox } from '@kerbside/schema/emails/email'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { accountMay, homePathOf } from '@kerbside/schema/users/user'
import type { UserRecord } from '@kerbside/schema/users/user.model'
import { findFirm } from '../emails/find-subjects.ts'
import type { BuildDeps, Wanted } from '../emails/rendered-email.ts'

type Subject = { title: string; text: string; facts: { label: string; value: string }[]; button: string; href: string }

/** To staff, about an address that gets no more emails. */
export function bounceNoticeEmail(to: Mailbox, { title, text, facts, button, href }: Subject): Email {
  const blocks: EmailBlock[] = [
    `Hello ${to.name},`,
    text,
    { kind: 'facts', facts },
    { kind: 'buttons', buttons: [{ label: button, href, look: 'primary' }] },
  ]
  const footer = 'You get this email because you are on the staff of Kerbside. Each address causes one such email.'
  return composeEmail({ to, subject: title, preheader: 'No more emails go there.', title, blocks, footer })
}

/** Null when emails go there again, or the person may not be told. */
export const bounceSubject = (
  deps: BuildDeps,
  { leadId, contractorId }: Pick<Wanted, 'leadId' | 'contractorId'>,
  user: UserRecord,
): Promise<Subject | null> =>
  leadId === null ? firmSubject(deps, contractorId, user) : leadSubject(deps, leadId, user)

async function firmSubject(
  { config, settings }: BuildDeps,
  id: string | null,
  user: UserRecord,
): Promise<Subject | null> {
  const firm = await findFirm(id)
  if (!firm?.addressBounce || !accountMay(user, 'contractor:edit', settings())) return null
  return {
    title: `Emails to ${firm.name} come back`,
    text: 'The firm gets no more emails and no more jobs until you correct its address, or let emails go to this one again on its page.',
    facts: [
      { label: 'Firm', value: firm.name },
      { label: 'Address', value: firm.addressBounce.address },
      { label: 'Answer', value: firm.addressBounce.reason || 'None given' },
    ],
    button: 'Open the firm',
    href: `${config.PUBLIC_URL}/admin/contractors/${firm.id}`,
  }
}

async function leadSubject({ config, settings }: BuildDeps, id: number, user: UserRecord): Promise<Subject | null> {
  const lead = await LeadModel.findById(id, 'reference').lean()
  if (!lead || !(await isHomeownerPaused(id)) || !accountMay(user, 'lead:read', settings())) return null
  return {
    title: `An email to the homeowner of ${lead.reference} came back`,
    text: 'The homeowner gets no more emails about this request. Call them: the address is probably mistyped.',
    facts: [{ label: 'Reference', value: lead.reference }],
    button: 'Open the lead',
    href: `${config.PUBLIC_URL}${homePathOf[user.role]}/leads/${id}`,
  }
}
