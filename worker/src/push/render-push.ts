import { isPushKind, pushId, type PushKind } from '@kerbside/schema/deliveries/delivery'
import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { jobName } from '@kerbside/schema/emails/email-texts'
import { countNearlyDue } from '@kerbside/schema/leads/list/find-leads.model'
import { LeadModel, toLead, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { promiseBounds, unanswered } from '@kerbside/schema/promise/promise'
import type { PushMessage } from '@kerbside/schema/push/push'
import { districtOf } from '@kerbside/schema/quotes/postcode'
import { capitalised, countOf } from '@kerbside/schema/text'
import { staffEmailsOf } from '@kerbside/schema/leads/staff-email'
import { homePathOf, type Role } from '@kerbside/schema/users/user'
import type { Deps } from '../deps.ts'

type RenderDeps = Pick<Deps, 'now' | 'settings'>
type Wanted = Pick<DeliveryRecord, '_id' | 'kind' | 'leadId' | 'leadIds' | 'userId' | 'pushDeviceId'>

/**
 * What a device shows, as of now. It stands on locked screens, so it names neither the homeowner nor the place beyond the
 * first half of the postcode. Null when it is not worth a notification any more.
 */
export async function renderPush(deps: RenderDeps, delivery: Wanted, role: Role): Promise<PushMessage | null> {
  const { kind, leadId } = delivery
  if (!isPushKind(kind)) throw new Error(`No push: ${kind}`)
  const leads = `${homePathOf[role]}/leads`
  if (kind === 'push-test') {
    return { title: 'Notifications work', body: 'This is the test you asked for.', url: homePathOf[role], tag: kind }
  }
  if (kind === 'push-promise-warning') return renderWarning(deps, delivery.leadIds ?? [], leads)
  const lead = leadId === null ? null : await LeadModel.findById(leadId).lean()
  if (!lead || lead.erasedAt || !isStillWanted(kind, delivery, lead)) return null
  // Leads that are assigned together make one notification, the one of the latest.
  const tag = kind === 'push-assignment' ? kind : `${kind}-${lead._id}`
  return { title: titles[kind], body: jobAndPlace(lead), url: `${leads}/${lead._id}`, tag }
}

type AboutOneLead = Exclude<PushKind, 'push-test' | 'push-promise-warning'>

const titles: Record<AboutOneLead, string> = {
  'push-new-lead': 'New lead',
  'push-assignment': 'A lead for you',
  'push-mention': 'You are mentioned in a note',
}

/** A new lead until somebody has seen to it, an assignment while the person has the lead, a mention for as long as it stands. */
function isStillWanted(kind: AboutOneLead, { _id, userId, pushDeviceId }: Wanted, record: LeadRecord): boolean {
  const lead = toLead(record)
  if (kind === 'push-new-lead') return lead.status === 'new' && !lead.contactedAt
  const event = kind === 'push-mention' ? 'mention' : 'assignment'
  if (event === 'assignment' && lead.assignedTo?.id !== userId) return false
  return staffEmailsOf(lead).some(
    (email) => email.kind === event && email.userId === userId && pushId(pushDeviceId ?? '', kind, email.about) === _id,
  )
}

/** 'Driveway job · SW1A'. */
const jobAndPlace = (lead: Pick<LeadRecord, 'trade' | 'postcode'>) =>
  [capitalised(jobName(lead)), lead.postcode && districtOf(lead.postcode).district].filter(Boolean).join(' · ')

/** About those leads that nobody has answered by now, which are late if the notification was held for long. */
async function renderWarning(
  { now, settings }: RenderDeps,
  leadIds: readonly number[],
  leads: string,
): Promise<PushMessage | null> {
  const waiting = await LeadModel.find({ _id: { $in: leadIds }, ...unanswered }, 'trade postcode createdAt')
    .sort({ createdAt: 1, _id: 1 })
    .lean()
  const [first] = waiting
  if (!first) return null
  const isLate = first.createdAt <= promiseBounds(now(), settings()).late
  const state = isLate ? 'late' : 'nearly due'
  const isOne = waiting.length === 1
  return {
    title: isOne ? `A lead is ${state}` : `${capitalised(countOf(waiting.length, 'lead'))} are ${state}`,
    body: isOne ? jobAndPlace(first) : 'Homeowners wait for an answer.',
    url: isOne ? `${leads}/${first._id}` : `${leads}?filter=waiting`,
    tag: 'push-promise-warning',
    badge: await countNearlyDue(now(), settings()),
  }
}
