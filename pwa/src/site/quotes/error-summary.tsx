import type { FieldErrors } from '@kerbside/schema/errors'
import { useEffect, useRef, type MouseEvent } from 'react'
import { controlId } from './control-id.ts'

type Props = {
  errors: FieldErrors
  /** Names of the fields that can be seen: the others have nothing to link to. */
  visible: ReadonlySet<string>
  /** Counts the rejected submits: each one moves the focus here again. 0 for what the server rendered. */
  attempt: number
  /** What it is about, where that is more than what is wrong with the fields. */
  title?: string
  /** Stands before the list. */
  message: string | null
}

/** The GOV.UK error summary: focused, with one link for each field. */
export function ErrorSummary({ errors, visible, attempt, title = 'There is a problem', message }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' })
  }, [attempt])
  const entries = Object.entries(errors)
  if (entries.length === 0 && message === null) return null
  return (
    <div ref={box} className="error-summary" tabIndex={-1} aria-labelledby="error-summary-title">
      <div role="alert">
        <h3 id="error-summary-title" className="error-summary__title">
          {title}
        </h3>
        {message !== null && <p>{message}</p>}
        <ul className="error-summary__list">
          {entries.map(([name, texts]) => (
            <li key={name}>
              {visible.has(name) ? (
                <a href={`#${controlId(name)}`} onClick={focusControl}>
                  {texts.join(' ')}
                </a>
              ) : (
                texts.join(' ')
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** To the control itself, with its label in view: a jump to the control alone would hide the question. */
function focusControl(event: MouseEvent<HTMLAnchorElement>): void {
  const control = document.getElementById(event.currentTarget.hash.slice(1))
  if (!control) return
  event.preventDefault()
  control.closest('.field')?.scrollIntoView({ block: 'start' })
  control.focus({ preventScroll: true })
}
