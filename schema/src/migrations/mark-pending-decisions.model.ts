import type mongoose from 'mongoose'

type Offer = { contractorId: string; state: string; decidedAt: Date | null; pendingEvent?: unknown }
type Lead = { _id: number; status: string; statusHistory?: { from: string; to: string; at: Date }[]; offers: Offer[] }
type OfferMail = { _id: string; leadId: number; contractorId: string; state: string }

const batchSize = 500

/**
 * Marks decisions of older releases on which nobody has acted, so that the worker's sweep finds them. Their only sign is an
 * offer's mail whose state does not show the decision.
 */
export async function markPendingDecisions(db: mongoose.mongo.Db): Promise<void> {
  const mails = db
    .collection<OfferMail>('deliveries')
    .find({ kind: 'offer', state: { $in: ['queued', 'sending', 'sent', 'failed'] } })
    .project<OfferMail>({ leadId: 1, contractorId: 1, state: 1 })
    .batchSize(batchSize)
  let batch: OfferMail[] = []
  for await (const mail of mails) {
    batch.push(mail)
    if (batch.length < batchSize) continue
    await markBatch(db, batch)
    batch = []
  }
  await markBatch(db, batch)
}

async function markBatch(db: mongoose.mongo.Db, mails: readonly OfferMail[]): Promise<void> {
  const leads = db.collection<Lead>('leads')
  const found = await leads
    .find({ _id: { $in: mails.map(({ leadId }) => leadId) } })
    .project<Lead>({ status: 1, statusHistory: 1, offers: 1 })
    .toArray()
  const byId = new Map(found.map((lead) => [lead._id, lead]))
  const writes = mails.flatMap((mail) => {
    const { leadId, contractorId } = mail
    const lead = byId.get(leadId)
    // Only a firm's first offer: later ones are newer than this migration, and their mails have another id.
    const offer = lead?.offers.find((each) => each.contractorId === contractorId)
    if (!lead || !offer || mail._id !== `lead-${leadId}-offer-${contractorId}`) return []
    if (!isPending(lead, offer, mail)) return []
    const type = offer.state === 'accepted' ? 'offer.accepted' : 'offer.declined'
    const own = { contractorId, decidedAt: offer.decidedAt, pendingEvent: { $exists: false } }
    const set = { 'offers.$.pendingEvent': { type, at: offer.decidedAt } }
    return { updateOne: { filter: { _id: leadId, offers: { $elemMatch: own } }, update: { $set: set } } }
  })
  if (writes.length > 0) await leads.bulkWrite(writes, { ordered: false })
}

function isPending(lead: Lead, { state, decidedAt, pendingEvent }: Offer, mail: OfferMail): boolean {
  if (state === 'offered' || decidedAt === null || pendingEvent !== undefined) return false
  // A failed mail's state shows only these two decisions.
  if (mail.state === 'failed' && state !== 'accepted' && state !== 'declined') return false
  return state !== 'accepted' || wasOpen(lead, decidedAt)
}

/**
 * Older releases did not check the lead when a firm accepted. A pending acceptance releases the homeowner's details, so
 * one that came after the lead was closed is not marked.
 */
function wasOpen({ status, statusHistory = [] }: Lead, at: Date): boolean {
  const before = statusHistory.findLast((change) => change.at < at)
  return !['lost', 'converted'].includes(before?.to ?? statusHistory[0]?.from ?? status)
}
