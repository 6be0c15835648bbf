import { capitalised, inWords, type PublicSettings } from './public-settings.ts'

// Apart from its neighbour, which the first load of the public pages holds.

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
