import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { plainLabel } from '@kerbside/schema/quotes/quote'
import type { HTMLAttributes, InputHTMLAttributes } from 'react'
import { Icon } from '../../brand/icons.tsx'
import { controlId } from './control-id.ts'
import './form-control.css'

type Props = {
  field: FormField
  /** Shown again after the server rejected a post without script; '' otherwise. */
  answer: string
  errors: readonly string[]
}

/** Label, hint, error, control. The control keeps its own value: typing before hydration is never lost. */
export function FormControl({ field, answer, errors }: Props) {
  const id = controlId(field.name)
  const hint = fieldHints[field.name]
  const wrong = errors.length > 0
  const describedBy = [hint && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(' ') || undefined
  const shared = {
    id,
    name: field.name,
    'aria-describedby': describedBy,
    'aria-invalid': wrong || undefined,
    'aria-required': field.required || undefined,
  }
  const isTick = field.type === 'checkbox'
  const isTapped = hasChoices(field)
  // The choices have labels of their own: what is above them names the group.
  const Label = isTapped ? 'p' : 'label'
  const label = (
    <Label {...(isTapped ? { id: `${id}-label` } : { htmlFor: id })} className="field__label row row--tight">
      <Icon name={field.icon} className="field__icon" />
      <span>
        {plainLabel(field.label)}
        {!field.required && <span className="field__optional"> (optional)</span>}
      </span>
    </Label>
  )
  const notes = (
    <>
      {hint && (
        <p id={`${id}-hint`} className="small-print">
          {hint}
        </p>
      )}
      {wrong && (
        <p id={`${id}-error`} className="field__error">
          <span className="visually-hidden">Error: </span>
          {errors.join(' ')}
        </p>
      )}
    </>
  )
  return (
    <div className={wrong ? 'field field--wrong' : 'field'}>
      {!isTick && label}
      {notes}
      {isTick ? (
        <div className="field__tick row">
          <input {...shared} type="checkbox" defaultChecked={answer !== ''} />
          {label}
        </div>
      ) : isTapped ? (
        <Choices field={field} answer={answer} shared={shared} />
      ) : (
        <Control field={field} answer={answer} shared={shared} />
      )}
    </div>
  )
}

/** So many options stand side by side, each as large as a thumb; of more one is chosen from the browser's own list. */
const mostChoices = 6

/** Radio buttons cannot be emptied again, so that only what must be answered has them. */
const hasChoices = ({ type, required, options }: FormField) =>
  type === 'select' && required && options.length <= mostChoices

/** The first one has the id of the field: what leads to the field leads there. */
function Choices({ field, answer, shared: { id, name, ...group } }: ControlProps) {
  return (
    <div role="radiogroup" className="choices" aria-labelledby={`${id}-label`} {...group}>
      {field.options.map(({ value, label }, index) => (
        <label key={value} className="choice">
          <input
            type="radio"
            id={index === 0 ? id : undefined}
            name={name}
            value={value}
            {...(answer === value && { defaultChecked: true })}
          />
          {label}
        </label>
      ))}
    </div>
  )
}

type ControlProps = Pick<Props, 'field' | 'answer'> & { shared: { id: string; name: string } }

function Control({ field, answer, shared }: ControlProps) {
  // Without a default React leaves the control alone when it takes over the server's markup.
  const given = { ...shared, ...(answer !== '' && { defaultValue: answer }) }
  const placeholder = field.placeholder || undefined
  if (field.type === 'textarea') return <textarea {...given} className="control" rows={4} placeholder={placeholder} />
  if (field.type === 'select') {
    return (
      <select {...given} className="control control--select">
        <option value="">{field.placeholder || 'Choose one'}</option>
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  }
  return <input {...given} {...inputHints(field)} className="control" placeholder={placeholder} />
}

type InputHints = Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'inputMode' | 'spellCheck' | 'type'> &
  Pick<HTMLAttributes<HTMLInputElement>, 'autoCapitalize' | 'enterKeyHint'>

/** What the browser offers for a field: by its name, as in the browser's address book, else by its type. */
const byName: Record<string, InputHints> = {
  first_name: { autoComplete: 'given-name', autoCapitalize: 'words', spellCheck: false },
  last_name: { autoComplete: 'family-name', autoCapitalize: 'words', spellCheck: false },
  postcode: { autoComplete: 'postal-code', autoCapitalize: 'characters', spellCheck: false },
}
const byType: Record<FormField['type'], InputHints> = {
  text: {},
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
  tel: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  // Not type=number: its arrows and wheel change answers by accident, and it drops what it cannot read.
  number: { inputMode: 'decimal', autoComplete: 'off' },
  url: { inputMode: 'url', autoComplete: 'url', autoCapitalize: 'none', spellCheck: false },
  date: { type: 'date' },
  // Controls of their own.
  textarea: {},
  select: {},
  checkbox: {},
}

function inputHints({ name, type }: FormField): InputHints {
  return { type: 'text', enterKeyHint: 'next', ...byType[type], ...byName[name] }
}

/** Why we ask, at the fields where people hesitate. */
const fieldHints: Record<string, string> = {
  email: 'Your confirmation goes here.',
  mobile: 'Only a firm that takes on your job gets it.',
  postcode: 'Brings you firms that work on your street.',
}
