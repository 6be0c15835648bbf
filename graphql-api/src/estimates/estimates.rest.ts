import { inclusions } from '@kerbside/schema/estimates/checklist'
import { declineReasons, estimateKinds, estimateStates, units } from '@kerbside/schema/estimates/estimate'
import { lineNet, quantityText } from '@kerbside/schema/estimates/estimate-money'
import type { EstimateDraft } from '@kerbside/schema/estimates/estimate-request'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { checkedByService, data, readRestFields, routesTagged } from '../http/route.ts'
import {
  cancelForStaff,
  enterEstimate,
  estimatesOfLead,
  withdrawForStaff,
  type StaffEstimate,
} from './staff-estimates.service.ts'

const route = routesTagged('Quotes')
const text = z.string().nullable()
const moment = z.iso.datetime()
const amount = z.int().describe('In pence or cents')
const typed = z.string().describe('As typed, in pounds or euro')

const LineJson = z.object({
  text: z.string(),
  quantity: z.string().describe('Like 42.5'),
  unit: z.enum(units),
  unit_price: amount.describe('In pence or cents, without VAT'),
  net: amount.describe('In pence or cents, without VAT'),
  rate: z.int().describe('Of VAT, in hundredths of a percent'),
  rate_reason: text,
  is_provisional: z.boolean(),
})

const FileJson = z.object({ id: z.string(), name: z.string(), size: z.int(), type: z.string(), sha256: z.string() })

/** A price as the REST API shows it. What it lacks is null, never absent. */
const EstimateJson = z
  .object({
    id: z.string(),
    contractor_id: text.describe('Null: our own'),
    contractor_name: z.string(),
    number: z.int().describe('The version: 1 for the firm’s first, then rising'),
    variation_of: text.describe('The id of the agreed price to which this one adds extra work'),
    extra_work: z
      .int()
      .nullable()
      .describe('Which extra work of that agreed job, from 1 on; null of a price of the job'),
    kind: z.enum(estimateKinds),
    currency: z.string(),
    is_vat_registered: z.boolean().nullable().describe('Null if not known'),
    lines: z.array(LineJson),
    totals: z.object({
      net: amount,
      vat: amount,
      total: amount.describe('What the homeowner pays, with VAT; in pence or cents'),
      provisional: amount,
      rates: z.array(z.object({ rate: z.int(), net: amount, vat: amount })),
    }),
    deposit: amount,
    stages: z.array(z.object({ text: z.string(), amount })),
    checklist: z.record(z.string(), z.enum(inclusions)).describe('What it does not name is not said'),
    start_day: text,
    duration_days: z.int().nullable(),
    valid_until_day: z.string(),
    guarantee_years: z.int().nullable(),
    insurer: text,
    message: text,
    files: z.array(FileJson).describe('The GraphQL field quoteFileUrl gives the address of one'),
    sent_at: moment,
    entered_by: z.object({ id: z.string(), name: z.string() }).nullable(),
    changes: z.array(z.string()),
    sha256: z.string(),
    state: z.enum([...estimateStates, 'expired']),
    decided_at: moment.nullable(),
    seen_at: moment.nullable().describe('When the homeowner’s page showed it for the first time'),
    declined_because: z.enum(declineReasons).nullable(),
    withdrawn_because: text,
    chosen_by: text,
    agreed_start_day: text,
  })
  .meta({ id: 'Estimate' })

function toRestEstimate({ now, lines, files, extraWork = null, ...estimate }: StaffEstimate) {
  const { state, decidedAt, seenAt, declinedBecause, withdrawnBecause, chosenBy, startDay: agreedStartDay } = now
  const decided = { state, decidedAt, seenAt, declinedBecause, withdrawnBecause, chosenBy, agreedStartDay }
  const shownLines = lines.map((line) =>
    readRestFields(LineJson, line, { quantity: quantityText(line.quantity), net: lineNet(line) }),
  )
  const shownFiles = files.map((file) => readRestFields(FileJson, file))
  return readRestFields(EstimateJson, { ...estimate, extraWork, lines: shownLines, files: shownFiles }, decided)
}

const List = z.object({ data: z.array(EstimateJson) })

const toRestEstimates = async (ctx: Context, id: string) => (await estimatesOfLead(ctx, id)).map(toRestEstimate)

/** The names of a price's fields that are others here, at any depth. */
const names = {
  contractorId: 'contractor_id',
  variationOf: 'variation_of',
  extraWork: 'extra_work',
  isVatRegistered: 'is_vat_registered',
  unitPrice: 'unit_price',
  rateReason: 'rate_reason',
  isProvisional: 'is_provisional',
  startDay: 'start_day',
  durationDays: 'duration_days',
  validUntilDay: 'valid_until_day',
  guaranteeYears: 'guarantee_years',
} as const
const ownNames = new Map<string, string>(Object.entries(names).map(([own, rest]) => [rest, own]))

function withOwnNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOwnNames)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [ownNames.get(name) ?? name, withOwnNames(each)]),
  )
}

const EstimateBody = z
  .object({
    id: z.guid().describe('A new UUID, one for each price'),
    contractor_id: z.string().describe('A firm that has accepted'),
    variation_of: z.string().nullish().describe('The agreed price to which this one adds extra work'),
    extra_work: z
      .int()
      .nullish()
      .describe('The extra work that it is another version of; without it, extra work of its own'),
    kind: z.enum(estimateKinds),
    is_vat_registered: z.boolean(),
    lines: z.array(
      z.object({
        text: z.string(),
        quantity: z.string().describe('As typed, like 42 or 42.5'),
        unit: z.enum(units),
        unit_price: typed,
        rate: z.int().describe('Of VAT, in hundredths of a percent: 2000 is 20%'),
        rate_reason: z.string().optional(),
        is_provisional: z.boolean().optional(),
      }),
    ),
    deposit: typed.optional(),
    stages: z.array(z.object({ text: z.string(), amount: typed })).optional(),
    checklist: z.record(z.string(), z.enum(inclusions)).optional(),
    start_day: z.string().nullish(),
    duration_days: z.string().optional(),
    valid_until_day: z.string().describe('YYYY-MM-DD: the last day on which it can be chosen'),
    guarantee_years: z.string().optional(),
    insurer: z.string().optional(),
    message: z.string().optional(),
  })
  .meta({ id: 'NewEstimate', description: 'Amounts and numbers are texts, as they are typed.' })

/** The service checks all of it and names every wrong field. */
function entered(leadId: string, body: Record<string, unknown>) {
  const { id, contractorId, variationOf, extraWork, ...draft } = withOwnNames(body) as Record<string, unknown>
  return {
    leadId,
    id: String(id),
    contractorId: String(contractorId),
    variationOf: variationOf == null ? null : String(variationOf),
    extraWork: extraWork == null ? null : Number(extraWork),
    draft: draft as EstimateDraft,
  }
}

const params = z.object({ id: z.string().describe('The lead’s number') })

export const estimateRoutes = [
  route('get', '/quote/{id}/estimates', 'listEstimates', {
    summary: 'The prices that were sent for a quote, all versions of all firms, oldest first',
    who: 'lead:read',
    params,
    answers: { 200: { description: 'The prices', schema: List }, 404: 'No such quote' },
    handle: async (ctx, { params: { id } }) => data(await toRestEstimates(ctx, id)),
  }),
  route('post', '/quote/{id}/estimates', 'sendEstimate', {
    summary: 'Send a price for a firm that told it to us. The same id again changes nothing.',
    who: 'lead:edit',
    params,
    body: checkedByService(EstimateBody),
    answers: {
      201: { description: 'All prices of the quote', schema: List },
      404: 'No such quote',
      409: 'A price is chosen already, or the quote is closed',
      422: 'Invalid; every wrong field is named',
    },
    fieldNames: names,
    handle: async (ctx, { params: { id }, body }) => {
      await enterEstimate(ctx, entered(id, body))
      return data(await toRestEstimates(ctx, id), 201)
    },
  }),
  route('post', '/quote/{id}/estimates/{estimate_id}/withdraw', 'withdrawEstimate', {
    summary: 'Withdraw a price that the firm has not confirmed. The homeowner and the firm get an email.',
    who: 'lead:edit',
    params: params.extend({ estimate_id: z.string() }),
    body: checkedByService(z.object({ reason: z.string().describe('The homeowner and the firm read it') })),
    answers: {
      200: { description: 'All prices of the quote', schema: List },
      404: 'No such quote or price',
      409: 'It is not open any more',
      422: 'Without a reason',
    },
    handle: async (ctx, { params: { id, estimate_id }, body }) => {
      await withdrawForStaff(ctx, { leadId: id, id: estimate_id, reason: body['reason'] as string })
      return data(await toRestEstimates(ctx, id))
    },
  }),
  route('post', '/quote/{id}/estimates/{estimate_id}/cancel', 'cancelAgreement', {
    summary: 'Cancel what the homeowner and the firm have agreed. Both get an email with the reason.',
    who: 'lead:edit',
    params: params.extend({ estimate_id: z.string() }),
    body: checkedByService(z.object({ reason: z.string().describe('The homeowner and the firm read it') })),
    answers: {
      200: { description: 'All prices of the quote', schema: List },
      404: 'No such quote or price',
      409: 'It is not agreed',
      422: 'Without a reason',
    },
    handle: async (ctx, { params: { id, estimate_id }, body }) => {
      await cancelForStaff(ctx, { leadId: id, id: estimate_id, reason: body['reason'] as string })
      return data(await toRestEstimates(ctx, id))
    },
  }),
]
