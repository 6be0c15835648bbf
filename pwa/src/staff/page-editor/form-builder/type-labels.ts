import type { FieldType } from '@kerbside/schema/quotes/form-definition'

/** What staff call the types. */
export const typeWords: Record<FieldType, string> = {
  text: 'Text',
  email: 'Email',
  tel: 'Phone',
  textarea: 'Long text',
  number: 'Number',
  date: 'Date',
  select: 'Choice',
  checkbox: 'Tick box',
  url: 'Web address',
}
