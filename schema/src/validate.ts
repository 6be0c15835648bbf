import * as z from 'zod/mini'
import { AppError, type FieldErrors } from './errors.ts'
import { tidyText } from './typed-text.ts'

/** Every message of every field, keyed by dotted path: what a form shows and what every endpoint returns. */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const fields = new Map<string, string[]>()
  const add = (path: PropertyKey[], message: string) => {
    const key = path.map(String).join('.')
    fields.set(key, [...(fields.get(key) ?? []), message])
  }
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        add([...issue.path, key], 'This field is not expected here. Remove it and try again.')
    } else add(issue.path, issue.message)
  }
  return Object.fromEntries(fields)
}

export const invalidMessage = 'Please check the highlighted fields.'

/**
 * The parsed value, or an INVALID error that names every wrong field at once. Every text in it is tidied first; `asTyped`
 * leaves them as they are, for pages, where an editor may mean a no-break space.
 */
export function parse<S extends z.core.$ZodType>(
  schema: S,
  input: unknown,
  { asTyped = false }: { asTyped?: boolean } = {},
): z.core.output<S> {
  const result = z.safeParse(schema, asTyped ? input : tidied(input))
  if (result.success) return result.data
  throw new AppError('INVALID', invalidMessage, { fields: fieldErrors(result.error) })
}

function tidied(input: unknown): unknown {
  if (typeof input === 'string') return tidyText(input)
  if (Array.isArray(input)) return input.map(tidied)
  if (typeof input !== 'object' || input === null || !isPlain(input)) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, tidied(value)]))
}

/** What came as JSON or as fields of a form; not a date or bytes. GraphQL's have no prototype. */
const isPlain = (value: object) => [Object.prototype, null].includes(Object.getPrototypeOf(value) as null)
