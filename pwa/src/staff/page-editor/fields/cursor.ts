import type { FieldErrors } from '@kerbside/schema/errors'

/** One value inside the content: what it is, where it stands, what is wrong with it, and how to change it. */
export type Cursor<Value> = {
  value: Value
  /** Below the content, dotted: `hero.colors.background`; empty for the content itself. */
  path: string
  /** The server's validation errors, keyed by path. */
  errors: FieldErrors
  /** Makes the next value of the current one; called often, so it copies only what it changes. */
  update: (change: (value: Value) => Value) => void
}

/** Where a value stands, and what is wrong there. */
export type FieldPath = Pick<Cursor<unknown>, 'errors' | 'path'>

export function at<Value extends object, Key extends keyof Value & string>(
  cursor: Cursor<Value>,
  key: Key,
): Cursor<Value[Key]> {
  return {
    value: cursor.value[key],
    path: below(cursor.path, key),
    errors: cursor.errors,
    update: (change) => cursor.update((value) => ({ ...value, [key]: change(value[key]) })),
  }
}

/** The entry of a list. A change that arrives when the entry is gone changes nothing. */
export function entryOf<Item>(cursor: Cursor<Item[]>, index: number): Cursor<Item> {
  return {
    value: cursor.value[index] as Item,
    path: below(cursor.path, index),
    errors: cursor.errors,
    update: (change) => cursor.update((items) => items.map((item, place) => (place === index ? change(item) : item))),
  }
}

const below = (path: string, key: string | number) => (path === '' ? String(key) : `${path}.${key}`)

export function errorsOf({ errors, path }: FieldPath): readonly string[] {
  return errors[path] ?? []
}

/** How many values at or below this place have errors. */
export function errorCountWithin({ errors, path }: FieldPath): number {
  const inside = Object.entries(errors).filter(([place]) => place === path || place.startsWith(`${path}.`))
  return inside.filter(([, messages]) => messages.length > 0).length
}
