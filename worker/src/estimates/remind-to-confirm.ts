import { choicesDueBetween, dueWhileUnconfirmed } from '@kerbside/schema/estimates/estimate-life'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { queueDeliveries, type WantedDelivery } from '../deliveries/queue-deliveries.ts'
import { choiceId } from '../deliveries/prices/priced-in.ts'
import type { Deps } from '../deps.ts'
import { onceOpen } from './remind-of-prices.ts'

/**
 * Reminds contractors whose quote is chosen and not confirmed, three times, and tells the homeowner once they may choose
 * another. As with other reminders each email has one id, and is only sent while it is still so.
 */
export async function remindToConfirm(
  deps: Pick<Deps, 'now' | 'config' | 'enqueueAll' | 'log' | 'settings'>,
): Promise<void> {
  const { unconfirmedDays } = await deps.settings.refresh().then(() => deps.settings())
  const now = deps.now()
  const decidedAt = choicesDueBetween(now, unconfirmedDays)
  const leads = await LeadModel.find(
    {
      'estimates.state': 'chosen', // for the index
      'estimates.decidedAt': { $gt: decidedAt.$gt },
      estimates: { $elemMatch: { state: 'chosen', decidedAt } },
      status: { $ne: 'lost' },
      sharingStoppedAt: null,
    },
    { estimates: 1, email: 1 },
  ).lean()
  const due = leads.flatMap(({ _id: leadId, estimates = [], email }) =>
    estimates.flatMap((price): WantedDelivery[] => {
      const { state, decidedAt: chosenAt, validUntil, contractorId } = price
      if (state !== 'chosen' || chosenAt === null || validUntil <= now) return []
      const { reminder, isHomeownerTold } = dueWhileUnconfirmed(chosenAt, now, unconfirmedDays)
      const about = { leadId, quoteId: choiceId(price) }
      return [
        ...(reminder ? [{ ...about, kind: 'confirm-reminder' as const, round: reminder.round, contractorId }] : []),
        ...(isHomeownerTold && email ? [{ ...about, kind: 'unconfirmed-notice' as const, contractorId: null }] : []),
      ]
    }),
  )
  await queueDeliveries(deps, await onceOpen(due, now))
}
