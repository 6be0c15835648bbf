import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { byWebhook } from '@kerbside/schema/deliveries/delivery.model'
import { invalid } from '@kerbside/schema/errors'
import { silentFirms } from '@kerbside/schema/leads/waiting-for-price'
import type { Lead } from '@kerbside/schema/leads/lead'
import { endOffers } from '@kerbside/schema/leads/write-offers.model'
import { firmsWithWebhook } from '@kerbside/schema/webhooks/webhook.model'
import { html } from 'hono/html'
import type { Context } from '../../deps.ts'
import type { StoredEmail } from '../../events/stored-email.ts'
import { messagePage, type SignedPage } from '../../http/signed-page.ts'
import { changeOwnLead, justChanged, tries } from '../change-own-lead.ts'
import { findOwnLead } from '../manage.service.ts'

/**
 * Gives the place of a firm that sent no price to the next firm. The firm is asked to delete the details, by email and by its
 * webhook. The same again changes nothing.
 */
export async function givePlaceAway(ctx: Context, token: string, input: Record<string, unknown>): Promise<void> {
  for (let attempt = 0; attempt < tries; attempt += 1) if (await tryToGiveAway(ctx, token, input)) return
  throw justChanged
}

/** False when the lead changed at the same moment: what the contractor did then may keep its place. */
async function tryToGiveAway(ctx: Context, token: string, input: Record<string, unknown>): Promise<boolean> {
  const lead = await findOwnLead(ctx, token)
  const at = ctx.now()
  const latest = lead.offers.findLast(({ contractorId }) => contractorId === input['firm'])
  if (latest?.state === 'released') return true
  const offer = silentFirms(lead, at).find(({ contractorId }) => contractorId === input['firm'])
  if (!offer) throw invalid('firm', 'This firm has sent you a price or told us about the job, so it keeps its place.')
  const { contractorId, contractorName } = offer
  const { guard, ...released } = endOffers('homeowner gives the place away', lead.id, at, contractorId)
  return changeOwnLead(ctx, lead, {
    at,
    ...released,
    // What the firm sends at the same moment changes the version.
    guard: { ...guard, version: lead.version },
    audited: { action: 'homeowner.released-place', details: `Of ${contractorName}` },
    emailsOf: async (_after, session) => {
      const about = { leadId: lead.id, contractorId }
      const withWebhook = await firmsWithWebhook([contractorId], session)
      const mail = (kind: 'release-notice' | 'webhook-withdrawn'): StoredEmail => {
        return { _id: deliveryId(lead.id, kind, contractorId), kind, ...about }
      }
      return [mail('release-notice'), ...withWebhook.map(() => ({ ...mail('webhook-withdrawn'), ...byWebhook }))]
    },
  })
}

/** Asks which place to give away, and says what follows. */
export function givePlaceAwayPage(lead: Lead, token: string, now: Date): SignedPage {
  const firms = silentFirms(lead, now)
  if (firms.length === 0) {
    const text = 'Each firm that has your details has sent a price, told us about the job, or has still time to.'
    return messagePage(lead.reference, 'There is no place to give away', [text])
  }
  const body = html`<div class="card">
    <p class="tag">${lead.reference}</p>
    <h1>Ask another firm</h1>
    <p>
      We ask the firm to make no further contact and to delete your details, and offer your job to the next firm. This
      cannot be undone.
    </p>
    ${firms.map(
      ({ contractorId, contractorName }) =>
        html`<form method="post" action="/manage/${token}/other-firm">
          <input type="hidden" name="firm" value="${contractorId}" />
          <button class="quiet">Give the place of ${contractorName} to another firm</button>
        </form>`,
    )}
    <p class="other"><a href="/manage/${token}">Keep waiting</a></p>
  </div>`
  return { title: 'Ask another firm', body }
}
