import type { FieldErrors } from '@kerbside/schema/errors'
import { html } from 'hono/html'
import type { Html } from '../http/plain-page.ts'

/** What was posted and could not be taken, beside what is wrong with it. */
export type Rejected = { fields: Record<string, string>; errors: FieldErrors }

/** What is wrong with a field; its input names it by the id. */
export const fieldError = (name: string, rejected: Rejected | null): Html | '' => {
  const message = rejected?.errors[name]?.[0]
  return message === undefined ? '' : html`<p class="error" id="${name}-error">${message}</p>`
}

type TextField = {
  name: string
  label: string
  hint?: string
  type?: 'text' | 'date'
  inputMode?: 'numeric' | 'decimal'
  /** The earliest date. */
  min?: string
}

/** A field with its label, its hint and what was wrong with it. */
export function textField({ name, label, hint, type = 'text', inputMode, min }: TextField, rejected: Rejected | null) {
  const isWrong = rejected?.errors[name] !== undefined
  const described = [hint && `${name}-hint`, isWrong && `${name}-error`].filter(Boolean).join(' ')
  return html`<label for="${name}">${label}</label>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''} ${fieldError(name, rejected)}
    <input
      class="text"
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="off"
      value="${rejected?.fields[name] ?? ''}"
      ${inputMode ? html`inputmode="${inputMode}"` : ''}
      ${min ? html`min="${min}"` : ''}
      ${described ? html`aria-describedby="${described}"` : ''}
      ${isWrong ? html`aria-invalid="true"` : ''}
    />`
}
