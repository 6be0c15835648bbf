import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import type { TemplateName } from '@kerbside/schema/emails/templates'
import type { Lead } from '@kerbside/schema/leads/lead'
import type { Offer } from '@kerbside/schema/leads/offer'
import type { Deps } from '../../deps.ts'
import type { Email } from '../../mail.ts'

/** The words that an email has, of those that admins may change: version 0 is the built-in ones. */
export type TemplateUsed = { name: TemplateName; version: number }

/** `firm-gone`: the firm was deleted, deactivated or is no longer verified. `not-wanted`: for example, the offer is closed. */
export type RenderedEmail =
  | { kind: 'email'; email: Email; lead: Lead | null; template?: TemplateUsed }
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
export type BuildDeps = Pick<Deps, 'links' | 'config' | 'now' | 'settings' | 'log'>
