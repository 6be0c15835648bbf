import { leadSubject } from '@kerbside/schema/audit/audit'
import type { Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import type { QuoteForm } from '@kerbside/schema/submission/check-quote'
import { recordAudit } from '../../audit/record-audit.ts'
import { signedDownload } from '../../audit/signed-download.ts'
import type { Context } from '../../deps.ts'
import { getLead } from '../../leads/leads.service.ts'
import { formOf } from '../../pages/pages.service.ts'

const record = signedDownload({
  purpose: 'consent',
  path: 'consent',
  action: 'audit:read',
  notFound: 'There is no such record.',
  gone: 'This address has run out. Open the record again.',
})

/** `form` is null when the version that the homeowner saw is not stored any more. */
export type ConsentRecord = { lead: Lead; form: QuoteForm | null }

/** The signed address of a lead's consent record. */
export async function consentRecordUrl(ctx: Context, leadId: string): Promise<string> {
  const { id } = await getLead(ctx, leadId)
  return record.address(ctx, { leadId: id })
}

/** The record behind a signed address. The audit trail has who saw it. */
export async function openConsentRecord(ctx: Context, token: string): Promise<ConsentRecord> {
  const { link, by } = await record.open(ctx, token)
  const stored = await LeadModel.findById(link.leadId).lean()
  if (!stored) throw record.notFound()
  const lead = toLead(stored)
  const form = await formOf(ctx, lead.page, lead.formVersion)
  await recordAudit(ctx, { action: 'lead.consent-viewed', subject: leadSubject(lead.id, lead.reference), by })
  return { lead, form: form.version === lead.formVersion ? form : null }
}
