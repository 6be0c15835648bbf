import { AppError } from '@kerbside/schema/errors'
import { z } from 'zod'

/** Records in one answer of a list: unless it is asked for another number, and however many it is asked for. */
export const usualInList = 25
export const mostInList = 200

const message = 'Give a whole number above 0, like 25.'

/** How many records a list may give: what is more than the most is capped. */
export const ListLimit = z
  .number(message)
  .int(message)
  .min(1, message)
  .transform((limit) => Math.min(limit, mostInList))

/** The `limit` of an address; what is no whole number becomes one that `ListLimit` refuses. Empty counts as not said. */
export function limitOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  return /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : Number.NaN
}

export function foreignCursor(field: string): AppError {
  const text = 'This cursor is not one of this list. Use next_cursor of an earlier answer.'
  return new AppError('MALFORMED', text, { fields: { [field]: [text] } })
}
