import { defaultFormFields } from '../../quotes/default-form.ts'
import type { FormField } from '../../quotes/form-definition.ts'
import type { PublicSettings } from '../../settings/public-settings.ts'
import { inWords } from '../../text.ts'
import type { QuoteFormContent } from './form-content.ts'

/** The sections of a home page that can be switched off, in the order of the page. */
// oxfmt-ignore
export const homeSections = ['header', 'banner', 'hero', 'indexIntro', 'quoteForm', 'features', 'portfolio', 'cta'] as const
export type HomeSection = (typeof homeSections)[number]

/** A section is visible unless its value is explicitly false. */
export const isVisible = (
  visibility: Partial<Record<HomeSection, unknown>> | undefined,
  section: HomeSection,
): boolean => visibility?.[section] !== false

export const backgroundTypes = ['color', 'image', 'image-overlay'] as const
export type BackgroundType = (typeof backgroundTypes)[number]

const plural = (count: number) => (count === 1 ? '' : 's')

/** Beside every quote form. */
export const mostCustomers = ({ firmsPerLead, promiseHours }: PublicSettings): string => {
  const firms = firmsPerLead > 3 ? `3-${firmsPerLead}` : `up to ${inWords(firmsPerLead)}`
  return `Most customers receive ${firms} competitive quote${plural(firmsPerLead)} within ${promiseHours} hour${plural(promiseHours)}`
}

/** Texts that are the same on every home page. */
export const fixedTexts = {
  free: '100% Free • No Obligation • Instant Response',
  getQuote: 'Get FREE Quote',
} as const

export type NavLink = { label: string; path: string }
export const newNavLink: NavLink = { label: 'New Link', path: '/' }
/** The links that the editor starts with: they fill a header that has none. */
export const editorNavLinks: NavLink[] = [
  { label: 'How it works', path: '/how-it-works' },
  { label: 'About', path: '/about' },
  { label: 'Contact', path: '/' },
]
/** A new portfolio job starts with it. */
export const placeholderImage = '/images/placeholder.svg'

type TextKeys = { label?: keyof QuoteFormContent['labels']; placeholder?: keyof QuoteFormContent['placeholders'] }

/** By the name of a field: the texts that the form has beside its fields and that this field has too. */
export const textsBesideForm: ReadonlyMap<string, TextKeys> = new Map<string, TextKeys>([
  ['first_name', { label: 'firstName', placeholder: 'firstName' }],
  ['last_name', { label: 'lastName', placeholder: 'lastName' }],
  ['email', { label: 'email', placeholder: 'email' }],
  ['mobile', { placeholder: 'mobile' }],
  ['additionalInfo', { placeholder: 'additionalInfo' }],
])

/**
 * The form's fields as homeowners see them. Some labels and placeholders can be edited in two places, beside the form and
 * on the field. The one that differs from the default counts; if both do, the form's.
 */
export function shownFields(form: Pick<QuoteFormContent, 'fields' | 'labels' | 'placeholders'>): FormField[] {
  return form.fields.map((field) => {
    const override = textsBesideForm.get(field.name)
    const standard = defaultFormFields.find(({ name }) => name === field.name)
    if (override === undefined || standard === undefined) return field
    const label = override.label && form.labels[override.label]
    const placeholder = override.placeholder && form.placeholders[override.placeholder]
    return {
      ...field,
      label: label && label !== standard.label ? label : field.label,
      placeholder: placeholder && placeholder !== standard.placeholder ? placeholder : field.placeholder,
    }
  })
}
