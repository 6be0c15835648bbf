import type { FigureTexts } from '../promise/measured-figures.ts'
import type { PublicSettings } from '../settings/public-settings.ts'
import { capitalised, inWords } from '../text.ts'

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

/** The placeholders of what was measured. A sentence with one is left out while the figures are not shown. */
const hasFigure = /\{(?:medianResponse|firmsPerRequest|answeredInTime)\}/

/** The end of a sentence; a full stop after an abbreviation is none. */
const sentenceEnd = /(?<=(?<!\b(?:e\.g|i\.e|approx|avg|ca|incl|no))[.!?…]["'’”)]?\s)/i

/** A text with its numbers: 'At most {firms} firms' is 'At most five firms', or 'At most one firm'. */
function fillIn(text: string, settings: PublicSettings, figures: FigureTexts | null): string {
  return text.replace(/\{(\w+)\}( \p{L}+s\b)?/gu, (whole, name: string, noun = '') => {
    const value = valueOf(name, settings, figures)
    if (value === undefined) return whole
    return value + (/^(?:one|1)$/i.test(value) ? noun.slice(0, -1) : noun)
  })
}

function valueOf(name: string, settings: PublicSettings, figures: FigureTexts | null): string | undefined {
  if (figures && Object.hasOwn(figures, name)) return figures[name as keyof FigureTexts]
  return Object.hasOwn(placeholders, name) ? placeholders[name]?.(settings) : undefined
}

/** Without the sentences that name a figure, and without the lines that had no other. */
function withoutFigures(text: string): string {
  if (!hasFigure.test(text)) return text
  const lines = text.split('\n').flatMap((line) => {
    if (!hasFigure.test(line)) return [line]
    const sentences = line.split(sentenceEnd).filter((sentence) => !hasFigure.test(sentence))
    const rest = sentences.join('').trim()
    return rest === '' ? [] : [rest]
  })
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The parts of a form that a lead keeps word for word, whatever the settings are later. */
const asTheyAre = new Set(['fields', 'labels', 'placeholders'])

/** An entry of a list of which a text was left out. */
const leftOut = Symbol('left out')

/**
 * The content of a page with the numbers of the settings in its texts, and with measured figures. While there are none to
 * show, each sentence that names one is left out; an entry of a list goes with a text of its own that has no other.
 */
export function withNumbers<Content>(
  content: Content,
  settings: PublicSettings,
  figures: FigureTexts | null = null,
): Content {
  const textOf = (text: string): string | typeof leftOut => {
    const rest = figures ? text : withoutFigures(text)
    return rest === '' && text !== '' ? leftOut : fillIn(rest, settings, figures)
  }
  const filled = (value: unknown, isEntry: boolean): unknown => {
    if (typeof value === 'string') return textOf(value)
    if (Array.isArray(value)) return value.map((entry) => filled(entry, true)).filter((entry) => entry !== leftOut)
    if (typeof value !== 'object' || value === null) return value
    const parts = Object.entries(value).map(
      ([key, part]) => [key, asTheyAre.has(key) ? part : filled(part, false)] as const,
    )
    if (isEntry && parts.some(([, part]) => part === leftOut)) return leftOut
    return Object.fromEntries(parts.map(([key, part]) => [key, part === leftOut ? '' : part]))
  }
  const whole = filled(content, false)
  return (whole === leftOut ? '' : whole) as Content
}
