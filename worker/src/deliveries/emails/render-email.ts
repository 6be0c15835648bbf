import { isPushKind, isWebhookKind, type DeliveryKind, type EmailKind } from '@kerbside/schema/deliveries/delivery'
import { firmEmails } from './emails-to-firms.ts'
import { homeownerEmails } from './emails-to-homeowners.ts'
import { userEmails } from './emails-to-users.ts'
import type { BuildDeps, EmailRenderer, RenderedEmail, Wanted } from './rendered-email.ts'

const renderers: Record<EmailKind, EmailRenderer> = { ...homeownerEmails, ...firmEmails, ...userEmails }

export function rendererOf(kind: DeliveryKind): EmailRenderer {
  if (isWebhookKind(kind) || isPushKind(kind)) throw new Error(`No email: ${kind}`)
  return renderers[kind]
}

/** The email as of now, so that it contains corrections made since it was queued. */
export const renderEmail = async (deps: BuildDeps, delivery: Wanted): Promise<RenderedEmail> =>
  rendererOf(delivery.kind).render(deps, delivery)
