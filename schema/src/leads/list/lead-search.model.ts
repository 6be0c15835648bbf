import type { QueryFilter } from 'mongoose'
import { cleanSearch, escapePattern } from '../../lists.ts'
import { foldName } from '../../typed-text.ts'
import { leadIndexes, LeadModel, type LeadRecord } from '../lead.model.ts'
import { tailLength } from '../search-text.ts'
import { countedFound } from './lead-filter.ts'

export type SoughtText = {
  match: QueryFilter<LeadRecord>
  /** Few have it, so they are found by their tails. A common one is looked for along a list instead. */
  isRare: boolean
  /** How many leads have it, up to one more than are counted; null where the tails alone do not tell. */
  count: number | null
}

/**
 * How to find the leads whose text contains this one, folded, or whose number it is with `#`; null when there is nothing to
 * look for.
 */
export async function readText(text: string | null | undefined): Promise<SoughtText | null> {
  const [, number] = /^\s*#\s*(\d{1,15})\s*$/.exec(text ?? '') ?? []
  if (number !== undefined) return { match: { _id: Number(number) }, isRare: true, count: null }
  const needles = needlesOf(text ?? '')
  if (needles.length === 0) return null
  const isExact = needles.every((needle) => surplusOf(needle) === 0)
  const searchText = new RegExp(needles.map(escapePattern).join('|'))
  // Of a longer text some part may be rare: its beginning, its middle or its end.
  for (const place of isExact ? [0] : [0, 0.5, 1]) {
    const tails = { $in: needles.map((needle) => tailOf(needle, place)) }
    const count = await LeadModel.countDocuments({ tails }, { hint: leadIndexes.tails, limit: countedFound + 1 }).exec()
    const isRare = count <= countedFound
    if (isExact) return { match: isRare ? { tails } : { searchText }, isRare, count }
    if (isRare) return { match: { tails, searchText }, isRare, count: null }
  }
  return { match: { searchText }, isRare: false, count: null }
}

/** A phone number is found however it is written, though it is stored as `+447700900123`. */
function needlesOf(text: string): string[] {
  const typed = cleanSearch(text)
  const wanted = foldName(typed)
  if (wanted === '') return []
  const digits = typed
    .replace('(0)', '')
    .replace(/[\s().+-]/g, '')
    .replace(/^0+/, '')
  if (!/^\d{4,}$/.test(digits)) return [wanted]
  return wanted.includes(digits) ? [digits] : [wanted, digits]
}

/** How many characters a text has beyond a tail. */
const surplusOf = (needle: string) => Math.max(0, Array.from(needle).length - tailLength)

/** The tails that a text begins, or of a longer one the tail at a place in it, from 0 to 1. */
function tailOf(needle: string, place: number): RegExp | string {
  const surplus = surplusOf(needle)
  if (surplus === 0) return new RegExp(`^${escapePattern(needle)}`)
  const start = Math.floor(surplus * place)
  return Array.from(needle)
    .slice(start, start + tailLength)
    .join('')
}
