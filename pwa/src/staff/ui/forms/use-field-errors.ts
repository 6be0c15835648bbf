import type { FieldErrors } from '@kerbside/schema/errors'
import { useRef, useState } from 'react'
import { fieldErrorsOf } from '../../../api/api-error.ts'

/** The field of a path: an entry of a list has one like `contacts.0.email`. */
const fieldOf = (path: string) => path.split('.')[0] ?? ''

/** The errors at the fields of a form. `names` has the fields in their order on screen. */
export function useFieldErrors<Name extends string>(names: readonly Name[]) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const inputs = useRef<Record<string, HTMLElement | null>>({})
  const firstOf = (found: FieldErrors) =>
    names.flatMap((name) => Object.keys(found).filter((path) => fieldOf(path) === name))[0]
  return {
    errors,
    inputRef: (path: Name | `${Name}.${string}`) => (input: HTMLElement | null) => {
      inputs.current[path] = input
    },
    inputOf: (path: Name) => inputs.current[path] ?? null,
    /** Replaces all errors, and the first field with one gets the focus. */
    show: (found: FieldErrors) => {
      setErrors(found)
      inputs.current[firstOf(found) ?? '']?.focus()
    },
    /** Leaves the focus where it is. */
    set: (name: Name, message: string) => setErrors((before) => ({ ...before, [name]: [message] })),
    clear: (cleared: readonly string[]) =>
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([path]) => !cleared.includes(fieldOf(path)))),
      ),
    /** The error of a request as long as none of its messages stands at a field. */
    ofNoField: (error: Error | null) => (firstOf(fieldErrorsOf(error)) === undefined ? error : null),
  }
}
