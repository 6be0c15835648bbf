import { leadSubject } from '@kerbside/schema/audit/audit'
import { AppError } from '@kerbside/schema/errors'
import type { Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import type { QuoteForm } from '@kerbside/schema/submission/check-quote'
import { requireCan } from '@kerbside/schema/users/user'
import { findPermitted } from '@kerbside/schema/users/user.model'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Context } from '../../deps.ts'
import { getLead } from '../../leads/leads.service.ts'
import { formOf } from '../../pages/pages.service.ts'

const linkMinutes = 5

/** `form` is null when the version that the homeowner saw is not stored any more. */
export type ConsentRecord = { lead: Lead; form: QuoteForm | null }

/** The signed address of a lead's consent record. */
export async function consentRecordUrl(ctx: Context, leadId: string): Promise<string> {
  requireCan(ctx.viewer, 'audit:read')
  const { id } = await getLead(ctx, leadId)
  const expiresAt = new Date(ctx.now().getTime() + linkMinutes * 60_000)
  return `/api/consent/${await ctx.links.sign({ purpose: 'consent', leadId: id, userId: ctx.viewer.id }, expiresAt)}`
}

const notFound = () => new AppError('NOT_FOUND', 'There is no such record.')

/** The record behind a signed address, while the person who asked for it is an admin. The audit trail has who saw it. */
export async function openConsentRecord(ctx: Context, token: string): Promise<ConsentRecord> {
  const signed = await ctx.links.read('consent', token)
  if (!signed) throw notFound()
  const { leadId, userId } = signed.link
  const person = await findPermitted(userId, 'audit:read', ctx.settings())
  if (!person) throw notFound()
  if (signed.expiresAt <= ctx.now()) throw new AppError('GONE', 'This address has run out. Open the record again.')
  const stored = await LeadModel.findById(leadId).lean()
  if (!stored) throw notFound()
  const lead = toLead(stored)
  const form = await formOf(ctx, lead.page, lead.formVersion)
  const subject = leadSubject(leadId, lead.reference)
  await recordAudit(ctx, { action: 'lead.consent-viewed', subject, by: { id: userId, name: person.name } })
  return { lead, form: form.version === lead.formVersion ? form : null }
}
