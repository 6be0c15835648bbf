import type { Delivery } from '@kerbside/schema/deliveries/delivery'
import { byWebhook, DeliveryModel, toDelivery } from '@kerbside/schema/deliveries/delivery.model'
import { AppError, invalid } from '@kerbside/schema/errors'
import { ContractorModel, type ContractorRecord } from '@kerbside/schema/contractors/contractor.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { requireCan } from '@kerbside/schema/users/user'
import { oldSecretMs, type Webhook } from '@kerbside/schema/webhooks/webhook'
import { newWebhookSecret, sealSecret } from '@kerbside/schema/webhooks/webhook-secret'
import { webhookUrlProblem } from '@kerbside/schema/webhooks/webhook-url'
import { toWebhook, WebhookModel, type WebhookRecord } from '@kerbside/schema/webhooks/webhook.model'
import type { AuditAction } from '@kerbside/schema/audit/audit'
import type { ClientSession } from 'mongoose'
import { recordAudit } from '../audit/record-audit.ts'
import { contractorSubject, findContractor, noSuchFirm } from '../contractors/contractors.service.ts'
import type { Context } from '../deps.ts'
import { sendStoredEmail, storeEmail } from '../events/stored-email.ts'

/** The secret is there once: when it was made. */
export type ChangedWebhook = { webhook: Webhook; secret: string | null }

const noWebhook = () => new AppError('NOT_FOUND', 'This firm has no webhook.')

/** Null when the firm has none. */
export async function getWebhook(ctx: Context, contractorId: string): Promise<Webhook | null> {
  requireCan(ctx.viewer, 'contractor:edit')
  const record = await WebhookModel.findById(contractorId).lean()
  return record && toWebhook(record)
}

const shownDeliveries = 20

/** What was last posted to a firm, newest first. */
export async function webhookDeliveries(ctx: Context, contractorId: string): Promise<Delivery[]> {
  requireCan(ctx.viewer, 'contractor:edit')
  const latest = DeliveryModel.find({ contractorId, ...byWebhook }).sort({ createdAt: -1 })
  return (await latest.limit(shownDeliveries).lean()).map(toDelivery)
}

/** Sets where a firm's system is told of its jobs. A first webhook gets a secret; a change of the address keeps it. */
export async function setWebhook(ctx: Context, contractorId: string, input: string): Promise<ChangedWebhook> {
  requireCan(ctx.viewer, 'contractor:edit')
  const firm = await findContractor(contractorId)
  const url = input.trim()
  const problem = webhookUrlProblem(url, { toPrivate: ctx.config.WEBHOOKS_TO_PRIVATE === 'on' })
  if (problem !== null) throw invalid('url', problem)
  const made = newSecret(ctx)
  const before = await WebhookModel.exists({ _id: contractorId })
  const webhook = await changeWebhook(ctx, firm, `Host ${new URL(url).host}`, 'webhook.set', (session) =>
    WebhookModel.findOneAndUpdate(
      { _id: contractorId },
      {
        $set: { url, failingSince: null },
        ...(before === null && { $setOnInsert: { ...made.stored, createdAt: ctx.now() } }),
      },
      { upsert: before === null, returnDocument: 'after', session },
    ).lean(),
  )
  const isNew = webhook.sealedSecret === made.stored.sealedSecret
  return { webhook: toWebhook(webhook), secret: isNew ? made.secret : null }
}

function newSecret({ config, now }: Context) {
  const secret = newWebhookSecret()
  return { secret, stored: { sealedSecret: sealSecret(secret, config.JWT_SECRET), secretMadeAt: now() } }
}

/** Makes a new secret. The old one signs too for a day, so that the firm loses no message while it changes over. */
export async function changeWebhookSecret(ctx: Context, contractorId: string): Promise<ChangedWebhook> {
  requireCan(ctx.viewer, 'contractor:edit')
  const firm = await findContractor(contractorId)
  const { secret, stored } = newSecret(ctx)
  const oldSecretUntil = new Date(stored.secretMadeAt.getTime() + oldSecretMs)
  const webhook = await changeWebhook(ctx, firm, null, 'webhook.secret-changed', (session) =>
    WebhookModel.findOneAndUpdate(
      { _id: contractorId },
      [{ $set: { oldSealedSecret: '$sealedSecret', oldSecretUntil, ...stored } }],
      { updatePipeline: true, returnDocument: 'after', session },
    ).lean(),
  )
  return { webhook: toWebhook(webhook), secret }
}

/** From now on the firm gets emails only. What waits to be posted is dropped. */
export async function removeWebhook(ctx: Context, contractorId: string): Promise<void> {
  requireCan(ctx.viewer, 'contractor:edit')
  const firm = await findContractor(contractorId)
  await changeWebhook(ctx, firm, null, 'webhook.removed', (session) =>
    WebhookModel.findOneAndDelete({ _id: contractorId }, { session }).lean(),
  )
}

/** A change with its entry in the audit trail, which never has the whole address: a path can hold a token. */
async function changeWebhook(
  ctx: Context,
  { _id }: ContractorRecord,
  details: string | null,
  action: Extract<AuditAction, `webhook.${string}`>,
  write: (session: ClientSession) => Promise<WebhookRecord | null>,
): Promise<WebhookRecord> {
  return inTransaction(async (session) => {
    // Writes the firm, so that it is not deleted at the same moment and leaves its webhook behind.
    const firm = await ContractorModel.findOneAndUpdate({ _id }, { updatedAt: ctx.now() }, { session }).lean()
    if (!firm) throw noSuchFirm()
    const written = await write(session)
    if (written === null) throw noWebhook()
    await recordAudit(ctx, { action, subject: contractorSubject(firm), details }, session)
    return written
  })
}

/** Has a worker post a `ping` once. What comes of it shows among the webhook's deliveries. */
export async function testWebhook(ctx: Context, contractorId: string): Promise<Delivery> {
  requireCan(ctx.viewer, 'contractor:edit')
  const firm = await findContractor(contractorId)
  if (!(await WebhookModel.exists({ _id: contractorId }))) throw noWebhook()
  const _id = `contractor-${contractorId}-webhook-ping-${ctx.newId()}`
  const ping = { _id, kind: 'webhook-ping' as const, ...byWebhook, leadId: null, contractorId }
  await storeEmail(ctx, ping)
  await sendStoredEmail(ctx, ping)
  await recordAudit(ctx, { action: 'webhook.tested', subject: contractorSubject(firm) })
  return toDelivery(await DeliveryModel.findById(_id).orFail().lean())
}
