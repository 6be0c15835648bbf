import * as z from 'zod/mini'
import { AppError, type FieldErrors } from './errors.ts'

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

/** The parsed value, or an INVALID error that names every wrong field at once. */
export function parse<S extends z.core.$ZodType>(schema: S, input: unknown): z.core.output<S> {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  throw new AppError('INVALID', invalidMessage, { fields: fieldErrors(result.error) })
}
