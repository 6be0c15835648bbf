import { currencyOf, formatAmount } from '@kerbside/schema/amount'
import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { AppError, invalid } from '@kerbside/schema/errors'
import { changesOf } from '@kerbside/schema/estimates/estimate-changes'
import { digestOf, findEstimate, storeEstimate } from '@kerbside/schema/estimates/estimate.model'
import { totalsOf } from '@kerbside/schema/estimates/estimate-money'
import {
  countryOfCurrency,
  estimateRequest,
  type EstimateDraft,
  type EstimateParts,
} from '@kerbside/schema/estimates/estimate-request'
import {
  chosenEstimate,
  contentOf,
  maximumEstimates,
  type Estimate,
  type EstimateContent,
  type LeadEstimate,
} from '@kerbside/schema/estimates/estimate'
import { canMove, pendingStatuses, type Lead } from '@kerbside/schema/leads/lead'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { changeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import { filesText, type PriceFile } from '@kerbside/schema/quote-files/quote-file'
import {
  findPriceFiles,
  keepPriceFiles,
  toPriceFile,
  type FileOwner,
} from '@kerbside/schema/quote-files/quote-file.model'
import { dayAfter, londonDay, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { parse } from '@kerbside/schema/validate'
import type { ClientSession } from 'mongoose'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import type { StoredEmail } from '../events/stored-email.ts'
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
      const parts = await partsFor(lead, id, draft, at)
      if (parts === null) return { set: {}, activity: [] }
      requireOpen(lead, firm.id, variationOf)
      const owner = { leadId, contractorId: firm.id }
      const files = await filesFor(owner, parts.fileIds)
      const { content } = parts
      const estimate = await sealed(lead, { content, at, firm, id, variationOf, enteredBy, files })
      const { currency, totals } = estimate
      alongside = async (session) => {
        if (!(await keepPriceFiles(owner, parts.fileIds, at, session))) throw filesGone()
        await storeInPlace(ctx, lead, estimate, session)
      }
      const isForJob = variationOf === null
      const to = isForJob && isPending(lead) && canMove(lead.status, 'quoted') ? 'quoted' : lead.status
      const outcome = { kind: 'quoted' as const, at, amount: totals.total, currency, reason: null }
      return {
        set: moved(lead, { status: to }, enteredBy ?? firm, at),
        activity: [],
        ...(isForJob && { report: { contractorId: firm.id, contractorName: firm.name, outcome } }),
        estimate: summaryOf(estimate),
        emails: emailsAbout(lead, estimate),
        audited: { action: 'estimate.sent' as const, details: auditText(estimate), by: enteredBy ?? firm },
      }
    },
  )
}

/** '£2,450.00 of Stone & Sons, version 2'. */
export function auditText({ totals, currency, contractorName, number, variationOf, files }: Estimate): string {
  const price = `${formatAmount({ amount: totals.total, currency })} of ${contractorName}`
  return [price, ...(number > 1 ? [`version ${number}`] : []), ...(variationOf ? ['extra work'] : []), filesText(files)]
    .filter(Boolean)
    .join(', ')
}

const isPending = ({ status }: Lead) => pendingStatuses.some((pending) => pending === status)

/** What is to be stored; null when this very price is stored already. */
async function partsFor(lead: Lead, id: string, draft: EstimateDraft, at: Date): Promise<EstimateParts | null> {
  const currency = currencyOf(lead)
  const known = lead.estimates?.some((each) => each.id === id) ? await findEstimate(lead.id, id) : null
  const today = londonDay(known?.sentAt ?? at)
  const parts = parse(
    estimateRequest({ country: countryOfCurrency(currency), currency, trade: lead.trade, today }),
    draft,
  )
  if (known === null) return parts
  const said = { content: contentOf(known), fileIds: known.files.map((file) => file.id) }
  if (isDeepStrictEqual(said, parts)) return null
  throw invalid('id', 'This price was sent before, with other content. Send the change as a new version.')
}

const filesGone = () =>
  invalid('files', 'A file is not there any more, because it was not sent within a day. Choose it again.')

async function filesFor(owner: FileOwner, ids: readonly string[]): Promise<PriceFile[]> {
  const files = await findPriceFiles(owner, ids)
  if (files.length < ids.length) throw filesGone()
  return files.map(toPriceFile)
}

function requireOpen(lead: Lead, contractorId: string, variationOf: string | null): void {
  const { estimates = [], sharingStoppedAt } = lead
  if (sharingStoppedAt) throw new AppError('CONFLICT', 'The homeowner has asked for no further contact.')
  requireRoom(lead)
  if (variationOf !== null) {
    const base = estimates.find(({ id }) => id === variationOf)
    if (base?.contractorId === contractorId && base.state === 'agreed') return
    throw invalid('variationOf', 'Extra work can be priced once your price is agreed.')
  }
  requireNoChoice(lead)
  if (!isPending(lead)) throw new AppError('CONFLICT', 'This job is closed.')
}

function requireRoom({ estimates = [] }: Lead): void {
  if (estimates.length < maximumEstimates) return
  throw new AppError('CONFLICT', `A job has room for ${maximumEstimates} prices.`)
}

function requireNoChoice({ estimates }: Lead): void {
  if (chosenEstimate(estimates)) throw new AppError('CONFLICT', 'The homeowner has chosen a price already.')
}

/** What a price of the job needs of the lead, whoever sends it. */
export function requireRoomForPrice(lead: Lead): void {
  requireRoom(lead)
  requireNoChoice(lead)
}

type Sealing = Pick<Estimate, 'id' | 'variationOf' | 'enteredBy'> & {
  content: EstimateContent
  /** Its id is null of a price of our own. */
  firm: { id: string | null; name: string }
  at: Date
  files: PriceFile[]
}

/** The price as it is stored: after the former ones of the firm, with what changed from the last one and its digest. */
export async function sealed(
  lead: Lead,
  { content, at, id, firm, variationOf, enteredBy, files }: Sealing,
): Promise<Estimate> {
  const currency = currencyOf(lead)
  const former = formerOf(lead, { contractorId: firm.id, variationOf })
  const last = former.at(-1)
  const before = last ? await findEstimate(lead.id, last.id) : null
  const record = {
    ...content,
    id,
    leadId: lead.id,
    contractorId: firm.id,
    contractorName: firm.name,
    number: former.length + 1,
    variationOf,
    currency,
    totals: totalsOf(content.lines),
    sentAt: at,
    files,
  }
  const changes = before ? changesOf({ before, after: record, trade: lead.trade }) : []
  return { ...record, sha256: digestOf(record), changes, enteredBy }
}

const formerOf = ({ estimates = [] }: Lead, { contractorId, variationOf }: Which) =>
  estimates.filter((each) => each.contractorId === contractorId && each.variationOf === variationOf)
type Which = Pick<LeadEstimate, 'contractorId' | 'variationOf'>

/** Stores what the price says, puts it in the place of the firm's former one, and tells the firm's own system of both. */
export async function storeInPlace(
  ctx: Context,
  lead: Lead,
  estimate: Estimate,
  session: ClientSession,
): Promise<void> {
  const { id, contractorId, variationOf, sentAt: at } = estimate
  await storeEstimate(estimate, session)
  const replaced = changeEstimates('firm sends another version', at, { contractorId, variationOf, except: id })
  await writeGuarded({ leadId: lead.id, at, ...replaced }, session)
  const former = formerOf(lead, estimate).filter(({ state }) => state === 'sent')
  await webhooksAbout(ctx, 'sent', { leadId: lead.id, at, estimates: [estimate] }, session)
  await webhooksAbout(ctx, 'replaced', { leadId: lead.id, at, estimates: former }, session)
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
function emailsAbout({ id: leadId, email }: Lead, { id }: Estimate): StoredEmail[] {
  const kind = 'estimate' as const
  return email ? [{ _id: deliveryId(leadId, kind, id), kind, leadId }] : []
}
