/** The settings that pages and emails tell people about. */
export type PublicSettings = {
  /** How many firms may hold an offer or the details of one lead at a time. A lead keeps the number it came with. */
  firmsPerLead: number
  /** Hours in which homeowners are promised a first answer. */
  promiseHours: number
  /** Days that a held quote waits for staff before it is deleted. */
  heldDays: number
  /** Months without a change after which a lead that did not convert is deleted. 0: not by itself. */
  leadMonths: number
}

/** In force until an admin changes them. */
export const defaultPublicSettings: PublicSettings = { firmsPerLead: 5, promiseHours: 2, heldDays: 30, leadMonths: 0 }

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** A number as emails and pages write it: 'five'. */
export const inWords = (count: number): string => numbers[count] ?? String(count)

/** 'five firms', 'one hour'. */
export const countOf = (count: number, what: string): string => `${inWords(count)} ${what}${count === 1 ? '' : 's'}`

/** 'Five firms'. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const ordinals = ['a first', 'a second', 'a third', 'a fourth', 'a fifth', 'a sixth']

/** What stands for a number of the settings in the texts of pages (docs/specification.md, 10.2). */
const placeholders: Record<string, (settings: PublicSettings) => string> = {
  firms: ({ firmsPerLead }) => inWords(firmsPerLead),
  Firms: ({ firmsPerLead }) => capitalised(inWords(firmsPerLead)),
  firmsNumber: ({ firmsPerLead }) => String(firmsPerLead),
  nextFirm: ({ firmsPerLead }) => ordinals[firmsPerLead] ?? 'another',
  hours: ({ promiseHours }) => String(promiseHours),
}

/** A text with its numbers: 'At most {firms} firms' is 'At most five firms', or 'At most one firm'. */
function fillIn(text: string, settings: PublicSettings): string {
  return text.replace(/\{(\w+)\}( \p{L}+s\b)?/gu, (whole, name: string, noun = '') => {
    const read = Object.hasOwn(placeholders, name) ? placeholders[name] : undefined
    if (!read) return whole
    const value = read(settings)
    return value + (/^(?:one|1)$/i.test(value) ? noun.slice(0, -1) : noun)
  })
}

/** Of a form: what a lead keeps word for word, whatever the settings are later. */
const asTheyAre = new Set(['fields', 'labels', 'placeholders'])

/** The content of a page with the numbers of the settings in its texts. */
export function withNumbers<Content>(content: Content, settings: PublicSettings): Content {
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return fillIn(value, settings)
    if (Array.isArray(value)) return value.map(filled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, asTheyAre.has(key) ? part : filled(part)]),
    )
  }
  return filled(content) as Content
}
