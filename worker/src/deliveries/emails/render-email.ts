import {
  isPushKind,
  isWebhookKind,
  type DeliveryKind,
  type EmailKind,
  type DeliveryTemplate,
} from '@kerbside/schema/deliveries/delivery'
import { firmEmails } from './emails-to-firms.ts'
import { homeownerEmails } from './emails-to-homeowners.ts'
import { userEmails } from './emails-to-users.ts'
import type { BuildDeps, EmailRenderer, RenderedEmail, Wanted } from './rendered-email.ts'
import { composeEmail, emailHtml } from '@kerbside/schema/emails/email-html'
import { fillWords } from '@kerbside/schema/emails/fill-words'
import { emailTemplates } from '@kerbside/schema/emails/templates'
import { createHash } from 'node:crypto'

const renderers: Record<EmailKind, EmailRenderer> = { ...homeownerEmails, ...firmEmails, ...userEmails }

export function rendererOf(kind: DeliveryKind): EmailRenderer {
  if (isWebhookKind(kind) || isPushKind(kind)) throw new Error(`No email: ${kind}`)
  return renderers[kind]
}

/** The email as of now, so that it contains corrections made since it was queued. */
export const renderEmail = async (deps: BuildDeps, delivery: Wanted): Promise<RenderedEmail> =>
  rendererOf(delivery.kind).render(deps, delivery)

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
