import { trades, type Trade } from '@kerbside/schema/contractors/contractor'
import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { shownFields } from '@kerbside/schema/pages/content/home-page'
import { columnOf, journeyColumns, restFieldName, restNameOf, type LeadColumn } from '@kerbside/schema/quotes/columns'
import { placeFields, type FormField } from '@kerbside/schema/quotes/form-definition'
import { answersSchema } from '@kerbside/schema/quotes/quote'
import type { Door } from './quote-request.ts'

/** The form that a homeowner saw: one version of one page. */
export type QuoteForm = {
  version: number
  trade: Trade
  /** In the words and the order of the page; hidden fields last. */
  fields: readonly FormField[]
}

/** The form of a page's content. Its trade is the one that the content names, driveways if it names none. */
export function quoteFormOf(content: QuoteFormContent & { trade?: unknown }, version: number): QuoteForm {
  const fields = shownFields(content)
  const placed = placeFields(fields, content.layout).flatMap(({ columns }) =>
    columns.flatMap((column) => column.fields),
  )
  return {
    version,
    trade: trades.find((trade) => trade === content.trade) ?? 'driveways',
    fields: [...placed, ...fields.filter(({ visible }) => !visible)],
  }
}

/** A form as one door asks for it: the same fields, perhaps under other names. */
export type AskedForm = {
  /** `field.name` is the door's name; `name` the form's own. */
  asked: { name: string; column: LeadColumn | null; field: FormField }[]
  schema: ReturnType<typeof answersSchema>
}

const compiled = new WeakMap<QuoteForm, Map<Door, AskedForm>>()

/** Made once per form version and door. */
export function askedForm(form: QuoteForm, door: Door): AskedForm {
  const doors = compiled.get(form) ?? new Map<Door, AskedForm>()
  compiled.set(form, doors)
  const known = doors.get(door)
  if (known) return known
  const asked = door === 'rest' ? askedAtRest(form) : form.fields.map((field) => askedAs(field, field.name))
  const made = { asked, schema: answersSchema(asked.map(({ field }) => field)) }
  doors.set(door, made)
  return made
}

const askedAs = (field: FormField, name: string) => ({
  name: field.name,
  column: columnOf(field.name),
  field: { ...field, name },
})

/** Flat columns, the journey's among them even when the form does not ask for a journey. */
function askedAtRest({ fields }: QuoteForm): AskedForm['asked'] {
  const taken = new Set<string>()
  const asked = fields.map((field) => {
    const column = restFieldName(field.name)
    const name = taken.has(column) ? field.name : column
    taken.add(name)
    // REST never requires driveway_type (docs/api.md, 2).
    return askedAs(columnOf(field.name) === 'drivewayType' ? { ...field, required: false } : field, name)
  })
  const journey = journeyColumns
    .filter((column) => !taken.has(restNameOf(column)))
    .map((column) => askedAs(journeyField(column), restNameOf(column)))
  return [...asked, ...journey]
}

function journeyField(column: (typeof journeyColumns)[number]): FormField {
  const name = restNameOf(column)
  const words = name.replaceAll('_', ' ')
  return {
    id: name,
    name,
    label: words.charAt(0).toUpperCase() + words.slice(1),
    type: column === 'distance' ? 'number' : 'text',
    placeholder: '',
    required: false,
    visible: true,
    width: 'half',
    icon: 'MapPin',
    options: [],
  }
}
