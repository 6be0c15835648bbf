import * as z from 'zod/mini'
import { onlyVariable, paragraphsOf, variablePattern } from './fill-words.ts'
import { templateOf, type EmailTemplate, type EmailWords, type TemplateName } from './templates.ts'

const oneLine = (maximum: number) =>
  z
    .string('Write a text')
    .check(
      z.trim(),
      z.minLength(1, 'Write something'),
      z.maxLength(maximum, `Write ${maximum} characters at most`),
      z.regex(/^[^\p{Cc}]*$/u, 'Write one line'),
    )

const Words = z.strictObject({
  subject: oneLine(150),
  preheader: oneLine(200),
  title: oneLine(120),
  body: z.string('Write a text').check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    z.trim(),
    z.minLength(1, 'Write something'),
    z.maxLength(5_000, 'Write 5000 characters at most'),
    z.regex(/^(?:[^\p{Cc}]|[\n\t])*$/u, 'Take out the control characters'),
  ),
})

const fields = ['subject', 'preheader', 'title', 'body'] as const satisfies (keyof EmailWords)[]

/** What may be saved as the words of this email, and what may be sent: every variable is known, none is missing. */
export const wordsSchema = (name: TemplateName) =>
  Words.check((context) => {
    for (const field of fields) {
      for (const message of problemsOf(templateOf(name), field, context.value[field])) {
        context.issues.push({ code: 'custom', path: [field], message, input: context.value[field] })
      }
    }
  })

function problemsOf({ variables }: EmailTemplate, field: keyof EmailWords, text: string): string[] {
  const used = Array.from(text.matchAll(variablePattern), ([, name = '']) => name.trim())
  const unknown = used.filter((name) => !Object.hasOwn(variables, name))
  const missing = Object.entries(variables).filter(
    ([name, { requiredIn }]) => requiredIn === field && !used.includes(name),
  )
  const blocks = used.filter((name) => variables[name]?.isBlock)
  const alone = field === 'body' ? paragraphsOf(text).map(onlyVariable) : []
  const together = blocks.filter((name) => !alone.includes(name) || count(used, name) > count(alone, name))
  return [
    ...unknown.map((name) => `This email has no variable {{${name}}}. Take it out, or press one of the list.`),
    ...missing.map(([name, { meaning }]) => `{{${name}}} is missing. The email needs it: ${meaning}.`),
    ...new Set(
      together.map((name) =>
        field === 'body'
          ? `Give {{${name}}} a paragraph of its own, with an empty line before and after it.`
          : `{{${name}}} can stand in the text only.`,
      ),
    ),
    ...(/\{\{|\}\}/.test(text.replace(variablePattern, '')) ? ['Write a variable like {{reference}}.'] : []),
  ]
}

const count = <T>(list: readonly T[], wanted: T) => list.filter((item) => item === wanted).length
