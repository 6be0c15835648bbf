import { isPushKind, isWebhookKind, type DeliveryKind, type EmailKind } from '@kerbside/schema/deliveries/delivery'
import { firmMails } from './mails-to-firms.ts'
import { homeownerMails } from './mails-to-homeowners.ts'
import { userMails } from './mails-to-users.ts'
import type { BuildDeps, MailKind, RenderedEmail, Wanted } from './rendered-email.ts'

const mailKinds: Record<EmailKind, MailKind> = { ...homeownerMails, ...firmMails, ...userMails }

export function mailKindOf(kind: DeliveryKind): MailKind {
  if (isWebhookKind(kind) || isPushKind(kind)) throw new Error(`No email: ${kind}`)
  return mailKinds[kind]
}

/** The email as of now, so that it contains corrections made since it was queued. */
export const renderEmail = async (deps: BuildDeps, delivery: Wanted): Promise<RenderedEmail> =>
  mailKindOf(delivery.kind).render(deps, delivery)
