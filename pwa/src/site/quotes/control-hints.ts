import type { FormField } from '@kerbside/schema/quotes/form-definition'
import type { HTMLAttributes, InputHTMLAttributes } from 'react'

type InputHints = Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'inputMode' | 'spellCheck' | 'type'> &
  Pick<HTMLAttributes<HTMLInputElement>, 'autoCapitalize'>

/** By name first, as the browser's address book knows people; then by type. */
const byName: Record<string, InputHints> = {
  first_name: { autoComplete: 'given-name', autoCapitalize: 'words', spellCheck: false },
  last_name: { autoComplete: 'family-name', autoCapitalize: 'words', spellCheck: false },
  postcode: { autoComplete: 'postal-code', autoCapitalize: 'characters', spellCheck: false },
}
const byType: Partial<Record<FormField['type'], InputHints>> = {
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
  tel: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  // Not type=number: its arrows and wheel change answers by accident, and it drops what it cannot read.
  number: { inputMode: 'decimal', autoComplete: 'off' },
  url: { inputMode: 'url', autoComplete: 'url', autoCapitalize: 'none', spellCheck: false },
  date: { type: 'date' },
}

export function inputHints({ name, type }: FormField): InputHints {
  return { type: 'text', ...byType[type], ...byName[name] }
}

/** Says why we ask, where people hesitate. */
export const fieldHints: Record<string, string> = {
  email: 'Your confirmation goes here.',
  mobile: 'Only a firm that takes on your job gets it.',
  postcode: 'Brings you firms that work on your street.',
}
