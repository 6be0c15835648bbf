import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { plainLabel } from '@kerbside/schema/quotes/quote'
import { Icon } from '../../brand/icons.tsx'
import { fieldHints, inputHints } from './control-hints.ts'

export const controlId = (name: string) => `answer-${name}`

type Props = {
  field: FormField
  /** Shown again after the server refused a post without script; '' otherwise. */
  answer: string
  errors: readonly string[]
}

/** Label above, hint, what is wrong, control. The control keeps its own value: typing before hydration is never lost. */
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
  const label = (
    <label htmlFor={id} className="field__label">
      <Icon name={field.icon} className="field__icon" />
      <span>
        {plainLabel(field.label)}
        {!field.required && <span className="field__optional"> (optional)</span>}
      </span>
    </label>
  )
  const notes = (
    <>
      {hint && (
        <p id={`${id}-hint`} className="field__hint">
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
  if (field.type === 'checkbox') {
    return (
      <div className={wrong ? 'field field--wrong' : 'field'}>
        {notes}
        <div className="field__tick">
          <input {...shared} type="checkbox" defaultChecked={answer !== ''} />
          {label}
        </div>
      </div>
    )
  }
  return (
    <div className={wrong ? 'field field--wrong' : 'field'}>
      {label}
      {notes}
      <Control field={field} answer={answer} shared={shared} />
    </div>
  )
}

type ControlProps = Pick<Props, 'field' | 'answer'> & { shared: { id: string; name: string } }

function Control({ field, answer, shared }: ControlProps) {
  // Without a default React leaves the control alone when it takes over the server's markup.
  const value = answer === '' ? {} : { defaultValue: answer }
  if (field.type === 'textarea') {
    return <textarea {...shared} {...value} className="control" rows={4} placeholder={field.placeholder || undefined} />
  }
  if (field.type === 'select') {
    return (
      <select {...shared} {...value} className="control control--select">
        <option value="">{field.placeholder || 'Choose one'}</option>
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...shared}
      {...value}
      {...inputHints(field)}
      className="control"
      placeholder={field.placeholder || undefined}
    />
  )
}
