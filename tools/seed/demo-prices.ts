import { currencyOf } from '@kerbside/schema/amount'
import { checklistOf, type Inclusion } from '@kerbside/schema/estimates/checklist'
import { digestOf } from '@kerbside/schema/estimates/estimate.model'
import { totalsOf } from '@kerbside/schema/estimates/estimate-money'
import type { Estimate, EstimateContent, EstimateLine, LeadEstimate } from '@kerbside/schema/estimates/estimate'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import type { Offer } from '@kerbside/schema/offers/offer'
import { dayAfter, londonDay } from '@kerbside/schema/time/london-time'
import { randomUUID } from 'node:crypto'
import { summaryOf } from '../../graphql-api/src/estimates/send-estimate.ts'
import { day, hour, nextWithin, trading } from './demo-clock.ts'
import { chance } from './demo-leads.ts'

type Told = { offer: Offer; estimate: Estimate | null }

/**
 * What firms that accepted a demo lead said since: prices for leads that are quoted and on, and for younger ones that are
 * not, that they will not price them, so that nobody is reminded of a price at the first start.
 */
export function withPrices(index: number, lead: LeadRecord, now: Date): { lead: LeadRecord; estimates: Estimate[] } {
  const isPriced = lead.statusHistory.some(({ to }) => to === 'quoted')
  const told = lead.offers.map((offer, place): Told => {
    const decidedAt = offer.state === 'accepted' ? offer.decidedAt : null
    if (decidedAt === null) return { offer, estimate: null }
    const wait = (18 + 20 * chance(index, place, 8)) * hour
    const at = nextWithin(trading, new Date(decidedAt.getTime() + wait))
    if (at >= now) return { offer, estimate: null }
    if (isPriced) return { offer, estimate: priceOf(lead, { index, place, offer, at }) }
    const isReminded = now.getTime() - decidedAt.getTime() < 9 * day
    const outcome = { kind: 'will-not-price' as const, at, amount: null, currency: null, reason: null }
    return { offer: isReminded ? { ...offer, outcomes: [outcome] } : offer, estimate: null }
  })
  const estimates = told.flatMap(({ estimate }) => estimate ?? [])
  const latest = estimates.map(({ sentAt }) => sentAt.getTime())
  return {
    lead: {
      ...lead,
      offers: told.map(({ offer }) => offer),
      ...(estimates.length > 0 && { estimates: estimates.map((estimate, place) => decided(lead, estimate, place)) }),
      updatedAt: new Date(Math.max(lead.updatedAt.getTime(), ...latest)),
    },
    estimates,
  }
}

/** What became of it by the status of its lead: the first price of a converted lead is agreed. */
function decided(lead: LeadRecord, estimate: Estimate, place: number): LeadEstimate {
  const sent: LeadEstimate = { ...summaryOf(estimate), seenAt: new Date(estimate.sentAt.getTime() + hour) }
  const closed = lead.statusHistory.find(({ to }) => to === 'converted' || to === 'lost')
  if (!closed || (lead.status !== 'converted' && lead.status !== 'lost')) return sent
  const decidedAt = new Date(Math.max(closed.at.getTime(), estimate.sentAt.getTime()))
  if (lead.status === 'lost') return { ...sent, state: 'withdrawn', decidedAt }
  if (place > 0) return { ...sent, state: 'declined', decidedAt, declinedBecause: 'another-firm' }
  const startDay = dayAfter(londonDay(decidedAt), 21)
  return { ...sent, state: 'agreed', decidedAt, chosenBy: lead.fullName, startDay }
}

type Asked = { index: number; place: number; offer: Offer; at: Date }

function priceOf(lead: LeadRecord, { index, place, offer, at }: Asked): Estimate {
  const currency = currencyOf(lead)
  const content = contentOf(lead.trade, { rate: currency === 'EUR' ? 1_350 : 2_000, index, place, at })
  const record = {
    ...content,
    id: randomUUID(),
    leadId: lead._id,
    contractorId: offer.contractorId,
    contractorName: offer.contractorName,
    number: 1,
    variationOf: null,
    currency,
    totals: totalsOf(content.lines),
    sentAt: at,
    files: [],
  }
  return { ...record, sha256: digestOf(record), changes: [], enteredBy: null }
}

type Figures = { rate: number; index: number; place: number; at: Date }

function contentOf(trade: string, { rate, index, place, at }: Figures): EstimateContent {
  const size = 25 + Math.round(45 * chance(index, 9))
  const level = 0.85 + 0.3 * chance(index, place, 10)
  const line = (text: string, quantity: number, unit: EstimateLine['unit'], price: number): EstimateLine => {
    const unitPrice = Math.round(price * level) * 100
    return { text, quantity: quantity * 1_000, unit, unitPrice, rate, rateReason: null, isProvisional: false }
  }
  const days = 3 + Math.round(size / 20)
  const lines =
    trade === 'driveways'
      ? [
          line('Take up the old surface and dig out', size, 'm²', 18),
          line('Sub-base, laid and compacted', size, 'm²', 22),
          line('New surface', size, 'm²', 55),
          line('Edging', Math.round(size / 2), 'm', 16),
          { ...line('Drainage channel, if the fall needs one', 1, 'item', 380), isProvisional: true },
        ]
      : [line('Labour', days, 'day', 320), line('Materials', 1, 'item', 1_400)]
  const said = checklistOf(trade).flatMap(({ name }, item): [string, Inclusion][] => {
    const luck = chance(index, place, item, 11)
    return luck < 0.6 ? [[name, 'included']] : luck < 0.8 ? [[name, 'not-included']] : []
  })
  return {
    kind: place % 2 === 0 ? 'fixed' : 'estimate',
    isVatRegistered: true,
    lines,
    deposit: Math.round(totalsOf(lines).total / 1_000) * 100,
    stages: [],
    checklist: Object.fromEntries(said),
    startDay: null,
    durationDays: days,
    validUntilDay: dayAfter(londonDay(at), 30),
    guaranteeYears: place === 0 ? 10 : 5,
    insurer: null,
    message: null,
  }
}
