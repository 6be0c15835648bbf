import type { Lead } from '@kerbside/schema/leads/lead'
import { AppError } from '@kerbside/schema/errors'
import { leadReopened, leadStopped } from '@kerbside/schema/events/event.jobs'
import { stopUndoableUntil } from '@kerbside/schema/manage/undo-stop'
import { undoableUntil, undoMs } from '@kerbside/schema/time/undo'
import { endOffers } from '@kerbside/schema/leads/write-offers.model'
import type { Context } from '../../deps.ts'
import { changeOwnLead } from '../change-own-lead.ts'
import { findOwnLead } from '../manage.service.ts'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * No further firm is asked from now on. Nobody is offered the job in place of what is withdrawn, which happens once it
 * cannot be undone any more.
 */
export async function enoughQuotes(ctx: Context, token: string): Promise<void> {
  const lead = await findOwnLead(ctx, token)
  const at = ctx.now()
  await changeOwnLead(ctx, lead, {
    at,
    guard: { enoughQuotesAt: null },
    set: { enoughQuotesAt: at },
    later: leadStopped(lead.id, undoableUntil(at)),
    audited: { action: 'homeowner.had-enough' },
  })
}

/** The same, and then the firms that have the details are asked to make no further contact. They see none from now on. */
export async function stopSharing(ctx: Context, token: string): Promise<void> {
  const lead = await findOwnLead(ctx, token)
  const at = ctx.now()
  await changeOwnLead(ctx, lead, {
    at,
    guard: { sharingStoppedAt: null },
    set: { sharingStoppedAt: at, enoughQuotesAt: lead.enoughQuotesAt ?? at },
    later: leadStopped(lead.id, undoableUntil(at)),
    audited: { action: 'homeowner.stopped-sharing' },
  })
  await detailsUnderWay(ctx, lead.id)
}

/** Takes the last of the two back, within its time: what is on offer stays so, and free places are offered again. */
export async function undoStop(ctx: Context, token: string): Promise<void> {
  const lead = await findOwnLead(ctx, token)
  const at = ctx.now()
  const { enoughQuotesAt = null, sharingStoppedAt = null } = lead
  if (!enoughQuotesAt) return
  if (!stopUndoableUntil(lead, at)) throw tooLate
  const isEnoughBefore = sharingStoppedAt !== null && enoughQuotesAt < sharingStoppedAt
  await changeOwnLead(ctx, lead, {
    at,
    guard: { enoughQuotesAt, sharingStoppedAt },
    set: { sharingStoppedAt: null, enoughQuotesAt: isEnoughBefore ? enoughQuotesAt : null },
    event: leadReopened(lead.id, at),
    audited: { action: 'homeowner.undid-stop' },
  })
}

const tooLate = new AppError(
  'CONFLICT',
  `This can be undone for ${undoMs / 1_000} seconds only. Please reply to one of our emails if you want to go on.`,
)

/** What takes back whatever is on offer because the homeowner wants it. */
export function withdrawn(lead: Lead, at: Date) {
  const { set, arrayFilters, event } = endOffers('homeowner stops', lead.id, at)
  return { at, set: { ...set, enoughQuotesAt: lead.enoughQuotesAt ?? at }, arrayFilters, event }
}

/** Milliseconds for which a mail server that is slow to answer is waited for. */
const longest = 5_000

/**
 * Until nothing that the worker has begun to send still takes the homeowner's details to a firm. Called once the lead says
 * that sharing has stopped: what is begun after that is not sent, so the homeowner's answer is true when they read it.
 */
export async function detailsUnderWay({ now, log }: Pick<Context, 'now' | 'log'>, leadId: number): Promise<void> {
  const begun = { leadId, kind: { $in: ['contact-details', 'webhook-accepted'] as const }, state: 'sending' as const }
  for (let waited = 0; await DeliveryModel.exists({ ...begun, claimedUntil: { $gt: now() } }); waited += 50) {
    if (waited >= longest) return log.warn({ leadId }, 'details are still under way to a firm although sharing stopped')
    await sleep(50)
  }
}
