import { z } from 'zod'
import { invalid } from './errors.ts'

/** Records in one page of a list, and the largest number that a client can ask for. */
export const defaultPageSize = 25
const maxPageSize = 200

const message = 'Give a whole number above 0, like 25.'

/** How many records a list may give; a larger number is capped. */
export const ListLimit = z
  .number(message)
  .int(message)
  .min(1, message)
  .transform((limit) => Math.min(limit, maxPageSize))

const moment = z.coerce.date('Give a date, like 2026-11-30 or 2026-11-30T12:00:00Z')
// A day without a time is meant to its end.
const endOfDay = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T23:59:59.999Z` : value

/** The filter of a list by time. */
export const periodFilter = { from: moment.nullish(), to: z.preprocess(endOfDay, moment.nullish()) }

/** One page of a list. `total` is counted only when somebody asks. */
export type ListPage<T> = {
  records: T[]
  hasNextPage: boolean
  hasPreviousPage: boolean
  total: () => Promise<number>
}

type PageInput = { first?: number | null; after?: string | null; last?: number | null; before?: string | null }
export type PageBounds = Pick<PageInput, 'after' | 'before'> & { backwards: boolean; size: number }

/** From which end a client reads a list, and how many records. */
export function readPageInput({ first, last, after, before }: PageInput): PageBounds {
  if (first && last) throw invalid('last', 'Use first or last.')
  const backwards = last !== undefined && last !== null
  return {
    after: after ?? null,
    before: before ?? null,
    backwards,
    size: (backwards ? last : first) ?? defaultPageSize,
  }
}

/**
 * One page of what was read in that direction: one record more than the page has, if there are more. `cap`: totals are
 * exact up to this number.
 */
export function toListPage<T>(
  found: readonly T[],
  { after, before, backwards, size }: PageBounds,
  count: () => Promise<number>,
  cap = Number.POSITIVE_INFINITY,
) {
  const isMore = found.length > size
  const records = found.slice(0, size)
  let counted: Promise<number> | null = null
  const countOnce = () => (counted ??= count())
  return {
    records: backwards ? records.reverse() : records,
    hasNextPage: backwards ? Boolean(before) : isMore,
    hasPreviousPage: backwards ? isMore : Boolean(after),
    total: async () => Math.min(await countOnce(), cap),
    /** There are more than `total`. */
    totalIsCapped: async () => (await countOnce()) > cap,
  }
}

/** A pattern for texts that contain `text` in any case; null when there is nothing to look for. */
export function searchPattern(text: string | null | undefined): RegExp | null {
  const wanted = cleanSearch(text)
  return wanted === '' ? null : new RegExp(escapePattern(wanted), 'i')
}

/** MongoDB rejects patterns with control characters. */
export const cleanSearch = (text: string | null | undefined) => (text ?? '').replace(/[\u0000-\u001F]/g, ' ').trim()

export const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
