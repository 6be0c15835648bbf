import { AppError } from './errors.ts'

// Where a list goes on, as text that clients send back: the name of the list, and the place after which it goes on.

export const toCursor = (list: string, ...place: (string | number)[]) =>
  Buffer.from([list, ...place].join(' ')).toString('base64url')

/** The parts of the place, as `pattern` captures them. `field`: what the client calls the cursor. */
export function readCursor(list: string, pattern: RegExp, cursor: string, field: string): string[] {
  const text = Buffer.from(cursor, 'base64url').toString()
  const found = text.startsWith(`${list} `) ? pattern.exec(text.slice(list.length + 1)) : null
  if (!found) throw invalidCursor(field)
  return found.slice(1)
}

export function invalidCursor(field: string): AppError {
  const text = 'This cursor is not one of this list. Use next_cursor of an earlier answer.'
  return new AppError('MALFORMED', text, { fields: { [field]: [text] } })
}

/** What is on one side of a record in a list by time. The outer bound is what an index is entered by. */
export const beyondTime = (key: string, operator: '$lt' | '$gt', at: Date, id: unknown) => ({
  [key]: { [`${operator}e`]: at },
  $or: [{ [key]: { [operator]: at } }, { _id: { [operator]: id } }],
})

/** The pattern of an id of MongoDB as a place. */
export const objectIdPlace = /^([\da-f]{24})$/
