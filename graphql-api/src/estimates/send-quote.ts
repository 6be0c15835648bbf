import { AppError, invalid } from '@kerbside/schema/errors'
import { quoteSent } from '@kerbside/schema/events/event.jobs'
import { maximumQuotes, quotesOf, type Lead, type SentQuote } from '@kerbside/schema/leads/lead'
import { currencyOf, formatAmount, maximumAmount } from '@kerbside/schema/amount'
import type { PriceFile } from '@kerbside/schema/quote-files/quote-file'
import { findQuoteFile, keepQuoteFile, toPriceFile } from '@kerbside/schema/quote-files/quote-file.model'
import { quantityScale } from '@kerbside/schema/estimates/estimate-money'
import { usualValidDays, type Estimate, type EstimateContent } from '@kerbside/schema/estimates/estimate'
import { dayAfter, londonDay } from '@kerbside/schema/time/london-time'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import type { ClientSession } from 'mongoose'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { LeadChange, messageToHomeowner, moved } from '../leads/change-lead.ts'
import { writeLead } from '../leads/write-lead.ts'
import { requireActing, requireRoomForPrice } from './may-send.ts'
import { auditText, sealed, storeInPlace, summaryOf } from './send-estimate.ts'

const Quote = z.object({
  quoteId: z.guid('Must be a UUID').toLowerCase(),
  amount: z
    .int('Give a whole number of pence or cents')
    .min(1, 'Enter an amount above 0')
    .max(maximumAmount, 'Enter 1,000,000 at most'),
  message: messageToHomeowner,
  /** The firm whose quote it is; our own without one. */
  contractorId: z.string().nullish(),
  /** Of the PDF that goes with it. */
  fileId: z.string().nullish(),
  version: LeadChange.shape.version,
})
type Quote = z.output<typeof Quote>

/**
 * Emails the homeowner a price, which stands among the others on their page, and moves the lead to quoted. The same id again
 * gives the lead as it is and sends nothing: the quote, the price, the move and the event that becomes the email are one write.
 */
export async function sendQuote(ctx: Context, { id, ...input }: { id: string } & z.input<typeof Quote>): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  const { viewer } = ctx
  const wanted = parse(Quote, input)
  const { quoteId, amount, message, contractorId, fileId, version } = wanted
  let price: { lead: Lead; estimate: Estimate } | null = null
  const alongside = async (session: ClientSession) => {
    if (fileId) await keepFile(ctx, fileId, session)
    if (contractorId) await requireActing(contractorId, session)
    if (price) await storeInPlace(ctx, price.lead, price.estimate, session)
  }
  return writeLead(ctx, { id, version, alongside }, async (lead) => {
    if (wasSent(lead, wanted)) return { set: {}, activity: [] }
    const at = ctx.now()
    requireQuotable(lead, contractorId ?? null, at)
    const file = fileId ? await unsentFile(lead, fileId) : null
    const firm = contractorId ? acceptedFirm(lead, contractorId) : null
    const quote = {
      id: quoteId,
      amount,
      currency: currencyOf(lead),
      ...(firm && { firm }),
      ...(file && { file: { id: file.id, name: file.name, size: file.size } }),
    }
    const by = { id: viewer.id, name: viewer.name }
    const content = contentOf(quote, message, at)
    const work = { variationOf: null }
    const from = { firm: firm ?? ourselves, work, enteredBy: by, files: file ? [file] : [] }
    const estimate = await sealed(lead, { content, at, id: quoteId, ...from })
    price = { lead, estimate }
    return {
      set: {
        ...moved(lead, { status: 'quoted' }, viewer, at),
        ...(!lead.contactedAt && { contactedAt: at }),
      },
      activity: [{ kind: 'quote-sent', at, by, text: message, quote }],
      event: quoteSent(lead.id, at),
      estimate: summaryOf(estimate),
      audited: { action: 'estimate.sent' as const, details: auditText(estimate) },
    }
  })
}

const ourselves = { id: null, name: 'Kerbside' }

/** The price of a quote: one amount with VAT, and the message, which says what is included. */
const contentOf = ({ amount, firm }: SentQuote, message: string, at: Date): EstimateContent => ({
  kind: 'estimate',
  isVatRegistered: null,
  lines: [
    {
      text: firm ? `As in the message about ${firm.name}’s quote` : 'As in our message',
      quantity: quantityScale,
      unit: 'item',
      unitPrice: amount,
      rate: 0,
      rateReason: null,
      isProvisional: false,
    },
  ],
  deposit: 0,
  stages: [],
  checklist: {},
  startDay: null,
  durationDays: null,
  validUntilDay: dayAfter(londonDay(at), usualValidDays),
  guaranteeYears: null,
  insurer: null,
  message,
})

/**
 * Whether this very quote was sent before. Its id with another content is rejected: whoever changed a quote after a try
 * without an answer must hear that the first one was sent.
 */
function wasSent(lead: Lead, { quoteId, amount, message, contractorId, fileId }: Quote): boolean {
  const sent = quotesOf(lead).find(({ quote }) => quote.id === quoteId)
  if (!sent) return false
  const isSameFile = (sent.quote.file?.id ?? null) === (fileId ?? null)
  const isSameFirm = (sent.quote.firm?.id ?? null) === (contractorId ?? null)
  if (sent.quote.amount === amount && sent.text === message && isSameFirm && isSameFile) return true
  const first = `This quote was sent before, as ${formatAmount(sent.quote)} with another amount, message, firm or PDF.`
  throw invalid('quoteId', `${first} Send again only if the homeowner should get both.`)
}

/** The homeowner knows by name each firm that has accepted, and no other. */
function acceptedFirm({ offers }: Lead, contractorId: string): { id: string; name: string } {
  const offer = offers.find((one) => one.contractorId === contractorId && one.state === 'accepted')
  if (!offer) throw invalid('contractorId', 'Choose a firm that has accepted this job.')
  return { id: contractorId, name: offer.contractorName }
}

const fileGone = () => invalid('fileId', 'The PDF was deleted, because it was not sent within a day. Choose it again.')

async function unsentFile(lead: Lead, fileId: string): Promise<PriceFile> {
  const file = await findQuoteFile(lead.id, fileId)
  // One that a contractor added belongs to the contractor's price.
  if (file?.expiresAt == null || file.contractorId) throw fileGone()
  return toPriceFile(file)
}

async function keepFile({ now }: Context, id: string, session: ClientSession): Promise<void> {
  if (!(await keepQuoteFile(id, now(), session))) throw fileGone()
}

function requireQuotable(lead: Lead, contractorId: string | null, at: Date): void {
  if (lead.status === 'lost') {
    throw new AppError('CONFLICT', 'This lead is lost. Reopen it first: move it to contacted, then send the quote.')
  }
  if (!lead.email) throw new AppError('CONFLICT', 'This lead has no email address to send a quote to.')
  if (lead.sharingStoppedAt) throw new AppError('CONFLICT', 'The homeowner has asked for no further contact.')
  if (quotesOf(lead).length >= maximumQuotes) {
    throw invalid('quoteId', `No more than ${maximumQuotes} quotes can be sent for one lead.`)
  }
  requireRoomForPrice(lead, contractorId, at)
}
