import { AppError } from '@kerbside/schema/errors'
import { z } from 'zod'

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

/** A parameter of an address. A form sends an empty one for a filter that nobody chose. */
export const queryParameter = <S extends z.ZodType>(schema: S) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional())

/** The `limit` of an address. */
export const limitParameter = queryParameter(
  z.preprocess(
    (text) => (/^\d+$/.test(String(text)) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : Number.NaN),
    ListLimit,
  ),
)

/** One page of a list. `total` is counted only when somebody asks. */
export type ListPage<T> = {
  records: T[]
  hasNextPage: boolean
  hasPreviousPage: boolean
  total: () => Promise<number>
}

type Place = { createdAt: Date; id: number }

/** Where a record stands in a list by time, as text that clients send back. `list` tells the cursors of two lists apart. */
export const cursorAt = (list: string, { createdAt, id }: Place) =>
  Buffer.from(`${list} ${createdAt.getTime()} ${id}`).toString('base64url')

/** The place that a cursor names. `field` is the argument that held it. */
export function readCursor(list: string, cursor: string, field: string): Place {
  const [, name, time, id] = /^(\w+) (\d{1,15}) (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (name !== list) throw invalidCursor(field)
  return { createdAt: new Date(Number(time)), id: Number(id) }
}

/** The records beyond a place. The outer bound is what the index is entered by. */
export const beyond = ({ createdAt: at, id }: Place, order: 'newest' | 'oldest') =>
  order === 'newest'
    ? { createdAt: { $lte: at }, $or: [{ createdAt: { $lt: at } }, { _id: { $lt: id } }] }
    : { createdAt: { $gte: at }, $or: [{ createdAt: { $gt: at } }, { _id: { $gt: id } }] }

export function invalidCursor(field: string): AppError {
  const text = 'This cursor is not one of this list. Use next_cursor of an earlier answer.'
  return new AppError('MALFORMED', text, { fields: { [field]: [text] } })
}

/** A pattern for texts that contain `text` in any case; null when there is nothing to look for. */
export function searchPattern(text: string | null | undefined): RegExp | null {
  const wanted = cleanSearch(text)
  return wanted === '' ? null : new RegExp(escapePattern(wanted), 'i')
}

/** MongoDB rejects patterns with control characters. */
export const cleanSearch = (text: string | null | undefined) => (text ?? '').replace(/[\u0000-\u001F]/g, ' ').trim()

export const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
