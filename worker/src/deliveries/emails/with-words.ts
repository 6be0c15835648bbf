import { wordsSchema } from '@kerbside/schema/emails/check-words'
import type { Email } from '@kerbside/schema/emails/email'
import { findTemplate } from '@kerbside/schema/emails/email-template.model'
import { templateOf, type EmailWords, type TemplateName } from '@kerbside/schema/emails/templates'
import { parse } from '@kerbside/schema/validate'
import type { BuildDeps, TemplateUsed } from './rendered-email.ts'

/**
 * Composes an email with the words that admins saved. Words that cannot be used, for instance because a release has added
 * a variable that they lack, are logged, and the built-in ones are sent: no email is lost because of its words.
 */
export async function withWords(
  { log }: Pick<BuildDeps, 'log'>,
  name: TemplateName,
  compose: (words: EmailWords) => Email,
): Promise<{ email: Email; template: TemplateUsed }> {
  const saved = await findTemplate(name)
  if (saved?.words) {
    try {
      const email = compose(parse(wordsSchema(name), saved.words))
      return { email, template: { name, version: saved.version } }
    } catch (error) {
      // An admin sees the same errors in the editor and repairs the words there.
      log.error({ err: error, template: name, version: saved.version }, 'the built-in words of an email are sent')
    }
  }
  return { email: compose(templateOf(name).builtIn), template: { name, version: 0 } }
}
