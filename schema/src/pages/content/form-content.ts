import { z } from 'zod'
import { trades, type Trade } from '../../contractors/contractor.ts'
import {
  fieldIcons,
  fieldTypes,
  fieldWidths,
  formLimits,
  type FormField,
  type FormLayout,
} from '../../quotes/form-definition.ts'
import { layoutOf } from '../../quotes/form-layout.ts'
import { formProblems } from '../../quotes/form-problems.ts'
import { limited, line, list, section } from './content-fields.ts'

export type QuoteFormContent = {
  /** Which firms are offered its leads. */
  trade: Trade
  urgencyBanner: string
  cardTitle: string
  cardSubtitle: string
  trustIndicators: string[]
  labels: Record<'firstName' | 'lastName' | 'email' | 'submitText' | 'submittingText', string>
  placeholders: Record<'firstName' | 'lastName' | 'email' | 'mobile' | 'additionalInfo', string>
  fields: FormField[]
  layout: FormLayout
}

const key = (label: string, max = 100) => limited(label, max).min(1, { error: `${label} is missing.` })
const words = (label: string, max: number) => limited(label, max).default('')

/** A new option takes its label as value, and so does one that an older client sent as plain text. */
const option = z.preprocess(
  (entry) => (typeof entry === 'string' ? { value: entry, label: entry } : entry),
  z
    .looseObject({ value: words('Option value', formLimits.option), label: words('Option label', formLimits.option) })
    .transform((entry) => ({ ...entry, value: entry.value || entry.label, label: entry.label || entry.value })),
)

const field = z.looseObject({
  id: key('Field id'),
  name: key('Field name'),
  label: words('Field label', formLimits.label),
  type: z.enum(fieldTypes, { error: `Field type must be one of ${fieldTypes.join(', ')}.` }).default('text'),
  placeholder: words('Field placeholder', formLimits.placeholder),
  required: z.boolean({ error: 'Required must be true or false.' }).default(false),
  visible: z.boolean({ error: 'Visible must be true or false.' }).default(true),
  width: z.enum(fieldWidths, { error: 'Width must be half or full.' }).default('half'),
  icon: z.enum(fieldIcons, { error: 'Field icon is not one of our icons.' }).default('FileText'),
  options: list('Options', option, formLimits.options).default([]),
})

/** The field definitions of one form, sound as a whole: unique ids and names, no reserved name, options to choose. */
export const FormFields: z.ZodType<FormField[]> = list('Form fields', field, formLimits.fields).superRefine(
  (fields, context) => {
    for (const problem of formProblems(fields)) context.addIssue({ code: 'custom', ...problem })
  },
)

const column = z.looseObject({ id: key('Column id'), fieldIds: list('Fields of a column', key('Field id'), 60) })
const row = z.looseObject({ id: key('Row id'), columns: list('Columns of a row', column, 4) })
const layout = z.looseObject({ rows: list('Rows of the layout', row, 120) })

export const quoteFormSection = (form: QuoteFormContent) =>
  section(
    'Quote form',
    form,
    {
      trade: z.enum(trades, { error: `Trade must be one of ${trades.join(', ')}.` }).default(form.trade),
      trustIndicators: list('Trust indicators', line('Trust indicator')).default(form.trustIndicators),
      labels: texts('Label', form.labels),
      placeholders: texts('Placeholder', form.placeholders),
      fields: FormFields.default(() => structuredClone(form.fields)),
      // Missing means: as the fields follow each other.
      layout: layout.optional() as unknown as z.ZodType<FormLayout>,
    },
    '',
  ).transform((content) => ({
    ...content,
    layout: (content.layout as FormLayout | undefined) ?? layoutOf(content.fields),
  }))

function texts<Texts extends Record<string, string>>(label: string, fallback: Texts): z.ZodType<Texts> {
  const lines = Object.entries(fallback).map(([name, text]) => [name, line(`${label} ${name}`, text)])
  return section(`${label}s`, fallback, Object.fromEntries(lines) as never)
}
