import { AuditEntryModel } from '../audit/audit.model.ts'
import { BulkChangeModel, BulkLeadsModel } from '../bulk-changes/bulk-change.model.ts'
import { CanaryModel } from '../canary/canary.model.ts'
import { ContractorModel } from '../contractors/contractor.model.ts'
import { EvidenceModel } from '../contractors/evidence.model.ts'
import { DeliveryModel } from '../deliveries/delivery.model.ts'
import { MailOutageModel } from '../deliveries/mail-outage.model.ts'
import { EmailTemplateModel } from '../emails/email-template.model.ts'
import { ErasureModel } from '../erasures/erasure.model.ts'
import { EstimateModel } from '../estimates/estimate.model.ts'
import { LeadExportModel } from '../exports/export.model.ts'
import { ImageModel, ImageVariantModel } from '../images/image.model.ts'
import { LeadImportModel } from '../imports/import.model.ts'
import { CounterModel } from '../leads/lead-id.model.ts'
import { LeadModel } from '../leads/lead.model.ts'
import { PageModel, PageVersionModel } from '../pages/page.model.ts'
import { MeasuredFiguresModel } from '../promise/measured-figures.model.ts'
import { PushDeviceModel } from '../push/push-device.model.ts'
import { QuoteFileModel } from '../quote-files/quote-file.model.ts'
import { HeldQuoteModel } from '../quotes/held-quote.model.ts'
import { SubmissionModel } from '../submission/submission.model.ts'
import { SavedViewsModel, UserModel } from '../users/user.model.ts'
import { SessionModel } from '../users/session.model.ts'
import { WebhookModel } from '../webhooks/webhook.model.ts'

// oxfmt-ignore
const models = [
  LeadModel, CounterModel, HeldQuoteModel, SubmissionModel, DeliveryModel, MailOutageModel, ContractorModel, UserModel, SessionModel,
  SavedViewsModel, LeadExportModel, LeadImportModel, PageModel, PageVersionModel, ImageModel, ImageVariantModel, ErasureModel,
  AuditEntryModel, BulkChangeModel, BulkLeadsModel, QuoteFileModel, EvidenceModel, CanaryModel,
  EmailTemplateModel, WebhookModel, MeasuredFiguresModel, PushDeviceModel, EstimateModel,
]

/** Makes every collection and index. Safe to run at each start and from several processes at once. */
export async function createIndexes() {
  await Promise.all(
    models.map(async (model) => {
      await model.createCollection()
      await model.createIndexes()
    }),
  )
}

/** False while an index that a query relies on is missing: the api is not ready then. */
export async function hasIndexes(): Promise<boolean> {
  for (const model of models) {
    const found = new Set((await model.listIndexes().catch(() => [])).map(({ name }) => name))
    const names = model.schema.indexes().map(([fields, { name }]) => name ?? Object.entries(fields).flat().join('_'))
    // A collection without indexes of ours has one by its id.
    if (found.size === 0 || names.some((name) => !found.has(name))) return false
  }
  return true
}
