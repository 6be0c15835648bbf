import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { endHomeownerPause } from '@kerbside/schema/deliveries/delivery.model'
import { AppError } from '@kerbside/schema/errors'
import { formerContact, type Answer, type Lead } from '@kerbside/schema/leads/lead'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { columnOf } from '@kerbside/schema/quotes/columns'
import { invalidMessage } from '@kerbside/schema/validate'
import type { ClientSession } from 'mongoose'
import { hash } from 'node:crypto'
import type { Context } from '../../deps.ts'
import type { StoredEmail } from '../../events/stored-email.ts'
import { formOf } from '../../pages/pages.service.ts'
import { changeOwnLead, emailsToFirms } from '../change-own-lead.ts'
import { findOwnLead } from '../manage.service.ts'
import { correctedAnswers } from './own-answers.ts'

/** How often a homeowner may correct one request: each time firms get an email. */
const maximumCorrections = 20

/** Of changes at the same moment one gets through each time. */
const tries = 10

/** The posted name of `answersSeen`; no field of a form is called so. */
export const seenName = '-seen'

/** Tells whether the answers are still those that a form was filled in with. */
export const answersSeen = (answers: readonly Answer[]): string =>
  hash('sha256', JSON.stringify(answers.map(({ name, value }) => [name, value])), 'base64url').slice(0, 22)

export const findForm = (ctx: Context, { page, formVersion }: Lead) => formOf(ctx, page, formVersion)

/**
 * Stores what the homeowner corrected, tells the firms that have the details, and has a new email address confirmed. False
 * when nothing is different.
 */
export async function correctOwnAnswers(ctx: Context, token: string, fields: Record<string, string>): Promise<boolean> {
  const { [seenName]: seen, ...posted } = fields
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const lead = await findOwnLead(ctx, token)
    const corrected = correctedAnswers(await findForm(ctx, lead), lead, posted)
    if ('errors' in corrected) throw new AppError('INVALID', invalidMessage, { fields: corrected.errors })
    const { correction, set } = corrected
    if (correction === null) return false
    if (seen !== answersSeen(lead.answers)) throw changedMeanwhile
    if ((lead.corrections?.length ?? 0) >= maximumCorrections) throw tooMany
    if (set.email !== undefined && newAddressesOfDay(lead, ctx.now()) >= maximumAddresses) throw tooManyAddresses
    const at = ctx.now()
    const labels = correction.changes.map(({ label }) => label).join(', ')
    const isStored = await changeOwnLead(ctx, lead, {
      at,
      guard: { version: lead.version },
      set,
      push: { corrections: { at, ...correction }, ...formerContact(lead, set) },
      audited: { action: 'homeowner.corrected-answers', details: labels },
      emailsOf: (after, session) => emailsAbout(lead, after, session),
      alongside: async (after, session) => {
        if (after.email !== lead.email) await endHomeownerPause(after._id, session)
      },
    })
    if (isStored) return true
  }
  throw changedMeanwhile
}

const changedMeanwhile = new AppError('CONFLICT', 'Your answers have changed meanwhile.', {
  fields: {
    form: [
      'Your answers were changed while you had this page open. Look through them once more, then save them again.',
    ],
  },
})

const tooMany = new AppError('INVALID', invalidMessage, {
  fields: { form: ['You have corrected this request many times. Please reply to one of our emails instead.'] },
})

/** New email addresses a day: each gets an email, which nobody there may have asked for. */
const maximumAddresses = 3
const dayMs = 86_400_000

const newAddressesOfDay = ({ corrections = [] }: Lead, now: Date): number =>
  corrections.filter(
    ({ at, changes }) => at.getTime() > now.getTime() - dayMs && changes.some(({ name }) => columnOf(name) === 'email'),
  ).length

const tooManyAddresses = new AppError('INVALID', invalidMessage, {
  fields: { email: ['You have given three new email addresses today. Please call us, or try again tomorrow.'] },
})

/** One to each firm that has the details, by email and webhook, and one to a new email address. */
async function emailsAbout(before: Lead, after: LeadRecord, session: ClientSession): Promise<StoredEmail[]> {
  const { _id: leadId, email } = after
  if (after.sharingStoppedAt) return []
  const round = (after.corrections?.length ?? 1) - 1
  const toFirms = await emailsToFirms('correction-notice', { lead: after, round }, session)
  if (email === '' || email === before.email) return toFirms
  const kind = 'confirm-email' as const
  return [...toFirms, { _id: deliveryId(leadId, kind, null, round), kind, leadId }]
}
