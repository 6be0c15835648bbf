import { byPush } from '@kerbside/schema/deliveries/delivery.model'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { quotesOf } from '@kerbside/schema/leads/lead'
import { stopUndoableUntil } from '@kerbside/schema/manage/undo-stop'
import { firmsWithDetails } from '@kerbside/schema/offers/offer'
import { closeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import { writeEnded } from '@kerbside/schema/leads/write-offers.model'
import { storePushes } from '@kerbside/schema/push/store-pushes.model'
import { firmsWithWebhook } from '@kerbside/schema/webhooks/webhook.model'
import mongoose from 'mongoose'
import { offerToMatches } from './offer-lead.ts'
import { queueOpenOffers } from './queue-offers.ts'
import { mirrorOffer } from '../deliveries/offer-outcome.ts'
import { queueDeliveries, type WantedDelivery } from '../deliveries/queue-deliveries.ts'
import type { Deps } from '../deps.ts'

// Handlers of the events of a lead. Each may be repeated and may run concurrently, as long as its event is in the lead's
// outbox: see run-event.ts.

/** A new lead: staff are notified, the homeowner gets a confirmation and the first firms get offers. */
export async function onLeadSubmitted(deps: Deps, { leadId }: { leadId: number }): Promise<void> {
  const lead = await LeadModel.findById(leadId, 'email dispatchedAt').lean()
  if (!lead || lead.dispatchedAt !== null) return
  const confirmation = { leadId, kind: 'confirmation', contractorId: null } as const
  const together = [
    offered(deps, leadId),
    queueDeliveries(deps, lead.email ? [confirmation] : []),
    notifyOfLead(deps, leadId),
  ] as const
  // A run that has failed is over: nothing of it goes on beside its next try.
  await Promise.allSettled(together)
  const [offers] = await Promise.all(together)
  await queueOpenOffers(deps, leadId, offers)
  await LeadModel.updateOne({ _id: leadId, dispatchedAt: null }, { dispatchedAt: deps.now() })
}

/** What is not queued here the loop of notifications finds: no lead waits for them. */
async function notifyOfLead(deps: Deps, leadId: number): Promise<void> {
  const ids = await storePushes({ event: 'new-lead', about: leadId, leadId }, deps.now())
  await deps.enqueueAll(ids.map((id) => sendJob({ id, round: 0, ...byPush })))
}

const offered = (deps: Deps, leadId: number) =>
  deps.tracing.run({ name: 'offer lead' }, async (add) => {
    const offers = await offerToMatches(deps, leadId)
    add({ 'kerbside.offers': offers.length })
    return offers
  })

type OneOffer = { leadId: number; contractorId: string }

/** A firm has accepted: it and its webhook get the contact details, and the homeowner gets its name. */
export async function offerAccepted(deps: Deps, { leadId, contractorId }: OneOffer): Promise<void> {
  const lead = await LeadModel.findById(leadId).lean()
  const offer = lead?.offers.findLast((candidate) => candidate.contractorId === contractorId)
  if (!lead || offer?.state !== 'accepted') return
  const emails: WantedDelivery[] = [{ leadId, kind: 'contact-details', contractorId }]
  if (lead.email) emails.push({ leadId, kind: 'accepted-notice', contractorId })
  for (const firm of await firmsWithWebhook([contractorId])) {
    emails.push({ leadId, kind: 'webhook-accepted', contractorId: firm })
  }
  await queueDeliveries(deps, emails)
  if (lead.offers.filter(({ state }) => state === 'accepted').length >= lead.maximumFirms) {
    await writeEnded('all places are taken', { leadId, at: deps.now() })
  }
  await mirrorOffer(leadId, lead.offers, offer)
}

/** An offer was declined, expired or could not be delivered: its place goes to the next firm. */
export async function offerDeclined(deps: Deps, { leadId, contractorId }: OneOffer): Promise<void> {
  const lead = await LeadModel.findById(leadId, 'offers').lean()
  const closed = lead?.offers.filter((offer) => offer.contractorId === contractorId && offer.state !== 'offered') ?? []
  if (!lead || closed.length === 0) return
  await queueOpenOffers(deps, leadId, await offered(deps, leadId))
  for (const offer of closed) await mirrorOffer(leadId, lead.offers, offer)
}

/** Kerbside has withdrawn offers: their unsent emails are dropped, and no other firm is offered the job instead. */
export async function offerWithdrawn(_deps: Deps, { leadId }: { leadId: number }): Promise<void> {
  const lead = await LeadModel.findById(leadId, 'offers').lean()
  const withdrawn = lead?.offers.filter(({ state }) => state === 'withdrawn') ?? []
  for (const offer of withdrawn) await mirrorOffer(leadId, lead?.offers ?? [], offer)
}

/** Staff have offered the lead to a firm by hand: the firm gets its email. */
export async function offerMade(deps: Deps, { leadId }: { leadId: number }): Promise<void> {
  const lead = await LeadModel.findById(leadId, 'offers').lean()
  if (lead) await queueOpenOffers(deps, leadId, lead.offers)
}

/** A lost lead, or one that the homeowner had stopped, is open again: its free places are offered, also to firms whose offer ended when it was lost. */
export async function onLeadReopened(deps: Deps, { leadId }: { leadId: number }): Promise<void> {
  await queueOpenOffers(deps, leadId, await offered(deps, leadId))
}

/**
 * The homeowner has enough quotes, or stopped sharing, and did not undo it: what is on offer ends. After a stop the firms
 * that have the details are asked to make no further contact, and no price can be chosen any more.
 */
export async function onLeadStopped(deps: Deps, { leadId }: { leadId: number }): Promise<void> {
  const at = deps.now()
  const lead = await LeadModel.findById(leadId).lean()
  if (!lead?.enoughQuotesAt || lead.erasedAt || stopUndoableUntil(lead, at)) return
  await writeEnded('homeowner stops', { leadId, at })
  if (!lead.sharingStoppedAt) return
  await mongoose.connection.transaction((session) => closeEstimates(leadId, at, session))
  const firms = firmsWithDetails(lead.offers).map(({ contractorId }) => contractorId)
  const notice = (kind: 'stop-notice' | 'webhook-withdrawn') => (contractorId: string) => ({
    leadId,
    kind,
    contractorId,
  })
  const webhooks = (await firmsWithWebhook(firms)).map(notice('webhook-withdrawn'))
  await queueDeliveries(deps, [...firms.map(notice('stop-notice')), ...webhooks])
}

/** Staff have sent quotes: the homeowner gets an email with each. */
export async function onQuoteSent(deps: Deps, { leadId }: { leadId: number }): Promise<void> {
  const lead = await LeadModel.findById(leadId, 'email activity').lean()
  if (!lead?.email) return
  const emails = quotesOf(lead).map(({ quote }) => ({
    leadId,
    kind: 'quote' as const,
    contractorId: null,
    quoteId: quote.id,
  }))
  await queueDeliveries(deps, emails)
}
