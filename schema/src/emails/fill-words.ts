import type { EmailBlock } from './email-html.ts'
import type { emailTemplates, EmailWords, TemplateName } from './templates.ts'

/** `{{reference}}`; also what an admin may have meant by it. */
export const variablePattern = /\{\{([^{}]*)\}\}/g

export const paragraphsOf = (body: string): string[] =>
  body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)

/** The name of the variable that a paragraph consists of. */
export const onlyVariable = (paragraph: string): string | undefined => /^\{\{([^{}]*)\}\}$/.exec(paragraph)?.[1]?.trim()

/** What every variable of an email stands for: words, or blocks. */
export type Values<Name extends TemplateName> = {
  [Variable in keyof (typeof emailTemplates)[Name]['variables']]: string | EmailBlock[]
}

/**
 * The words with what the variables stand for. Paragraphs are told apart first, so that a value never becomes a heading
 * or a variable. A paragraph of which nothing is left is left out.
 */
export function fillWords<Name extends TemplateName>(_name: Name, words: EmailWords, values: Values<Name>) {
  const known = new Map<string, string | EmailBlock[]>(Object.entries(values))
  const valueOf = (name: string) => {
    const value = known.get(name)
    if (value === undefined) throw new Error(`The email has no variable ${name}`)
    return value
  }
  const fill = (text: string) =>
    text.replace(variablePattern, (_all, name: string) => {
      const value = valueOf(name.trim())
      if (typeof value !== 'string') throw new Error(`The variable ${name} is more than words`)
      return value
    })
  const { subject, preheader, title, body } = words
  const blocks = paragraphsOf(body).flatMap((paragraph): EmailBlock[] => {
    const only = onlyVariable(paragraph)
    const value = only === undefined ? undefined : valueOf(only)
    if (Array.isArray(value)) return value
    if (/^## [^\n]*$/.test(paragraph)) return [{ kind: 'heading', text: fill(paragraph.slice(3)) }]
    const lines = paragraph.split('\n')
    const isSteps = lines.every((line) => /^\d+\. /.test(line))
    if (isSteps) return [{ kind: 'steps', items: lines.map((line) => fill(line.replace(/^\d+\. /, ''))) }]
    const text = fill(paragraph)
    return text.trim() === '' ? [] : [text]
  })
  return { subject: fill(subject), preheader: fill(preheader), title: fill(title), blocks }
}
