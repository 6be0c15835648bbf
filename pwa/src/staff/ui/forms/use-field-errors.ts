import type { FieldErrors } from '@kerbside/schema/errors'
import { useRef, useState } from 'react'
import { fieldErrors } from '../../../api/api-error.ts'

/** The errors at the fields of a form. `names` has the fields in their order on screen. */
export function useFieldErrors<Name extends string>(names: readonly Name[]) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const inputs = useRef<Partial<Record<Name, HTMLElement | null>>>({})
  return {
    errors,
    inputRef: (name: Name) => (input: HTMLElement | null) => {
      inputs.current[name] = input
    },
    /** Replaces all errors, and the first field with one gets the focus. */
    show: (found: FieldErrors) => {
      setErrors(found)
      const first = names.find((name) => found[name])
      if (first) inputs.current[first]?.focus()
    },
    /** Leaves the focus where it is. */
    set: (name: Name, message: string) => setErrors((before) => ({ ...before, [name]: [message] })),
    clear: (cleared: readonly string[]) =>
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !cleared.includes(name)))),
    /** The error of a request as long as none of its messages stands at a field. */
    ofNoField: (error: Error | null) => (names.some((name) => fieldErrors(error)[name]) ? null : error),
  }
}
