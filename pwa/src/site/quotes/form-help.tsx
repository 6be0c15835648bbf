import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { checkAnswers } from '@kerbside/schema/quotes/quote'
import { useEffect, useState, type RefObject } from 'react'
import { typedAnswers } from './quote-answers.ts'

export type FormHelpProps = { element: RefObject<HTMLFormElement | null>; fields: readonly FormField[] }

/** What helps while the form is filled in: how far one is, and the postcode as it is written. */
export function FormHelp({ element, fields }: FormHelpProps) {
  const asked = fields.filter(({ visible }) => visible)
  const [answered, setAnswered] = useState<number | null>(null)
  useEffect(() => {
    const form = element.current
    if (!form) return
    const count = () => {
      const answers = Object.values(typedAnswers(form, fields))
      setAnswered(answers.filter((answer) => answer.trim() !== '').length)
    }
    const onLeft = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement && target.name === 'postcode') writePostcode(target, fields)
    }
    count()
    form.addEventListener('input', count)
    form.addEventListener('focusout', onLeft)
    // An emptied form is counted once its fields are empty.
    const onReset = () => setTimeout(count)
    form.addEventListener('reset', onReset)
    return () => {
      form.removeEventListener('input', count)
      form.removeEventListener('focusout', onLeft)
      form.removeEventListener('reset', onReset)
    }
  }, [element, fields])
  if (answered === null) return null
  return (
    <p className="quote__progress">
      <progress max={asked.length} value={answered} aria-hidden="true" />
      {answered} of {asked.length} answered
    </p>
  )
}

/** A readable postcode stands as it will be stored: `m11ae` becomes `M1 1AE`. */
function writePostcode(input: HTMLInputElement, fields: readonly FormField[]): void {
  const field = fields.filter(({ name }) => name === input.name)
  const written = checkAnswers(field, { [input.name]: input.value }).values[input.name]
  if (!written || written === input.value) return
  input.value = written
  // The draft keeps what stands in the form.
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
