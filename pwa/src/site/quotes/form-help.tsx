import { materials } from '@kerbside/schema/pages/content/materials'
import { columnOf, type LeadColumn } from '@kerbside/schema/quotes/columns'
import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { countryOf } from '@kerbside/schema/quotes/postcode'
import { checkAnswers } from '@kerbside/schema/quotes/quote'
import { useEffect, useState, type RefObject } from 'react'
import { typedAnswers } from './quote-answers.ts'

export type FormHelpProps = { element: RefObject<HTMLFormElement | null>; fields: readonly FormField[] }

/** What helps while the form is filled in: how far one is, what it may cost, the postcode as it is written, Enter. */
export function FormHelp({ element, fields }: FormHelpProps) {
  const asked = fields.filter(({ visible }) => visible)
  const [answers, setAnswers] = useState<Record<string, string> | null>(null)
  useEffect(() => {
    const form = element.current
    if (!form) return
    const read = () => setAnswers(typedAnswers(form, fields))
    const onLeft = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement && target.name === 'postcode') writePostcode(target, fields)
    }
    const onKey = (event: KeyboardEvent) => moveOn(event, form, fields)
    read()
    form.addEventListener('input', read)
    form.addEventListener('focusout', onLeft)
    form.addEventListener('keydown', onKey)
    // An emptied form is read once its fields are empty.
    const onReset = () => setTimeout(read)
    form.addEventListener('reset', onReset)
    return () => {
      form.removeEventListener('input', read)
      form.removeEventListener('focusout', onLeft)
      form.removeEventListener('keydown', onKey)
      form.removeEventListener('reset', onReset)
    }
  }, [element, fields])
  if (answers === null) return null
  const answered = Object.values(answers).filter((answer) => answer.trim() !== '').length
  return (
    <div className="quote__progress">
      <p role="status">{guideOf(answers)}</p>
      <p>
        <progress max={asked.length} value={answered} aria-hidden="true" />
        {answered} of {asked.length} answered
      </p>
    </div>
  )
}

/** What the job may cost, once size and material are known, by the guide prices that stand on the page: elsewhere nothing. */
function guideOf(answers: Record<string, string>) {
  const answerTo = (column: LeadColumn) =>
    Object.entries(answers).find(([name]) => columnOf(name) === column)?.[1] ?? ''
  const material = materials.find(({ name }) => name === answerTo('drivewayMaterial'))
  const total = material && totalOf(answerTo('drivewaySize'), material.pounds)
  // The page has the prices of the UK alone.
  if (!total || !document.querySelector('.surfaces') || countryOf(answerTo('postcode')) === 'IE') return null
  const [low, high] = material.pounds
  return (
    <>
      <strong>Roughly {total}</strong> by this page’s guide price for {material.name.toLowerCase()}: £{low}–£{high} per
      m².
    </>
  )
}

/** '£3,200–£7,800' for '40–60m²'; undefined for a size that says no number. */
function totalOf(size: string, [low, high]: readonly [number, number]): string | undefined {
  const pounds = (amount: number) => `£${amount.toLocaleString('en-GB')}`
  const [first, last] = (size.match(/\d+/g) ?? []).map(Number)
  if (first === undefined) return undefined
  if (last !== undefined) return `${pounds(first * low)}–${pounds(last * high)}`
  return size.startsWith('Up to') ? `up to ${pounds(first * high)}` : `from ${pounds(first * low)}`
}

/** Enter in a line leads to the next question that must be answered and is not. Once there is none, it sends as ever. */
function moveOn(event: KeyboardEvent, form: HTMLFormElement, fields: readonly FormField[]): void {
  const { key, target } = event
  if (key !== 'Enter' || event.isComposing || !(target instanceof HTMLInputElement)) return
  const answers = typedAnswers(form, fields)
  const isOpen = ({ name, visible, required, type }: FormField) =>
    visible && required && type !== 'checkbox' && answers[name]?.trim() === '' && name !== target.name
  const controls = fields.filter(isOpen).map(({ name }) => form.querySelector<HTMLElement>(`[name="${name}"]`))
  const isAfter = (control: HTMLElement | null) =>
    Boolean(control && target.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING)
  const next = controls.find(isAfter)
  if (!next) return
  event.preventDefault()
  next.focus()
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
