import { z } from 'zod'
import { invalid } from './errors.ts'
import { dayAfter, startOfLondonDay } from './time/london-time.ts'
import { foldCharacter, foldName } from './typed-text.ts'

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

/** The moment of a text: a day of London as `ofDay` takes it, or a time with its zone; what is neither stays as it is. */
const readBound = (ofDay: (day: string) => Date) => (value: unknown) => {
  if (typeof value !== 'string') return value
  if (z.iso.date().safeParse(value).success) return ofDay(value)
  return z.iso.datetime({ offset: true }).safeParse(value).success ? new Date(value) : value
}
const moment = z.date('Give a day, like 2026-11-30, or a time with its zone, like 2026-11-30T12:00:00Z').nullish()
const endOfLondonDay = (day: string) => new Date(startOfLondonDay(dayAfter(day, 1)).getTime() - 1)

/** The filter of a list by time: from the beginning of a day in London to the end of one, or between moments. */
export const periodFilter = {
  from: z.preprocess(readBound(startOfLondonDay), moment),
  to: z.preprocess(readBound(endOfLondonDay), moment),
}

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

/**
 * A filter of MongoDB for records with every word of `text` in one of the fields, in any case, with or without accents,
 * apostrophes and hyphens; empty when there is nothing to look for.
 */
export function searchIn(fields: readonly string[], text: string | null | undefined): { $and?: object[] } {
  const words = foldName(cleanSearch(text))
    .split(' ')
    .filter((word) => word !== '')
  if (words.length === 0) return {}
  const anyField = (word: string) => ({ $or: fields.map((field) => ({ [field]: alikePattern(word) })) })
  return { $and: words.map(anyField) }
}

/** Matches whatever folds to this word, as far as the letters are Latin. */
const alikePattern = (word: string) => new RegExp([...word].map(alikeLetters).join(between), 'i')

// Accents that stand alone, apostrophes, hyphens. As characters, for MongoDB knows no escapes of them.
const between = "[\u0300-\u036f'’‘ʼ\\s-]*"

function alikeLetters(letter: string): string {
  const accented = accentedLetters.get(letter)
  return accented ? `[${letter}${accented}]` : escapePattern(letter)
}

/** The accented letters of each plain one: 'a' → 'àáâã…'. */
const accentedLetters = new Map<string, string>()
for (let code = 0xc0; code <= 0x1ef9; code = code === 0x24f ? 0x1e00 : code + 1) {
  const character = String.fromCodePoint(code)
  const plain = foldCharacter(character)
  if (/^[a-z]$/.test(plain)) accentedLetters.set(plain, (accentedLetters.get(plain) ?? '') + character)
}

/** MongoDB rejects patterns with control characters. */
export const cleanSearch = (text: string | null | undefined) => (text ?? '').replace(/[\u0000-\u001F]/g, ' ').trim()

export const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** MongoDB's collation for whatever is sorted by a name: accents and case do not matter. */
export const byName = { locale: 'en', strength: 1 } as const
