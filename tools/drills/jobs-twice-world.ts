/** Something to do for every job, as the product stores it, and the job of each name that does it. */
import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { CanaryModel } from '@kerbside/schema/canary/canary.model'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { EvidenceModel } from '@kerbside/schema/contractors/evidence.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import {
  leadReopened,
  leadStopped,
  leadSubmitted,
  offerDecided,
  offersChanged,
  quoteSent,
  type JobName,
} from '@kerbside/schema/events/event.jobs'
import { periodicJobNames } from '@kerbside/schema/events/periodic-jobs'
import { LeadExportModel } from '@kerbside/schema/exports/export.model'
import { storeFile, type FileStore } from '@kerbside/schema/file-store.model'
import { ImageModel } from '@kerbside/schema/images/image.model'
import { CounterModel } from '@kerbside/schema/leads/lead-id.model'
import { LeadImportModel } from '@kerbside/schema/imports/import.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { newOffer, type OfferState } from '@kerbside/schema/offers/offer'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { defaultFormFields } from '@kerbside/schema/quotes/default-form'
import { aContractor, aLead, ownContact } from '@kerbside/schema/testing/factories'
import { newBrowser } from '@kerbside/schema/testing/push-service'
import { saveSettings } from '@kerbside/schema/testing/settings'
import { UserModel } from '@kerbside/schema/users/user.model'
import { sealSecret } from '@kerbside/schema/webhooks/webhook-secret'
import { WebhookModel } from '@kerbside/schema/webhooks/webhook.model'
import { Types } from 'mongoose'
import type { Deps } from '../../worker/src/deps.ts'
import { addDevice, addStaff } from '../../worker/src/testing/push-devices.ts'
import { addLead, testSecret } from '../../worker/src/testing/test-worker.ts'

const start = new Date()
const daysAgo = (days: number) => new Date(start.getTime() - days * 86_400_000)
const tomorrow = daysAgo(-1)
const idWith = (end: string) => `5f00000000000000000000${end}`
const [firm, oldFile, exportId, importId] = [idWith('f1'), idWith('f2'), idWith('f3'), idWith('f4')]

export type Job = { id: string; name: JobName; data: object }
const events = {
  'lead.submitted': leadSubmitted(1, start),
  'lead.reopened': leadReopened(2, start),
  'lead.stopped': leadStopped(16, daysAgo(1)),
  'offer.made': offersChanged('offer.made', 3, start),
  'offer.withdrawn': offersChanged('offer.withdrawn', 4, start),
  'offer.accepted': offerDecided('offer.accepted', 5, firm, start),
  'offer.declined': offerDecided('offer.declined', 6, firm, start),
  'quote.sent': quoteSent(7, start),
}
const leadOf = ({ id }: { id: string }) => Number(id.split('-')[1])
const eventJobs = Object.values(events).map((event): Job => {
  const contractorId = event.contractorId === null ? {} : { contractorId: event.contractorId }
  return { id: event.id, name: event.type, data: { leadId: leadOf(event), ...contractorId } }
})

/** One of each name. */
export const jobs: readonly Job[] = [
  ...eventJobs,
  { id: 'mail', name: 'delivery.send', data: { deliveryId: 'lead-8-confirmation' } },
  { id: 'webhook', name: 'webhook.send', data: { deliveryId: `lead-9-webhook-accepted-${firm}` } },
  { id: 'push', name: 'push.send', data: { deliveryId: 'push' } },
  { id: 'canary-7', name: 'canary.submitted', data: { canaryId: 7 } },
  { id: 'export', name: 'leads.export', data: { exportId } },
  { id: 'import', name: 'leads.import', data: { importId } },
  ...periodicJobNames.map((name): Job => ({ id: name, name, data: {} })),
]

const offer = (state: OfferState) => ({
  ...newOffer({ contractorId: firm, contractorName: 'Firm 1' }, start, { hours: 24, sendAt: null }),
  state,
  decidedAt: state === 'offered' ? null : start,
})

async function addLeads(): Promise<void> {
  await CounterModel.create({ _id: 'lead', next: 1_000 })
  const dispatchedAt = start
  const quote = { id: '0f7a3c1e', amount: 120_000, currency: 'GBP' as const, message: 'Hello.' }
  const sent = { id: 'a1', at: start, by: { id: 'u1', name: 'Ada' }, kind: 'quote' as const, quote }
  const consent = { jurisdiction: 'GB' as const, address: '203.0.113.7' }
  await Promise.all([
    addLead(1, { ...ownContact(1), outbox: [events['lead.submitted']] }),
    addLead(2, { dispatchedAt, outbox: [events['lead.reopened']] }),
    addLead(3, { dispatchedAt, offers: [offer('offered')], outbox: [events['offer.made']] }),
    addLead(4, { dispatchedAt, offers: [offer('withdrawn')], outbox: [events['offer.withdrawn']] }),
    addLead(5, { dispatchedAt, offers: [offer('accepted')], outbox: [events['offer.accepted']] }),
    addLead(6, { dispatchedAt, offers: [offer('declined')], outbox: [events['offer.declined']] }),
    addLead(7, { dispatchedAt, outbox: [events['quote.sent']] }),
    ...[8, 10].map((id) => addLead(id, { dispatchedAt })),
    addLead(9, { dispatchedAt, offers: [offer('accepted')] }),
    addLead(11, { dispatchedAt, nextPromiseAlert: 'warning', createdAt: daysAgo(1) }),
    addLead(12, { dispatchedAt, consent, createdAt: daysAgo(31) }),
    addLead(13, { dispatchedAt, createdAt: daysAgo(500), updatedAt: daysAgo(500), status: 'lost' }),
    addLead(16, {
      dispatchedAt,
      offers: [offer('offered')],
      enoughQuotesAt: daysAgo(1),
      sharingStoppedAt: daysAgo(1),
      outbox: [events['lead.stopped']],
    }),
    addLead(15, { dispatchedAt, offers: [{ ...offer('accepted'), decidedAt: daysAgo(3) }] }),
  ])
  await LeadModel.collection.updateOne({ _id: 7 as never }, { $set: { activity: [sent] } })
  const { _id, submissionId, ...lead } = aLead(14)
  await HeldQuoteModel.create({ _id, submissionId, reason: 'honeypot', lead, createdAt: daysAgo(91) })
}

async function addDeliveries(pushDeviceId: string): Promise<void> {
  await DeliveryModel.create([
    { _id: `lead-4-offer-${firm}`, leadId: 4, kind: 'offer', contractorId: firm, nextTryAt: tomorrow },
    { _id: 'lead-8-confirmation', leadId: 8, kind: 'confirmation' },
    {
      _id: `lead-9-webhook-accepted-${firm}`,
      leadId: 9,
      kind: 'webhook-accepted',
      contractorId: firm,
      channel: 'webhook',
      nextTryAt: start,
    },
    { _id: 'push', leadId: 10, kind: 'push-new-lead', channel: 'push', pushDeviceId, nextTryAt: start },
  ])
}

async function addFiles(): Promise<void> {
  const requestedBy = { id: 'u1', name: 'Ada' }
  const times = { createdAt: start, updatedAt: start, expiresAt: tomorrow }
  const ended = { ...times, expiresAt: daysAgo(1) }
  await LeadExportModel.create([
    { _id: exportId, requestedBy, ...times },
    { requestedBy, state: 'ready', ...ended },
  ])
  const asked = ['first_name', 'last_name', 'email', 'mobile', 'postcode']
  const sent = {
    requestedBy,
    fileName: 'leads.csv',
    delimiter: ',',
    rows: 1,
    columns: asked.map((field) => ({ name: field, sample: '', field })),
    form: {
      version: 3,
      trade: 'driveways' as const,
      fields: defaultFormFields.filter(({ name }) => asked.includes(name)),
    },
    round: 1,
  }
  const fileId = new Types.ObjectId()
  await LeadImportModel.create([
    { ...sent, ...times, _id: importId, state: 'importing' as const, fileId },
    { ...sent, ...ended, state: 'imported' as const, fileId: new Types.ObjectId() },
  ])
  const rows = [asked.join(','), 'Aoife,Byrne,aoife-import@example.com,07700 900123,sw1a 1aa']
  await storeFile('imports', fileId, 'leads.csv', Buffer.from(rows.join('\n')))
  const old = new Types.ObjectId(oldFile)
  const stores: FileStore[] = ['exports', 'evidence', 'quoteFiles', 'photos', 'images']
  for (const store of stores) await storeFile(store, old, 'old.bin', Buffer.from('old'))
  const picture = { name: 'a', fileName: 'a.jpg', mimeType: 'image/jpeg' as const, size: 3, width: 9, height: 9 }
  await ImageModel.create({
    _id: old,
    ...picture,
    createdAt: daysAgo(99),
    createdBy: requestedBy,
    unusedSince: daysAgo(99),
  })
  await EvidenceModel.create({
    contractorId: firm,
    kind: 'liability-insurance',
    fileName: 'cert.pdf',
    mimeType: 'application/pdf',
    size: 3,
    expiresAt: daysAgo(-10),
    uploadedBy: requestedBy,
    createdAt: start,
  })
}

/** `hooks` and `pushes`: where a firm's system and a push service listen. */
export async function prepareWorld(deps: Deps, { hooks, pushes }: { hooks: string; pushes: string }): Promise<void> {
  await saveSettings(deps.settings, { leadMonths: 12, auditDays: 365, heldDays: 90 })
  const firms = Array.from({ length: 6 }, (_, index) => aContractor(`Firm ${index + 1}`))
  await ContractorModel.create(firms.map((each, index) => ({ ...each, ...(index === 0 && { _id: firm }) })))
  await WebhookModel.create({
    _id: firm,
    url: hooks,
    sealedSecret: sealSecret('whsec_c2VjcmV0LW9mLXRoZS10ZXN0cw==', testSecret),
    secretMadeAt: start,
    createdAt: start,
  })
  await UserModel.create({ name: 'Ada', email: 'ada@kerbside.test', role: 'admin', passwordHash: 'none' })
  const device = await addDevice(await addStaff(), newBrowser(pushes))
  await Promise.all([addLeads(), addDeliveries(device), addFiles()])
  await CanaryModel.create({ _id: 7, submittedAt: start, lead: aLead(15) })
  const subject = { kind: 'lead' as const, id: '1', label: 'KB-AAAAAA' }
  await AuditEntryModel.create({ _id: 'old', at: daysAgo(400), action: 'lead.viewed', subject })
}
