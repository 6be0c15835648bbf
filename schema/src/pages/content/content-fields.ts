import { z } from 'zod'
import { canonicalColour, canonicalPaint } from '../colour.ts'
import { capitalised } from '../../text.ts'
import { opacityOf, withOpacity } from '../colour-tools.ts'
import { fieldIcons } from '../../quotes/form-definition.ts'
import { featureIcons, type ContentIcon } from './icons.ts'
import { safeImageUrl, safeLink, type ImageRef } from '../link.ts'
import { brand } from '../../brand.ts'

/** The limits of page content. Each function below makes the schema of one kind of value with its default. */
export const contentLimits = { line: 300, paragraph: 5_000, items: 50, images: 30, navLinks: 20 } as const

export const limited = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text.` })
    .max(max, { error: `${label} must be ${max.toLocaleString('en')} characters or fewer.` })

export const line = (label: string, fallback = '') => limited(label, contentLimits.line).default(fallback)
export const paragraph = (label: string, fallback = '') => limited(label, contentLimits.paragraph).default(fallback)

/** Text that some clients send as a number: a statistic, the number of a step. */
export const figure = (label: string, fallback = '') =>
  z.union([limited(label, contentLimits.line), z.number().transform(String)]).default(fallback)

/** Text in the spelling that `read` gives it; what `read` does not know is an error. */
const canonical = (label: string, max: number, read: (text: string) => string | null, message: string) =>
  limited(label, max).transform((input, context) => {
    const text = read(input)
    if (text !== null) return text
    context.issues.push({ code: 'custom', message: `${label} ${message}`, input })
    return z.NEVER
  })

const orIfEmpty = (fallback: string, read: (text: string) => string | null) => (text: string) =>
  text.trim() === '' ? fallback : read(text)

/** A colour or gradient in its canonical spelling; an empty input becomes the default. */
export const paintField = (label: string, fallback: string) => {
  const message = 'is not a colour: use hex like #16a34a, rgb(), rgba(), or a linear or radial gradient.'
  return canonical(label, 500, orIfEmpty(fallback, canonicalPaint), message).default(fallback)
}

/** The overlay's colour as rgba, so that it contains its opacity. */
export const overlay = (label: string, fallback: string) => {
  const withItsOpacity = (text: string) => (canonicalColour(text) === null ? null : withOpacity(text, opacityOf(text)))
  const message = 'must be one colour, like rgba(0,0,0,0.5).'
  return canonical(label, 100, orIfEmpty(fallback, withItsOpacity), message).default(fallback)
}

export const link = (label: string, fallback: string) => {
  const message = 'must begin with / or #, or be a full http, https, mailto or tel address.'
  return canonical(label, 2_000, safeLink, message).default(fallback)
}

const imageMessage = 'must be an uploaded image, a path like /images/house.jpg or an https address.'
const imageUrl = (label: string) => canonical(label, 2_000, safeImageUrl, imageMessage)

/** An address alone, empty for none. */
export const imageAddress = (label: string) =>
  canonical(label, 2_000, orIfEmpty('', safeImageUrl), imageMessage).default('')

export const image = (label: string): z.ZodType<ImageRef> =>
  z.union(
    [
      imageUrl(label),
      z.looseObject({
        id: z.union([z.string().max(100), z.number()]),
        url: imageUrl(label),
        name: limited(`${label} name`, contentLimits.line).default(''),
        size: z.number().nonnegative().default(0),
      }),
    ],
    { error: `${label} ${imageMessage}` },
  )

export const list = <Item extends z.ZodType>(label: string, item: Item, max: number = contentLimits.items) =>
  z
    .array(item, { error: `${label} must be a list.` })
    .max(max, { error: `${label} must have ${max} entries or fewer.` })

/** A list that takes the default's entries when it is missing, and stays empty when it is empty. */
export const listOr = <Item extends z.ZodType>(label: string, item: Item, fallback: readonly z.output<Item>[]) =>
  list(label, item).default(() => structuredClone(fallback) as z.util.NoUndefined<z.output<Item>>[])

const contentIcons: readonly ContentIcon[] = [...new Set<ContentIcon>([...fieldIcons, ...featureIcons])]

export const icon = (label: string) =>
  z
    .enum(contentIcons as [ContentIcon, ...ContentIcon[]], { error: `${label} is not one of our icons.` })
    .default('Star')

export const iconItem = (label: string) =>
  z.looseObject({
    icon: icon(`${label} icon`),
    title: line(`${label} title`),
    description: paragraph(`${label} description`),
  })

/** Colours under the names of `fallback`, each completed by it. */
export function paints<Names extends string>(label: string, fallback: Record<Names, string>) {
  const entries = Object.entries<string>(fallback).map(([name, colour]) => [
    name,
    paintField(`${label} ${inWords(name)} colour`, colour),
  ])
  const shape = Object.fromEntries(entries) as Record<Names, ReturnType<typeof paintField>>
  return z
    .looseObject(shape, { error: `${label} colours must be an object.` })
    .default(() => ({ ...fallback }) as never)
}

/** titleLine1 → 'title line 1'. */
const inWords = (name: string): string => name.replace(/[A-Z\d]/g, (letter) => ` ${letter.toLowerCase()}`)

const paragraphNames = ['subtitle', 'cardSubtitle', 'description', 'paragraph', 'disclaimer']

/** Keys of a section whose schema has to be given: all but its plain texts and its `colors`. */
type GivenKeys<Section> = {
  [Key in keyof Section]: Key extends 'colors' ? never : string extends Section[Key] ? never : Key
}[keyof Section]
type Given<Section> = { [Key in keyof Section]?: z.ZodType<Section[Key]> } & {
  [Key in GivenKeys<Section>]: z.ZodType<Section[Key]>
}

/**
 * A section with the keys of `fallback`: its colours and texts are derived from there, the other keys have to be given.
 * What is missing is completed from `fallback`, field by field or as a whole. Messages about a text begin with `prefix`.
 */
export function section<Section extends object>(
  label: string,
  fallback: Section,
  given: Given<Section>,
  prefix = label,
): z.ZodType<Section> {
  const derived = (name: string, value: unknown): z.ZodType => {
    if (name === 'colors') return paints(label, value as Record<string, string>)
    const words = `${prefix} ${inWords(name)}`.trim()
    const text = paragraphNames.includes(name) ? paragraph : line
    return text(capitalised(words), String(value))
  }
  const schemas = given as Record<string, z.ZodType | undefined>
  const shape = Object.entries(fallback).map(([name, value]) => [name, schemas[name] ?? derived(name, value)])
  return z
    .looseObject(Object.fromEntries(shape) as z.ZodRawShape, { error: `${label} must be an object.` })
    .default(() => structuredClone(fallback) as never) as unknown as z.ZodType<Section>
}

export const newTestimonialRating = 5
/** Clamped to 1–5; what is no number counts as 1, and a testimonial without a rating has 5. */
export const rating = z
  .unknown()
  .transform((value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && !Number.isNaN(number) ? Math.round(Math.min(5, Math.max(1, number))) : 1
  })
  .default(newTestimonialRating)

/** Parsed as an integer, 0 when there is none to find. */
export const wholeNumberField = z
  .unknown()
  .transform((value) => {
    const number = Number.parseInt(String(value), 10)
    return Number.isSafeInteger(number) ? number : 0
  })
  .default(0)

export type CtaColours = Record<
  'background' | 'titleText' | 'subtitleText' | 'buttonBackground' | 'buttonText' | 'disclaimerText',
  string
>
export type CtaContent = Record<'title' | 'subtitle' | 'buttonText' | 'disclaimer', string> & { colors: CtaColours }

/** The colours of a call to action that has none of its own. */
export const plainCtaColours: CtaColours = {
  background: '#facc15',
  titleText: brand.ink,
  subtitleText: brand.inkSoft,
  buttonBackground: brand.green,
  buttonText: brand.ground,
  disclaimerText: brand.inkMute,
}

export const ctaSection = (fallback: CtaContent) =>
  section('Call to action', fallback, { colors: paints('Call to action', plainCtaColours) })
