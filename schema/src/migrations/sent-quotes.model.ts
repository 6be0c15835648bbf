import type mongoose from 'mongoose'
import { currencyOf, type Currency } from '../amount.ts'
import { digestOf } from '../estimates/estimate.model.ts'
import type { LeadEstimate } from '../estimates/estimate.ts'
import { dayAfter, londonDay, startOfLondonDay } from '../time/london-time.ts'

type Db = mongoose.mongo.Db

type SentQuote = { id: string; amount: number; currency?: Currency; firm?: { id: string; name: string } | null }
type Activity = {
  kind: string
  at: Date
  by?: { id: string; name: string } | null
  text?: string | null
  quote?: SentQuote | null
}
type Lead = {
  _id: number
  status: string
  postcode: string | null
  mobile: string
  sharingStoppedAt?: Date | null
  updatedAt?: Date
  activity?: Activity[]
  estimates?: Pick<LeadEstimate, 'id' | 'contractorId'>[]
}
type Told = Activity & { quote: SentQuote }

/** As the prices of sent quotes were when this was written, whatever they become. */
const validDays = 30

const firmOf = ({ quote }: Told) => quote.firm?.id ?? null

/**
 * Makes prices of the quotes that former releases sent, so that the homeowner's page shows them beside those of firms. Of a
 * firm that has a price already nothing is added: that one is newer. Safe to repeat. A quote that a server of the former
 * release sends afterwards stays on the timeline alone.
 */
export async function adoptSentQuotes(db: Db): Promise<void> {
  const leads = db.collection<Lead>('leads')
  const found = leads.find({
    activity: { $elemMatch: { kind: 'quote-sent', quote: { $type: 'object' } } },
    erasedAt: null,
  })
  for await (const lead of found) {
    const known = (lead.estimates ?? []).map(({ contractorId }) => contractorId)
    const quotes = (lead.activity ?? [])
      .filter((each): each is Told => each.kind === 'quote-sent' && Boolean(each.quote))
      .filter((each) => !known.includes(firmOf(each)))
    if (quotes.length === 0) continue
    const prices = quotes.map((told, place) => priceOf(lead, quotes, told, place))
    const contents = db.collection<{ _id: string }>('estimates')
    for (const { content, id } of prices)
      await contents.updateOne({ _id: id }, { $setOnInsert: content }, { upsert: true })
    const unchanged = { _id: lead._id, 'estimates.id': { $nin: prices.map(({ id }) => id) } }
    await leads.updateOne(unchanged, { $push: { estimates: { $each: prices.map(({ own }) => own), $position: 0 } } })
  }
}

function priceOf(lead: Lead, quotes: readonly Told[], told: Told, place: number) {
  const { at, by, text, quote } = told
  const ofFirm = (each: Told) => firmOf(each) === firmOf(told)
  const { id, amount } = quote
  const next = quotes.slice(place + 1).find(ofFirm)
  const currency = quote.currency ?? currencyOf(lead)
  const validUntilDay = dayAfter(londonDay(at), validDays)
  const shared = {
    contractorId: firmOf(told),
    contractorName: quote.firm?.name ?? 'Kerbside',
    number: quotes.slice(0, place).filter(ofFirm).length + 1,
    variationOf: null,
    kind: 'estimate' as const,
    currency,
    sentAt: at,
  }
  const line = {
    quantity: 1_000,
    unit: 'item' as const,
    unitPrice: amount,
    rate: 0,
    rateReason: null,
    isProvisional: false,
  }
  const record = {
    ...shared,
    leadId: lead._id,
    isVatRegistered: false,
    lines: [{ text: 'As in the message; with VAT', ...line }],
    deposit: 0,
    stages: [],
    checklist: {},
    startDay: null,
    durationDays: null,
    validUntilDay,
    guaranteeYears: null,
    insurer: null,
    message: text ?? null,
    totals: { net: amount, vat: 0, total: amount, provisional: 0, rates: [{ rate: 0, net: amount, vat: 0 }] },
    files: [],
  }
  const content = { ...record, sha256: digestOf({ ...record, id }), changes: [], enteredBy: by ?? null }
  const isClosed = lead.status === 'lost' || Boolean(lead.sharingStoppedAt)
  const state = next ? ('replaced' as const) : isClosed ? ('withdrawn' as const) : ('sent' as const)
  const decidedAt = next ? next.at : isClosed ? (lead.sharingStoppedAt ?? lead.updatedAt ?? at) : null
  const validUntil = startOfLondonDay(dayAfter(validUntilDay, 1))
  return { id, content, own: { id, ...shared, total: amount, validUntil, state, decidedAt } }
}
