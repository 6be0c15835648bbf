import { deliveryId, userEmailId } from '@kerbside/schema/deliveries/delivery'
import { invalid } from '@kerbside/schema/errors'
import type { Lead } from '@kerbside/schema/leads/lead'
import { complaintLimits } from '@kerbside/schema/manage/complaint'
import { activeOf } from '@kerbside/schema/users/user.model'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import type { StoredEmail } from '../events/stored-email.ts'
import { changeOwnLead } from './change-own-lead.ts'
import { findOwnLead } from './manage.service.ts'

const { characters, count } = complaintLimits
const Complaint = z.object({
  complaint: z
    .string('Write what went wrong')
    .trim()
    .min(1, 'Write what went wrong')
    .max(characters, `Write ${characters.toLocaleString('en')} characters at most`)
    .transform((text) => text.replaceAll('\r\n', '\n')),
})

/** Stores a complaint, acknowledges it, and tells the staff who see to it. The same words again are the same complaint. */
export async function complain(ctx: Context, token: string, input: unknown): Promise<void> {
  const lead = await findOwnLead(ctx, token)
  const { complaint: text } = parse(Complaint, input)
  const isNew = lead.complaints?.every((earlier) => earlier.text !== text) ?? true
  if (isNew && (lead.complaints?.length ?? 0) >= count) {
    throw invalid('complaint', 'You have sent us many complaints already. Please reply to one of our emails instead.')
  }
  const at = ctx.now()
  const id = ctx.newId()
  const emails = [...acknowledgement(lead, id), ...(await emailsToStaff(lead, id))]
  await changeOwnLead(ctx, lead, {
    at,
    guard: { 'complaints.text': { $ne: text } },
    set: {},
    push: { complaints: { id, at, text } },
    audited: { action: 'homeowner.complained' },
    emailsOf: () => emails,
  })
}

const acknowledgement = ({ id: leadId, email }: Lead, complaintId: string): StoredEmail[] => {
  const kind = 'complaint-received' as const
  return email ? [{ _id: deliveryId(leadId, kind, complaintId), kind, leadId }] : []
}

/** All active admins, and whoever the lead is assigned to. */
async function emailsToStaff({ id: leadId, assignedTo }: Lead, complaintId: string): Promise<StoredEmail[]> {
  const readers = new Set([...(await activeOf('admin')), ...(assignedTo ? [assignedTo.id] : [])])
  const kind = 'complaint' as const
  return [...readers].map((userId) => ({ _id: userEmailId(userId, kind, complaintId), kind, leadId, userId }))
}
