import * as z from 'zod/mini'
import { formatAmount, maximumAmount, parseAmount, type Currency } from '../amount.ts'
import { isFileId, maximumPriceFiles } from '../quote-files/quote-file.ts'
import type { Country } from '../quotes/phone.ts'
import { checklistOf, inclusions } from './checklist.ts'
import { parseQuantity, totalsOf } from './estimate-money.ts'
import { estimateKinds, estimateLineLimit, units, type EstimateContent } from './estimate.ts'
import { vatRates } from './vat.ts'

/** What a price may hold. Texts in characters. */
export const estimateLimits = {
  lines: estimateLineLimit,
  stages: 10,
  lineText: 200,
  shortText: 200,
  message: 2_000,
  files: maximumPriceFiles,
  durationDays: 365,
  guaranteeYears: 30,
  validDays: 365,
} as const

/** The job that is priced, as far as it decides what a price may say. */
export type PricedJob = { country: Country; currency: Currency; trade: string; today: string }

/** The country whose currency a lead has: its VAT applies. */
export const countryOfCurrency = (currency: Currency): Country => (currency === 'EUR' ? 'IE' : 'GB')

type Read = { ok: true; value: number } | { ok: false; message: string }

/** A number as people type it. Empty is `empty` where that is given, else an error. */
const typed = (read: (text: string) => Read, empty?: number | null) =>
  z.pipe(
    z.string('Enter a number'),
    z.transform((text: string, context): number | null => {
      if (text.trim() === '' && empty !== undefined) return empty
      const result = read(text)
      if (result.ok) return result.value
      context.issues.push({ code: 'custom', message: result.message, input: text })
      return 0
    }),
  )

const whole =
  (most: number) =>
  (text: string): Read => {
    const value = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0
    if (value >= 1 && value <= most) return { ok: true, value }
    return { ok: false, message: `Enter a whole number from 1 to ${most}` }
  }

const oneLine = (most: number, missing: string) =>
  z.pipe(
    z.string(missing),
    z.transform((text: string, context) => {
      const line = text
        .replace(/\p{Cc}|\s+/gu, ' ')
        .replace(/ {2,}/g, ' ')
        .trim()
      if (line === '' && missing) context.issues.push({ code: 'custom', message: missing, input: text })
      if (line.length > most) {
        context.issues.push({ code: 'custom', message: `Use ${most} characters at most`, input: text })
      }
      return line
    }),
  )

const optionalLine = z.pipe(
  oneLine(estimateLimits.shortText, ''),
  z.transform((text: string) => (text === '' ? null : text)),
)

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export const isDay = (text: string) => {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const day = z.string('Choose a day').check(z.refine(isDay, 'Choose a day, like 2027-03-31'))

const Line = z.object({
  text: oneLine(estimateLimits.lineText, 'Say what this line is for'),
  quantity: typed(parseQuantity),
  unit: z.enum(units, 'Choose a unit'),
  /** As typed, in pounds or euro, without VAT. */
  unitPrice: typed(parseAmount),
  /** In hundredths of a percent. Left out of account of a firm that is not registered for VAT. */
  rate: z.number('Choose a rate of VAT'),
  rateReason: z.prefault(optionalLine, ''),
  isProvisional: z.prefault(z.boolean(), false),
})

const Draft = z.object({
  kind: z.enum(estimateKinds, 'Say whether the price is fixed'),
  isVatRegistered: z.boolean('Say whether you are registered for VAT'),
  lines: z
    .array(Line)
    .check(
      z.minLength(1, 'Add a line: what you do and what it costs'),
      z.maxLength(estimateLimits.lines, `Use ${estimateLimits.lines} lines at most`),
    ),
  deposit: z.prefault(typed(parseAmount, 0), ''),
  stages: z.prefault(
    z
      .array(z.object({ text: oneLine(estimateLimits.lineText, 'Say when this is due'), amount: typed(parseAmount) }))
      .check(z.maxLength(estimateLimits.stages, `Use ${estimateLimits.stages} stages at most`)),
    [],
  ),
  checklist: z.prefault(z.record(z.string(), z.enum(inclusions)), {}),
  startDay: z.prefault(z.nullable(day), null),
  durationDays: z.prefault(typed(whole(estimateLimits.durationDays), null), ''),
  validUntilDay: day,
  guaranteeYears: z.prefault(typed(whole(estimateLimits.guaranteeYears), null), ''),
  insurer: z.prefault(optionalLine, ''),
  message: z.prefault(
    z.pipe(
      z.string().check(z.maxLength(estimateLimits.message, `Use ${estimateLimits.message} characters at most`)),
      z.transform((text: string) => text.trim() || null),
    ),
    '',
  ),
  /** Ids of what was stored before. */
  files: z.prefault(
    z.array(z.string().check(z.refine(isFileId, 'Choose the file again'))).check(
      z.maxLength(estimateLimits.files, `Add ${estimateLimits.files} files at most`),
      z.refine((ids) => new Set(ids).size === ids.length, 'Add each file once'),
    ),
    [],
  ),
})

/** What a price says, and the ids of the files that go with it. */
export type EstimateParts = { content: EstimateContent; fileIds: string[] }

/** A price as it is typed: amounts and quantities are texts, so that a half-typed one can be kept. */
export type EstimateDraft = z.input<typeof Draft>

type Issue = { path: PropertyKey[]; message: string }

/**
 * The schema of a price for one job. The firm's page and every endpoint parse by it; every wrong field is named at once,
 * also when a whole number of other rules fail.
 */
export function estimateRequest(job: PricedJob) {
  return z.pipe(
    Draft,
    z.transform(({ files: fileIds, ...draft }, context): EstimateParts => {
      const content = contentOf(draft)
      for (const { path, message } of problemsOf(content, job)) {
        context.issues.push({ code: 'custom', path, message, input: draft })
      }
      return { content, fileIds }
    }),
  )
}

function contentOf(draft: Omit<z.output<typeof Draft>, 'files'>): EstimateContent {
  const { isVatRegistered } = draft
  const lines = draft.lines.map((line) => ({
    ...line,
    quantity: line.quantity ?? 0,
    unitPrice: line.unitPrice ?? 0,
    rate: isVatRegistered ? line.rate : 0,
    rateReason: isVatRegistered ? line.rateReason : null,
  }))
  const stages = draft.stages.map(({ text, amount }) => ({ text, amount: amount ?? 0 }))
  return { ...draft, lines, stages, deposit: draft.deposit ?? 0 }
}

/** What is wrong with a price as a whole. */
function problemsOf(content: EstimateContent, job: PricedJob): Issue[] {
  return [...rateProblems(content, job), ...sumProblems(content, job), ...otherProblems(content, job)]
}

function rateProblems({ lines, isVatRegistered }: EstimateContent, { country }: PricedJob): Issue[] {
  if (!isVatRegistered) return []
  return lines.flatMap(({ rate, rateReason }, index): Issue[] => {
    const known = vatRates[country].find((each) => each.rate === rate)
    if (!known) return [{ path: ['lines', index, 'rate'], message: 'Choose a rate of VAT' }]
    if (!known.needsReason || rateReason !== null) return []
    return [{ path: ['lines', index, 'rateReason'], message: 'Say why this rate applies' }]
  })
}

function sumProblems({ lines, deposit, stages }: EstimateContent, { currency }: PricedJob): Issue[] {
  const { total } = totalsOf(lines)
  const money = (amount: number) => formatAmount({ amount, currency })
  const problems: Issue[] = []
  if (total > maximumAmount)
    problems.push({ path: ['lines'], message: `The whole price may be ${money(maximumAmount)} at most` })
  if (total === 0) problems.push({ path: ['lines'], message: 'The whole price must be above 0' })
  if (deposit > total)
    problems.push({ path: ['deposit'], message: `The deposit is more than the whole price of ${money(total)}` })
  const parts = stages.reduce((sum, { amount }) => sum + amount, deposit)
  if (stages.length > 0 && parts !== total) {
    const difference = money(Math.abs(total - parts))
    const way = parts > total ? `${difference} too much` : `${difference} missing`
    problems.push({ path: ['stages'], message: `Deposit and stages must make up ${money(total)}: ${way}` })
  }
  return problems
}

function otherProblems({ checklist, validUntilDay, startDay }: EstimateContent, { trade, today }: PricedJob): Issue[] {
  const known = new Set(checklistOf(trade).map(({ name }) => name))
  const problems: Issue[] = Object.keys(checklist)
    .filter((name) => !known.has(name))
    .map((name) => ({ path: ['checklist', name], message: 'This is not on the list of this trade. Remove it.' }))
  if (validUntilDay < today) problems.push({ path: ['validUntilDay'], message: 'Choose a day that is not over' })
  if (validUntilDay > dayAfter(today, estimateLimits.validDays)) {
    problems.push({ path: ['validUntilDay'], message: 'Choose a day within a year' })
  }
  if (startDay !== null && startDay < today)
    problems.push({ path: ['startDay'], message: 'Choose a day that is not over' })
  return problems
}

const dayAfter = (from: string, days: number) =>
  new Date(new Date(`${from}T00:00:00Z`).getTime() + days * 86_400_000).toISOString().slice(0, 10)
