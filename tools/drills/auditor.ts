import { bulkChangeStates } from '@kerbside/schema/bulk-changes/bulk-change'
import { BulkChangeModel } from '@kerbside/schema/bulk-changes/bulk-change.model'
import { deliveryStates, leadEmailKinds } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { MailOutageModel } from '@kerbside/schema/deliveries/mail-outage.model'
import type { Queues } from '@kerbside/schema/events/event.queue'
import { estimateStates } from '@kerbside/schema/estimates/estimate'
import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { importStates } from '@kerbside/schema/imports/import'
import { LeadImportModel, unfinishedImports } from '@kerbside/schema/imports/import.model'
import { leadStatuses } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { takesPlace, type Offer } from '@kerbside/schema/offers/offer'
import { offerLife, type OfferStep } from '@kerbside/schema/offers/offer-life'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { SubmissionModel } from '@kerbside/schema/submission/submission.model'
import { undoMs } from '@kerbside/schema/time/undo'
import type { ReceivedEmail } from '../../worker/src/testing/mail-sink.ts'

/** A quote that somebody was told is with us, and what else they were told of it since. */
export type Told = {
  /** For whoever reads what was found. */
  during: string
  email: string
  /** Null of an imported lead, whose number nobody was told. */
  id: number | null
  reference: string | null
  submissionId: string | null
  isHeld: boolean
  isErased: boolean
  isStopped: boolean
  /** Addresses of the firms that were told that the job is theirs. */
  accepted: Set<string>
  /** Emails that staff were told they have sent to the homeowner. */
  followUps: number
  /** Ids of the prices that a firm was told it has sent, and the one of them that the homeowner was told is chosen. */
  prices: Set<string>
  chosen: string | null
}

export const newTold = (known: Pick<Told, 'email' | 'during'> & Partial<Told>): Told => ({
  id: null,
  reference: null,
  submissionId: null,
  isHeld: false,
  isErased: false,
  isStopped: false,
  accepted: new Set(),
  followUps: 0,
  prices: new Set(),
  chosen: null,
  ...known,
})

type Email = Pick<ReceivedEmail, 'to' | 'messageId'>

/** `firmsOffered`: how many firms a new lead has to be offered to. */
export type Inbox = { emails: readonly Email[]; firmsOffered: number }

/** Emails about this lead as mailboxes show them: copies under one id are one. `offer firm@…` and the like. */
function emailsAbout(id: number, emails: readonly Email[]): string[] {
  const seen = new Map<string, string>()
  const known = new RegExp(`^<lead-${id}-(${leadEmailKinds.toSorted((a, b) => b.length - a.length).join('|')})[-@]`)
  for (const { messageId, to } of emails) {
    const kind = known.exec(messageId)?.[1]
    if (kind !== undefined) seen.set(messageId, `${kind} ${to}`)
  }
  return [...seen.values()]
}

/** What is not as the people were told who asked about this quote. */
export async function findingsAbout(told: Told, inbox: Inbox): Promise<string[]> {
  const found: string[] = []
  const same = [{ email: told.email }, ...(told.id === null ? [] : [{ _id: told.id }])]
  const leads = await LeadModel.find({ $or: same }).lean()
  const held = await HeldQuoteModel.countDocuments({ 'lead.email': told.email })
  const wantedHeld = told.isHeld ? 1 : 0
  if (leads.length !== 1 - wantedHeld || held !== wantedHeld) found.push(`${leads.length} leads, ${held} held quotes`)
  const [lead] = leads
  if (lead && told.reference !== null && lead.reference !== told.reference) found.push('another reference')
  if (lead && Boolean(lead.erasedAt) !== told.isErased) found.push(told.isErased ? 'not erased' : 'erased')
  if (lead && told.isErased && JSON.stringify(lead).includes(told.email)) found.push('the address is not erased')
  if (lead && Boolean(lead.sharingStoppedAt) !== (told.isStopped || told.isErased)) found.push('sharing not as told')
  if (told.submissionId !== null) {
    const decision = await SubmissionModel.findById(told.submissionId).lean()
    if (!decision) found.push('its submission is forgotten')
    else if ((decision.held !== null) !== told.isHeld)
      found.push(`its submission counts as ${decision.held ?? 'a lead'}`)
  }
  return [...found, ...(await priceFindings(told, lead)), ...emailFindings(told, lead, inbox)]
}

/** Each price that was sent is there once, whole, with the state that its firm and the homeowner were told; and no other. */
async function priceFindings({ prices, chosen, isErased }: Told, lead: LeadRecord | undefined): Promise<string[]> {
  const stood = (lead?.estimates ?? []).map(({ id, state }) => `${id} ${state}`)
  const wanted = [...prices].map((id) => `${id} ${id === chosen ? 'chosen' : 'sent'}`)
  const contents = lead ? (await EstimateModel.find({ leadId: lead._id }).lean()).map(({ _id }) => _id) : []
  const isSame = (a: string[], b: string[]) => a.toSorted().join() === b.toSorted().join()
  const found = isSame(stood, wanted) ? [] : [`prices: ${stood.join(', ')} instead of ${wanted.join(', ')}`]
  if (!isSame(contents, isErased ? [] : [...prices])) found.push(`contents of prices: ${contents.join(', ')}`)
  return found
}

function emailFindings(told: Told, lead: LeadRecord | undefined, { emails, firmsOffered }: Inbox): string[] {
  const id = told.id ?? lead?._id
  if (id === undefined) return []
  const got = emailsAbout(id, emails)
  const offers = got.filter((email) => email.startsWith('offer '))
  const wantsOffers = told.isHeld || told.id === null ? 0 : firmsOffered
  const found: string[] = []
  if (offers.length !== wantsOffers || new Set(offers).size !== offers.length)
    found.push(`offered: ${offers.join(', ')}`)
  const others = got.filter((email) => !email.startsWith('offer '))
  for (const email of emailsOwed(told)) {
    const place = others.indexOf(email)
    if (place < 0) found.push(`no ${email}`)
    else others.splice(place, 1)
  }
  return [...found, ...others.map((email) => `unexpected: ${email}`)]
}

function emailsOwed({ id, email, isHeld, isStopped, isErased, accepted, followUps, prices, chosen }: Told): string[] {
  const toFirms = [...accepted].flatMap((firm) => [
    `contact-details ${firm}`,
    `accepted-notice ${email}`,
    ...(isStopped ? [`stop-notice ${firm}`] : []),
    ...(isErased ? [`erase-notice ${firm}`] : []),
  ])
  const confirmation = id === null || isHeld ? [] : [`confirmation ${email}`]
  const aboutPrices = [
    ...[...prices].map(() => `estimate ${email}`),
    ...(chosen === null ? [] : [`agreement ${email}`, ...[...accepted].map((firm) => `estimate-chosen ${firm}`)]),
  ]
  return [...confirmation, ...toFirms, ...aboutPrices, ...Array<string>(followUps).fill(`follow-up ${email}`)]
}

/** What nobody was told of, and what no table of states knows. `copies`: how many emails may have come twice. */
export async function findingsOfAll(
  told: readonly Told[],
  { emails, copies }: { emails: readonly Email[]; copies: number },
): Promise<string[]> {
  const found: string[] = []
  const leads = await LeadModel.find().lean()
  const [ids, addresses] = [new Set(told.map(({ id }) => id)), new Set(told.map(({ email }) => email))]
  for (const { _id, email } of leads) {
    if (!ids.has(_id) && !addresses.has(email ?? '')) found.push(`nobody was told of lead ${_id}`)
  }
  const known = new Set(leads.map(({ _id }) => String(_id)))
  // Staff are warned of several leads in one email, which is known by its own delivery.
  const toStaff = new Set(await DeliveryModel.distinct('messageId', { _id: /^user-/, state: 'sent' }))
  for (const { messageId, to } of emails) {
    if (!known.has(/^<lead-(\d+)-/.exec(messageId)?.[1] ?? '') && !toStaff.has(messageId))
      found.push(`a mail to ${to} about nothing: ${messageId}`)
  }
  const twice = emails.length - new Set(emails.map(({ messageId }) => messageId)).size
  if (twice > copies) found.push(`${twice} copies of mails, where ${copies} answers of the mail server were lost`)
  return [...found, ...(await oddFindings())]
}

/** What no table of states knows. */
export async function oddFindings(): Promise<string[]> {
  const leads = await LeadModel.find().lean()
  return [...leads.flatMap(oddStates), ...(await oddRecords())]
}

function oddStates(lead: LeadRecord): string[] {
  const found: string[] = []
  const holding = lead.offers.filter(takesPlace).map(({ contractorId }) => contractorId)
  if (holding.length > lead.maximumFirms) found.push(`${holding.length} firms have lead ${lead._id}`)
  if (new Set(holding).size < holding.length) found.push(`a firm has lead ${lead._id} twice`)
  if (!leadStatuses.includes(lead.status)) found.push(`lead ${lead._id} is ${lead.status}`)
  for (const { id, state } of lead.estimates ?? [])
    if (!estimateStates.includes(state)) found.push(`price ${id} is ${state}`)
  for (const offer of lead.offers)
    if (!isKnown(offer)) found.push(`odd offer of lead ${lead._id}: ${JSON.stringify(offer)}`)
  return found
}

/** Open, or what one of the steps in the table makes of an open offer. */
function isKnown({ state, withdrawnBecause, decidedAt }: Offer): boolean {
  if (state === 'offered') return decidedAt === null && !withdrawnBecause
  const steps: OfferStep[] = Object.values(offerLife)
  return (
    decidedAt !== null && steps.some(({ to, because }) => to === state && because === (withdrawnBecause ?? undefined))
  )
}

async function oddRecords(): Promise<string[]> {
  const odd = { $nin: [...deliveryStates] }
  const counts = {
    deliveries: await DeliveryModel.countDocuments({ state: odd }),
    // Everybody was told that theirs is sent, and nobody's address rejects anything.
    'mails given up': await DeliveryModel.countDocuments({ state: { $in: ['failed', 'bounced'] } }),
    'bulk changes': await BulkChangeModel.countDocuments({ state: { $nin: [...bulkChangeStates] } }),
    imports: await LeadImportModel.countDocuments({ state: { $nin: [...importStates] } }),
    'leads that are held quotes too': await idsInBoth(),
    'prices of no lead': await EstimateModel.countDocuments({
      _id: { $nin: await LeadModel.distinct('estimates.id') },
    }),
  }
  return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`odd: ${count} ${what}`] : []))
}

async function idsInBoth(): Promise<number> {
  const held = await HeldQuoteModel.distinct('submissionId', { discardedAt: null })
  return LeadModel.countDocuments({ submissionId: { $in: held } })
}

/** Work that is begun or due: what is still here after a quarter of an hour is stuck. */
export async function unfinished(queues: Queues): Promise<string[]> {
  const counts: Record<string, number> = {
    'leads with events': await LeadModel.countDocuments({ outbox: { $ne: [] } }),
    emails: await DeliveryModel.countDocuments({ state: { $in: ['queued', 'sending'] } }),
    'claims of mails': await DeliveryModel.countDocuments({ claimId: { $ne: null } }),
    'bulk changes': await BulkChangeModel.countDocuments({ leaseUntil: { $exists: true } }),
    imports: await LeadImportModel.countDocuments(unfinishedImports),
  }
  for (const [name, queue] of Object.entries(queues)) {
    // What is due by the clock always waits for its time.
    if (name !== 'periodic')
      counts[`jobs of ${name}`] = await queue.getJobCountByTypes('wait', 'active', 'delayed', 'failed')
  }
  return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
}

const quarterHour = 15 * 60_000

/**
 * What is put off by no more than a quarter of an hour is due now, as what follows a stop that can be undone for a minute,
 * and a mail server that was away is tried now.
 */
export async function hasten(): Promise<void> {
  const now = new Date()
  const later = new Date(now.getTime() + quarterHour)
  const waiting = { state: 'queued' as const, nextTryAt: { $gt: now, $lte: later } }
  // Far above the seconds after which the relay looks at an event again.
  const dueAt = { $gt: new Date(now.getTime() + 15_000), $lte: later }
  const stands = new Date(now.getTime() - undoMs)
  await LeadModel.updateMany(
    { sharingStoppedAt: { $gt: stands } },
    { enoughQuotesAt: stands, sharingStoppedAt: stands },
  )
  await Promise.all([
    LeadModel.updateMany(
      { outbox: { $elemMatch: { dueAt } } },
      { 'outbox.$[late].dueAt': now },
      { arrayFilters: [{ 'late.dueAt': dueAt }] },
    ),
    DeliveryModel.updateMany(waiting, { nextTryAt: now }),
    MailOutageModel.updateMany({}, { nextTryAt: now }),
  ])
}
