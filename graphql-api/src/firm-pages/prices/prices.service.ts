import { toLead } from '@kerbside/schema/leads/lead.model'
import { currencyOf } from '@kerbside/schema/amount'
import { AppError, invalid, type FieldErrors } from '@kerbside/schema/errors'
import {
  draftOf,
  fileIdsIn,
  lineRowOf,
  withFiles,
  type EstimateFields,
  type LineRow,
} from '@kerbside/schema/estimates/estimate-fields'
import {
  chosenEstimate,
  isSameWork,
  shownState,
  type Estimate,
  type LeadEstimate,
  type ShownState,
} from '@kerbside/schema/estimates/estimate'
import { earlierLines, estimatesOf } from '@kerbside/schema/estimates/estimate.model'
import { countryOfCurrency, type PricedJob } from '@kerbside/schema/estimates/estimate-request'
import { maximumPriceFiles } from '@kerbside/schema/quote-files/quote-file'
import { findPriceFiles, type FileOwner } from '@kerbside/schema/quote-files/quote-file.model'
import { isPending } from '@kerbside/schema/leads/lead'
import { londonDay } from '@kerbside/schema/time/london-time'
import { parse } from '@kerbside/schema/validate'
import { Types } from 'mongoose'
import { z } from 'zod'
import type { Context } from '../../deps.ts'
import { isToRenew } from '../../estimates/may-send.ts'
import { sendEstimate } from '../../estimates/send-estimate.ts'
import { withdrawEstimate } from '../../estimates/withdraw-estimate.ts'
import type { OwnOffer } from '../../offers/offers.service.ts'
import type { Upload } from '../../http/read-upload.ts'
import { priceFileAnswer, storePriceFile, type ReceivedFile } from '../../quote-files/price-files.service.ts'
import { findJob } from '../job.service.ts'

/** A price as its firm sees it. `isLast`: no newer one took its place. */
export type OwnPrice = { estimate: Estimate; about: LeadEstimate; shown: ShownState; isLast: boolean }

/** What a firm's pages about its prices of one job show. */
export type PricesScreen = {
  reference: string
  job: PricedJob
  /** Of the photos and PDFs that may go with a price. */
  owner: FileOwner
  now: Date
  /** The latest first; those of extra work among them. */
  prices: OwnPrice[]
  /** The firm's agreed price of the job. */
  agreed: LeadEstimate | null
  isLost: boolean
  /** Why no (other) price of the job can be sent; null when one can. */
  closed: string | null
}

/** Null for a firm that has not (or no longer) got the job: the page of the job says why. */
export async function viewPrices(ctx: Context, token: string): Promise<PricesScreen | null> {
  const own = await findJob(ctx, token)
  return hasJob(own) ? screenOf(ctx, own) : null
}

const hasJob = ({ offer, lead }: OwnOffer) => offer.state === 'accepted' && !lead.sharingStoppedAt && !lead.erasedAt

async function screenOf(ctx: Context, { lead, offer: { contractorId } }: OwnOffer): Promise<PricesScreen> {
  const now = ctx.now()
  const isOwn = (each: { contractorId: string | null }) => each.contractorId === contractorId
  const own = (lead.estimates ?? []).filter(isOwn)
  const contents = own.length === 0 ? [] : (await estimatesOf(lead._id)).filter(isOwn)
  const prices = own.flatMap((about, place) => {
    const estimate = contents.find(({ id }) => id === about.id)
    const isLast = !own.slice(place + 1).some((later) => isSameWork(later, about))
    return estimate ? [{ estimate, about, shown: shownState(about, now), isLast }] : []
  })
  const currency = currencyOf(lead)
  const chosen = chosenEstimate(lead.estimates)
  return {
    reference: lead.reference,
    job: { country: countryOfCurrency(currency), currency, trade: lead.trade, today: londonDay(now) },
    owner: { leadId: lead._id, contractorId },
    now,
    prices: prices.toReversed(),
    agreed: own.find(({ state, variationOf }) => state === 'agreed' && variationOf === null) ?? null,
    isLost: lead.status === 'lost',
    closed:
      chosen && !isToRenew(chosen, { contractorId, variationOf: null }, now)
        ? isOwn(chosen)
          ? 'The homeowner has chosen your price.'
          : 'The homeowner has chosen another firm.'
        : isPending(lead.status)
          ? null
          : 'This job is closed.',
  }
}

/** Lines that the firm used in its latest prices, each text once. */
export async function readyLines(ctx: Context, token: string): Promise<LineRow[]> {
  const { offer } = await findJob(ctx, token)
  return (await earlierLines(offer.contractorId)).map(lineRowOf)
}

/** The id of the price that the firm has just sent. The same fields again are the same price. */
export async function sendPrice(ctx: Context, token: string, fields: EstimateFields): Promise<string> {
  const { lead, offer, firm } = await findOwnJob(ctx, token)
  const { id = '', variationOf = '', extraWork = '' } = fields
  await sendEstimate(ctx, {
    leadId: lead._id,
    firm,
    id,
    draft: draftOf(fields),
    variationOf: variationOf === '' ? null : variationOf,
    extraWork: extraWork === '' ? null : Number(extraWork),
    enteredBy: null,
  })
  ctx.log.info({ leadId: lead._id, contractorId: offer.contractorId }, 'price sent by a firm')
  return id
}

const Withdrawal = z.object({
  reason: z.string().trim().max(200, 'Use 200 characters at most').default(''),
})

/** Takes one price back, while the homeowner has not decided. The same again changes nothing. */
export async function withdrawPrice(ctx: Context, token: string, id: string, fields: EstimateFields): Promise<void> {
  const { lead, firm } = await findOwnJob(ctx, token)
  const { reason } = parse(Withdrawal, fields)
  const price = lead.estimates?.find((each) => each.id === id && each.contractorId === firm.id)
  if (!price) throw new AppError('NOT_FOUND', 'There is no such price.')
  if (price.state === 'withdrawn') return
  const done = await withdrawEstimate(ctx, {
    lead: toLead(lead),
    estimate: price,
    happening: 'firm withdraws it',
    reason,
    by: firm,
  })
  if (!done) throw invalid('reason', 'This price cannot be withdrawn any more: it was decided or replaced.')
}

async function findOwnJob(ctx: Context, token: string) {
  const own = await findJob(ctx, token)
  if (!hasJob(own))
    throw new AppError('CONFLICT', 'This job is not yours, or not any more. Please open its page again.')
  const { contractorId, contractorName } = own.offer
  return { ...own, firm: { id: contractorId, name: contractorName } }
}

const ownerOf = async (ctx: Context, token: string): Promise<FileOwner> => {
  const { lead, firm } = await findOwnJob(ctx, token)
  return { leadId: lead._id, contractorId: firm.id }
}

type NewFile = { id: string; read: () => Promise<Upload> }

/** Stores a photo or PDF for the price that the firm will send. */
export async function addPriceFile(ctx: Context, token: string, { id, read }: NewFile): Promise<ReceivedFile> {
  return storePriceFile(ctx, { owner: await ownerOf(ctx, token), id, read })
}

/** A photo or PDF of one of the firm's own prices of the job, sent or not. */
export async function openPriceFile(ctx: Context, token: string, id: string): Promise<Response> {
  const [file] = await findPriceFiles(await ownerOf(ctx, token), [id])
  return priceFileAnswer(file)
}

type FieldsWithFiles = { fields: EstimateFields; errors: FieldErrors }

/**
 * Stores the files that came with a posted form, and gives its fields with their ids: whatever is wrong with the rest, they
 * need not be chosen again. `read` is called once it is known that the job is the firm's.
 */
export async function addPostedFiles(
  ctx: Context,
  token: string,
  read: () => Promise<{ fields: EstimateFields; files: Upload[] }>,
): Promise<FieldsWithFiles> {
  const owner = await ownerOf(ctx, token)
  const { fields, files } = await read()
  const ids = fileIdsIn(fields)
  const problems: string[] = []
  if (ids.length + files.length > maximumPriceFiles) problems.push(`Add ${maximumPriceFiles} files at most`)
  for (const upload of files.slice(0, Math.max(maximumPriceFiles - ids.length, 0))) {
    try {
      const id = String(new Types.ObjectId())
      await storePriceFile(ctx, { owner, id, read: () => Promise.resolve(upload) })
      ids.push(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      problems.push(`${upload.fileName}: ${error.fields?.['file']?.[0] ?? error.message}`)
    }
  }
  return { fields: withFiles(fields, ids), errors: problems.length > 0 ? { files: [problems.join(' ')] } : {} }
}
