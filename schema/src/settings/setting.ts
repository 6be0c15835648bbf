import * as z from 'zod/mini'
import { parseEmail } from '../quotes/email-address.ts'
import { cleanLine } from '../typed-text.ts'

/** What a setting is called and told of; `{range}` stands for its bounds, like "1 to 72". */
type Words<Section> = {
  /** The section of the screen that it stands in. */
  section: Section
  label: string
  help?: string
  /** For developers, in the GraphQL schema. */
  description: string
}

const wholeNumber = (min: number, max: number) =>
  z
    .number(`Give a whole number from ${min} to ${max}`)
    .check(z.int('Give a whole number'), z.minimum(min, `Give at least ${min}`), z.maximum(max, `Give at most ${max}`))

/** Of one line; nothing is null, which leaves it to the configuration of the server. */
const line = (maximum: number) =>
  z.nullable(
    z.pipe(
      z
        .string('Write a text')
        .check(
          z.regex(/^[^\n]*$/, 'Write one line'),
          z.overwrite(cleanLine),
          z.maxLength(maximum, `Write ${maximum} characters at most`),
        ),
      z.transform((text) => text || null),
    ),
  )

/** The kinds of settings that there can be, of a screen with these sections. */
export const settingKinds = <Section extends string>() => ({
  /** A whole number of units. */
  number: (min: number, max: number, start: number, unit: string, words: Words<Section>) => {
    const range = `${min} to ${max.toLocaleString('en-GB')}`
    const withRange = (text: string) => text.replaceAll('{range}', range)
    const help = words.help === undefined ? {} : { help: withRange(words.help) }
    const shown = { ...words, ...help, description: withRange(words.description) }
    return { ...shown, kind: 'number' as const, start, unit, range, schema: wholeNumber(min, max) }
  },
  /** A line that is null until somebody writes one. */
  text: (maximum: number, words: Words<Section>) => ({
    ...words,
    kind: 'text' as const,
    start: null,
    schema: line(maximum),
  }),
  email: (words: Words<Section>) => ({
    ...words,
    kind: 'email' as const,
    start: null,
    schema: z.pipe(
      line(254),
      z.transform((text, ctx) => {
        if (text === null) return null
        const email = parseEmail(text)
        if (email.ok) return email.value
        ctx.issues.push({ code: 'custom', message: email.message, input: text })
        return z.NEVER
      }),
    ),
  }),
  onOff: (start: boolean, words: Words<Section>) => ({
    ...words,
    kind: 'switch' as const,
    start,
    schema: z.boolean('Choose on or off'),
  }),
})
