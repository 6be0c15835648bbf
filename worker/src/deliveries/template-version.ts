import type { DeliveryKind, DeliveryTemplate } from '@kerbside/schema/deliveries/delivery'
import { composeEmail } from '@kerbside/schema/emails/compose-email'
import { emailHtml } from '@kerbside/schema/emails/email-html'
import { fillWords } from '@kerbside/schema/emails/fill-words'
import { emailTemplates } from '@kerbside/schema/emails/templates'
import { createHash } from 'node:crypto'
import { rendererOf } from './emails/render-email.ts'

const versions = new Map<DeliveryKind, string>()

/**
 * The template that an email of this kind is made with. A built-in template is a function and perhaps words, so its version is
 * a hash of them and of the layout's code. `saved`: the version of words that an admin saved, if the email has them.
 */
export function recordedTemplate(kind: DeliveryKind, saved = 0): DeliveryTemplate {
  const { template } = rendererOf(kind)
  if (saved > 0) return { name: kind, version: String(saved) }
  let version = versions.get(kind)
  if (version === undefined) {
    version = hashOf([template, wordsOf(kind), fillWords, composeEmail, emailHtml].join('\n'))
    versions.set(kind, version)
  }
  return { name: kind, version }
}

const wordsOf = (kind: DeliveryKind) =>
  JSON.stringify(Object.entries(emailTemplates).find(([name]) => name === kind)?.[1].builtIn ?? null)

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)
