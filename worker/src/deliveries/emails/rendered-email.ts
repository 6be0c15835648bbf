import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import type { TemplateName } from '@kerbside/schema/emails/templates'
import type { Lead } from '@kerbside/schema/leads/lead'
import { stopUndoableUntil } from '@kerbside/schema/manage/undo-stop'
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
  /** Not wanted as long as the homeowner has stopped, which they can still undo. */
  | { kind: 'held'; until: Date }

export type Wanted = Pick<
  DeliveryRecord,
  '_id' | 'leadId' | 'leadIds' | 'userId' | 'formerAddress' | 'kind' | 'tested' | 'contractorId' | 'createdAt'
>

/** `template`: the words that admins may change, if it has any. */
export type Composed = { email: OutgoingEmail; template?: TemplateUsed }

/** What a lead does not want: for good, or until its homeowner's stop stands. */
export function notWanted(lead: Lead, at: Date, offer: Offer | null): RenderedEmail {
  const until = stopUndoableUntil(lead, at)
  return until ? { kind: 'held', until } : { kind: 'not-wanted', offer }
}

/** Makes one kind of email: whether and how it is sent as things are now. */
export type EmailRenderer = (deps: BuildDeps, delivery: Wanted) => Promise<RenderedEmail>
export type BuildDeps = Pick<Deps, 'links' | 'config' | 'now' | 'settings' | 'log'>
