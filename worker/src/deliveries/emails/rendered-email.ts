import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import type { TemplateName } from '@kerbside/schema/emails/templates'
import type { Lead } from '@kerbside/schema/leads/lead'
import type { Offer } from '@kerbside/schema/offers/offer'
import type { Deps } from '../../deps.ts'
import type { OutgoingEmail } from '../../email.ts'

/** The words that an email has, of those that admins may change: version 0 is the built-in ones. */
export type TemplateUsed = { name: TemplateName; version: number }

/** `firm-gone`: the firm was deleted, deactivated or is no longer verified. `not-wanted`: for example, the offer is closed. */
export type RenderedEmail =
  | ({ kind: 'email'; lead: Lead | null } & Composed)
  /** The lead or the user that it was about. */
  | { kind: 'subject-gone' }
  | { kind: 'firm-gone' }
  /** Emails to this address came back. */
  | { kind: 'address-bounced' }
  | { kind: 'not-wanted'; offer: Offer | null }

export type Wanted = Pick<
  DeliveryRecord,
  '_id' | 'leadId' | 'leadIds' | 'userId' | 'kind' | 'tested' | 'contractorId' | 'createdAt'
>

/** The code of an email as it is built in; the version of a template is made of it. */
export type Template = (...values: never[]) => OutgoingEmail
/** `template`: the words that admins may change, if it has any. */
export type Composed = { email: OutgoingEmail; template?: TemplateUsed }

/** One kind of email: what it is made by, and whether and how it is sent as things are now. */
export type EmailRenderer = {
  template: Template
  render: (deps: BuildDeps, delivery: Wanted) => Promise<RenderedEmail>
}
export type BuildDeps = Pick<Deps, 'links' | 'config' | 'now' | 'settings' | 'log'>
