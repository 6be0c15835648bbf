import { currencyOf, formatAmount } from '@kerbside/schema/amount'
import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { invalid } from '@kerbside/schema/errors'
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
  contentOf,
  extraWorkName,
  isSameWork,
  versionEmailDelayMs,
  type Estimate,
  type EstimateContent,
  type LeadEstimate,
  type Work,
} from '@kerbside/schema/estimates/estimate'
import { canMove, isPending, type Lead } from '@kerbside/schema/leads/lead'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { changeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import { filesText, type PriceFile } from '@kerbside/schema/quote-files/quote-file'
import {
  findPriceFiles,
  keepPriceFiles,
  toPriceFile,
  type FileOwner,
} from '@kerbside/schema/quote-files/quote-file.model'
import { dayAfter, londonDay, longDay, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { parse } from '@kerbside/schema/validate'
import type { ClientSession } from 'mongoose'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import type { StoredEmail } from '../events/stored-email.ts'
import { moved } from '../leads/change-lead.ts'
import { guardedWrite } from '../leads/write-lead.ts'
import { requireActing, requireMaySend, requirePause, workToSend, type EstimateToSend } from './may-send.ts'
import { webhooksAbout } from './webhooks-about.ts'

const EstimateId = z.guid('Must be a UUID').toLowerCase()

/**
 * Stores a price of a firm, puts it in the place of the firm's former one, tells the homeowner, and moves the lead to
 * quoted. All of it is one transaction, and the same id again changes nothing.
 */
export async function sendEstimate(ctx: Context, wanted: EstimateToSend): Promise<Lead> {
  const { leadId, firm, draft, enteredBy } = wanted
  const id = parse(z.object({ id: EstimateId }), { id: wanted.id }).id
  let alongside: (session: ClientSession) => Promise<void> = () => Promise.resolve()
  return guardedWrite(
    ctx,
    { id: String(leadId), version: null, alongside: (session) => alongside(session) },
    async (lead) => {
      const at = ctx.now()
      const parts = await partsFor(lead, id, draft, at)
      if (parts === null) return { set: {}, activity: [] }
      const work = workToSend(lead, wanted)
      requireMaySend(lead, work, at)
      if (!enteredBy) requirePause(lead, work, at)
      const owner = { leadId, contractorId: firm.id }
      const files = await filesFor(owner, parts.fileIds)
      const { content } = parts
      const estimate = await sealed(lead, { content, at, firm, id, work, enteredBy, files })
      const { currency, totals } = estimate
      alongside = async (session) => {
        await requireActing(firm.id, session)
        if (!(await keepPriceFiles(owner, parts.fileIds, at, session))) throw filesGone()
        await storeInPlace(ctx, lead, estimate, session)
      }
      const isForJob = work.variationOf === null
      const to = isForJob && isPending(lead.status) && canMove(lead.status, 'quoted') ? 'quoted' : lead.status
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
export function auditText(estimate: Estimate): string {
  const { totals, currency, contractorName, number, files } = estimate
  const price = `${formatAmount({ amount: totals.total, currency })} of ${contractorName}`
  const extra = extraWorkName(estimate)?.toLowerCase()
  return [price, extra, number > 1 && `version ${number}`, filesText(files)].filter(Boolean).join(', ')
}

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

type Sealing = Pick<Estimate, 'id' | 'enteredBy'> & {
  work: Pick<LeadEstimate, 'variationOf' | 'extraWork'>
  content: EstimateContent
  /** Its id is null of a price of our own. */
  firm: { id: string | null; name: string }
  at: Date
  files: PriceFile[]
}

/** The price as it is stored: after the former ones of the firm, with what changed from the last one and its digest. */
export async function sealed(
  lead: Lead,
  { content, at, id, firm, work, enteredBy, files }: Sealing,
): Promise<Estimate> {
  const currency = currencyOf(lead)
  const { variationOf, extraWork = null } = work
  const former = formerOf(lead, { contractorId: firm.id, variationOf, extraWork })
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
    extraWork,
    currency,
    totals: totalsOf(content.lines),
    sentAt: at,
    files,
  }
  const changes = before ? changesOf({ before, after: record, trade: lead.trade }) : []
  if (before && last?.state === 'chosen') changes.unshift(takenBack(before))
  return { ...record, sha256: digestOf(record), changes, enteredBy }
}

const takenBack = ({ number, validUntilDay }: Estimate) =>
  `The choice of version ${number} is taken back: it was valid until ${longDay(startOfLondonDay(validUntilDay))}`

const formerOf = ({ estimates = [] }: Lead, work: Work) => estimates.filter((each) => isSameWork(each, work))

/** Stores what the price says, puts it in the place of the firm's former one, and tells the firm's own system of both. */
export async function storeInPlace(
  ctx: Context,
  lead: Lead,
  estimate: Estimate,
  session: ClientSession,
): Promise<void> {
  const { id, contractorId, variationOf, extraWork, sentAt: at } = estimate
  await storeEstimate(estimate, session)
  const work = { contractorId, variationOf, extraWork }
  for (const happening of ['firm sends another version', 'firm renews what was chosen'] as const) {
    const replaced = changeEstimates(happening, at, { ...work, except: id })
    await writeGuarded({ leadId: lead.id, at, ...replaced }, session)
  }
  const former = formerOf(lead, estimate).filter(({ state }) => state === 'sent' || state === 'chosen')
  await webhooksAbout(ctx, 'sent', { leadId: lead.id, at, estimates: [estimate] }, session)
  await webhooksAbout(ctx, 'replaced', { leadId: lead.id, at, estimates: former }, session)
}

/** What the lead itself stores of a price. */
export function summaryOf(estimate: Estimate): LeadEstimate {
  const { id, contractorId, contractorName, number, variationOf, extraWork, kind, currency, sentAt } = estimate
  const { totals, validUntilDay } = estimate
  return {
    id,
    contractorId,
    contractorName,
    number,
    variationOf,
    extraWork,
    kind,
    currency,
    sentAt,
    total: totals.total,
    validUntil: startOfLondonDay(dayAfter(validUntilDay, 1)),
    state: 'sent',
    decidedAt: null,
  }
}

/** The homeowner hears of the first version at once. Of several others within minutes only the last one is told. */
function emailsAbout({ id: leadId, email }: Lead, { id, number, sentAt }: Estimate): StoredEmail[] {
  const kind = 'estimate' as const
  const notBefore = number > 1 ? new Date(sentAt.getTime() + versionEmailDelayMs) : undefined
  return email ? [{ _id: deliveryId(leadId, kind, id), kind, leadId, notBefore }] : []
}
