import { currencyOf, formatAmount } from '@kerbside/schema/amount'
import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { AppError, invalid } from '@kerbside/schema/errors'
import { changesOf } from '@kerbside/schema/estimates/estimate-changes'
import { digestOf } from '@kerbside/schema/estimates/estimate-digest'
import { totalsOf } from '@kerbside/schema/estimates/estimate-money'
import { countryOfCurrency, estimateRequest, type EstimateDraft } from '@kerbside/schema/estimates/estimate-request'
import {
  chosenEstimate,
  contentOf,
  maximumEstimates,
  type Estimate,
  type EstimateContent,
  type LeadEstimate,
} from '@kerbside/schema/estimates/estimate'
import { findEstimate, storeEstimate } from '@kerbside/schema/estimates/estimate.model'
import { canMove, pendingStatuses, type Lead } from '@kerbside/schema/leads/lead'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { changeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import { dayAfter, londonDay, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { parse } from '@kerbside/schema/validate'
import type { ClientSession } from 'mongoose'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import type { StoredMail } from '../events/stored-mail.ts'
import { moved } from '../leads/change-lead.ts'
import { guardedWrite } from '../leads/write-lead.ts'
import { webhooksAbout } from './webhooks-about.ts'

const EstimateId = z.guid('Must be a UUID').toLowerCase()

/** A price that somebody sends. Whoever calls this has checked that the firm has accepted the job. */
export type EstimateToSend = {
  leadId: number
  firm: { id: string; name: string }
  /** UUID made on the device: the same one again is the same price. */
  id: string
  draft: EstimateDraft
  /** The agreed price to which this one adds extra work. */
  variationOf?: string | null
  /** Who of the staff enters it for the firm; null when the firm sends it itself. */
  enteredBy: { id: string; name: string } | null
}

/**
 * Stores a price of a firm, puts it in the place of the firm's former one, tells the homeowner, and moves the lead to
 * quoted. All of it is one transaction, and the same id again changes nothing.
 */
export async function sendEstimate(ctx: Context, wanted: EstimateToSend): Promise<Lead> {
  const { leadId, firm, draft, variationOf = null, enteredBy } = wanted
  const id = parse(z.object({ id: EstimateId }), { id: wanted.id }).id
  let alongside: (session: ClientSession) => Promise<void> = () => Promise.resolve()
  return guardedWrite(
    ctx,
    { id: String(leadId), version: null, alongside: (session) => alongside(session) },
    async (lead) => {
      const at = ctx.now()
      const content = await contentFor(lead, id, draft, at)
      if (content === null) return { set: {}, activity: [] }
      requireOpen(lead, firm.id, variationOf)
      const former = (lead.estimates ?? []).filter(
        (each) => each.contractorId === firm.id && each.variationOf === variationOf,
      )
      const last = former.at(-1)
      const before = last ? await findEstimate(lead.id, last.id) : null
      const estimate = sealed(lead, { content, before, number: former.length + 1, at, ...wanted, id, variationOf })
      const { currency, totals } = estimate
      alongside = async (session) => {
        await storeEstimate(estimate, session)
        const which = { contractorId: firm.id, variationOf, except: id }
        const replaced = changeEstimates('firm sends another version', at, which)
        await writeGuarded({ leadId: lead.id, at, ...replaced }, session)
        await webhooksAbout(ctx, 'sent', { leadId: lead.id, at, estimates: [estimate] }, session)
        await webhooksAbout(ctx, 'replaced', { leadId: lead.id, at, estimates: former.filter(isSent) }, session)
      }
      const isForJob = variationOf === null
      const to = isForJob && isPending(lead) && canMove(lead.status, 'quoted') ? 'quoted' : lead.status
      const outcome = { kind: 'quoted' as const, at, amount: totals.total, currency, reason: null }
      return {
        set: moved(lead, { status: to }, enteredBy ?? firm, at),
        activity: [],
        ...(isForJob && { report: { contractorId: firm.id, contractorName: firm.name, outcome } }),
        estimate: summaryOf(estimate),
        mails: mailsAbout(lead, estimate),
        audited: { action: 'estimate.sent' as const, details: auditText(estimate), by: enteredBy ?? firm },
      }
    },
  )
}

const isSent = ({ state }: LeadEstimate) => state === 'sent'

/** '£2,450.00 of Stone & Sons, version 2'. */
function auditText({ totals, currency, contractorName, number, variationOf }: Estimate): string {
  const price = `${formatAmount({ amount: totals.total, currency })} of ${contractorName}`
  return [price, ...(number > 1 ? [`version ${number}`] : []), ...(variationOf ? ['extra work'] : [])].join(', ')
}

const isPending = ({ status }: Lead) => pendingStatuses.some((pending) => pending === status)

/** What is to be stored; null when this very price is stored already. */
async function contentFor(lead: Lead, id: string, draft: EstimateDraft, at: Date): Promise<EstimateContent | null> {
  const currency = currencyOf(lead)
  const known = lead.estimates?.some((each) => each.id === id) ? await findEstimate(lead.id, id) : null
  const today = londonDay(known?.sentAt ?? at)
  const content = parse(
    estimateRequest({ country: countryOfCurrency(currency), currency, trade: lead.trade, today }),
    draft,
  )
  if (known === null) return content
  if (isDeepStrictEqual(contentOf(known), content)) return null
  throw invalid('id', 'This price was sent before, with other content. Send the change as a new version.')
}

function requireOpen(lead: Lead, contractorId: string, variationOf: string | null): void {
  const { estimates = [], sharingStoppedAt } = lead
  if (sharingStoppedAt) throw new AppError('CONFLICT', 'The homeowner has asked for no further contact.')
  if (estimates.length >= maximumEstimates) {
    throw new AppError('CONFLICT', `A job has room for ${maximumEstimates} prices.`)
  }
  if (variationOf !== null) {
    const base = estimates.find(({ id }) => id === variationOf)
    if (base?.contractorId === contractorId && base.state === 'agreed') return
    throw invalid('variationOf', 'Extra work can be priced once your price is agreed.')
  }
  if (chosenEstimate(estimates)) throw new AppError('CONFLICT', 'The homeowner has chosen a price already.')
  if (!isPending(lead)) throw new AppError('CONFLICT', 'This job is closed.')
}

type Sealing = Omit<EstimateToSend, 'draft'> & {
  content: EstimateContent
  before: Estimate | null
  number: number
  at: Date
  variationOf: string | null
}

function sealed(lead: Lead, { content, before, number, at, id, firm, variationOf, enteredBy }: Sealing): Estimate {
  const currency = currencyOf(lead)
  const record = {
    ...content,
    id,
    leadId: lead.id,
    contractorId: firm.id,
    contractorName: firm.name,
    number,
    variationOf,
    currency,
    totals: totalsOf(content.lines),
    sentAt: at,
    fileId: null,
  }
  const changes = before ? changesOf({ before, after: content, currency, trade: lead.trade }) : []
  return { ...record, sha256: digestOf(record), changes, enteredBy }
}

/** What the lead itself stores of a price. */
export function summaryOf(estimate: Estimate): LeadEstimate {
  const { id, contractorId, contractorName, number, variationOf, kind, currency, sentAt, totals, validUntilDay } =
    estimate
  return {
    id,
    contractorId,
    contractorName,
    number,
    variationOf,
    kind,
    currency,
    sentAt,
    total: totals.total,
    validUntil: startOfLondonDay(dayAfter(validUntilDay, 1)),
    state: 'sent',
    decidedAt: null,
  }
}

/** The homeowner hears of each price by an email of its own. */
function mailsAbout({ id: leadId, email }: Lead, { id }: Estimate): StoredMail[] {
  const kind = 'estimate' as const
  return email ? [{ _id: deliveryId(leadId, kind, id), kind, leadId }] : []
}
