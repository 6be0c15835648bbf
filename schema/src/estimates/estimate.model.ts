import mongoose, { Schema, type ClientSession } from 'mongoose'
import { currencies } from '../amount.ts'
import { priceFileTypes } from '../quote-files/quote-file.ts'
import { estimateKinds, units, type Estimate, type EstimateLine } from './estimate.ts'
import { hash } from 'node:crypto'

export type EstimateRecord = Omit<Estimate, 'id'> & { _id: string }

const part = <T extends object>(definition: T) => new Schema(definition, { _id: false })
const text = { type: String, default: null }
const amount = { type: Number, required: true }

const content = {
  kind: { type: String, enum: estimateKinds, required: true },
  isVatRegistered: { type: Boolean, default: null },
  lines: [
    part({
      text: String,
      quantity: Number,
      unit: { type: String, enum: units },
      unitPrice: Number,
      rate: Number,
      rateReason: text,
      isProvisional: Boolean,
    }),
  ],
  deposit: amount,
  stages: [part({ text: String, amount: Number })],
  checklist: { type: Schema.Types.Mixed, default: {} },
  startDay: text,
  durationDays: { type: Number, default: null },
  validUntilDay: { type: String, required: true },
  guaranteeYears: { type: Number, default: null },
  insurer: text,
  message: text,
}

const schema = new Schema<EstimateRecord>(
  {
    _id: { type: String, required: true },
    leadId: { type: Number, required: true },
    contractorId: text,
    contractorName: { type: String, required: true },
    number: { type: Number, required: true },
    variationOf: text,
    extraWork: { type: Number, default: null },
    currency: { type: String, enum: currencies, required: true },
    ...content,
    totals: {
      type: part({
        net: amount,
        vat: amount,
        total: amount,
        provisional: amount,
        rates: [part({ rate: Number, net: Number, vat: Number })],
      }),
      required: true,
    },
    sha256: { type: String, required: true },
    changes: [String],
    sentAt: { type: Date, required: true },
    enteredBy: { type: part({ id: String, name: String }), default: null },
    files: [
      // One property is called `type`, so each says of itself what it is.
      part({
        id: { type: String },
        name: { type: String },
        size: { type: Number },
        type: { type: String, enum: priceFileTypes },
        sha256: { type: String },
        width: { type: Number, default: null },
        height: { type: Number, default: null },
      }),
    ],
  },
  { versionKey: false, strict: 'throw', autoIndex: false, minimize: false },
)
schema.index({ leadId: 1, sentAt: 1 }) // the prices of a lead; erasing and deleting it
schema.index({ contractorId: 1, sentAt: -1 }) // the lines that a firm used before

/** What was sent never changes: records are added, and removed with their lead or its homeowner's details. */
export const EstimateModel = mongoose.model<EstimateRecord>('Estimate', schema)

export const toEstimate = ({ _id, ...record }: EstimateRecord): Estimate => ({ id: _id, ...record })

/** The prices of a lead with all that they say, oldest first. */
export async function estimatesOf(leadId: number): Promise<Estimate[]> {
  const records = await EstimateModel.find({ leadId }).sort({ sentAt: 1, _id: 1 }).read('primary').lean()
  return records.map(toEstimate)
}

export async function findEstimate(leadId: number, id: string): Promise<Estimate | null> {
  const record = await EstimateModel.findOne({ _id: id, leadId }).read('primary').lean()
  return record && toEstimate(record)
}

/** In the transaction that adds it to its lead. */
export async function storeEstimate({ id, ...estimate }: Estimate, session: ClientSession): Promise<void> {
  await EstimateModel.create([{ _id: id, ...estimate }], { session })
}

/** How many of a firm's latest prices are looked through for lines to use again, and how many lines it is offered. */
const earlierEstimates = 30
const readyLines = 30

/** Lines of a firm's latest prices, each text once as it was used last. */
export async function earlierLines(contractorId: string): Promise<EstimateLine[]> {
  const records = await EstimateModel.find({ contractorId }, { lines: 1 })
    .sort({ sentAt: -1 })
    .limit(earlierEstimates)
    .lean()
  const byText = new Map<string, EstimateLine>()
  for (const line of records.flatMap(({ lines }) => lines)) if (!byText.has(line.text)) byText.set(line.text, line)
  return [...byText.values()].slice(0, readyLines)
}

type Sealed = Omit<Estimate, 'sha256' | 'changes' | 'enteredBy'>

/** SHA-256 of a price as it was sent, by which a PDF and an agreement name just this version. */
export const digestOf = (estimate: Sealed): string => hash('sha256', JSON.stringify(sorted(estimate)), 'hex')

/** The same value with its keys in order, so that the digest does not depend on how it was put together or stored. */
function sorted(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}
