import { invalid } from '@kerbside/schema/errors'
import { followUpsOf, type Lead } from '@kerbside/schema/leads/lead'
import { requireCan } from '@kerbside/schema/users/user'
import type { Context } from '../deps.ts'
import { writeLead, type SeenLead } from './write-lead.ts'

/** How many follow-ups can be sent for one lead. */
const maximumFollowUps = 100

/**
 * Emails the homeowner of a lead. The same id again sends nothing, because the entry in the lead's activity and the stored
 * email are one write.
 */
export async function sendFollowUp(
  ctx: Context,
  seen: SeenLead,
  { followUpId, text }: { followUpId: string; text: string },
): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  const { id, name } = ctx.viewer
  return writeLead(ctx, seen, (lead) => {
    if (wasSent(lead, followUpId, text)) return { set: {}, activity: [] }
    requireReachable(lead)
    const at = ctx.now()
    return {
      set: lead.contactedAt ? {} : { contactedAt: at },
      activity: [{ kind: 'follow-up-sent', at, by: { id, name }, text, followUpId }],
    }
  })
}

/** Its id with another text is rejected: whoever changed the text after a try without an answer must hear of the first. */
function wasSent(lead: Lead, followUpId: string, text: string): boolean {
  const sent = followUpsOf(lead).find((entry) => entry.followUpId === followUpId)
  if (sent && sent.text !== text) throw invalid('followUpId', 'This follow-up was sent before, with another text.')
  return sent !== undefined
}

function requireReachable(lead: Lead): void {
  if (lead.status === 'lost') throw invalid('ids', 'A lost lead gets no email. Reopen it first.')
  if (!lead.email) throw invalid('ids', 'The lead has no email address.')
  if (lead.sharingStoppedAt) throw invalid('ids', 'The homeowner has asked for no further contact.')
  if (followUpsOf(lead).length >= maximumFollowUps) {
    throw invalid('ids', `No more than ${maximumFollowUps} follow-ups can be sent for one lead.`)
  }
}
