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
import { builtInVersion } from '@kerbside/schema/emails/templates'

const renderers: Record<EmailKind, EmailRenderer> = { ...homeownerEmails, ...firmEmails, ...userEmails }

/** The email as of now, so that it contains corrections made since it was queued. */
export async function renderEmail(deps: BuildDeps, delivery: Wanted): Promise<RenderedEmail> {
  const { kind } = delivery
  if (isWebhookKind(kind) || isPushKind(kind)) throw new Error(`No email: ${kind}`)
  return renderers[kind](deps, delivery)
}

/** The template that an email is made with. `saved`: the version of words that an admin saved, if the email has them. */
export const recordedTemplate = (kind: DeliveryKind, saved = 0): DeliveryTemplate => ({
  name: kind,
  version: saved > 0 ? String(saved) : `built-in ${builtInVersion}`,
})
