import type { AuditSubject } from '@kerbside/schema/audit/audit'
import { areaText, parseArea } from '@kerbside/schema/contractors/area-text'
import { maximumAreas, maximumCap, trades, type Area, type Contractor } from '@kerbside/schema/contractors/contractor'
import { ContractorModel, toContractor, type ContractorRecord } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { recordErasures } from '@kerbside/schema/erasures/erasure.model'
import { AppError } from '@kerbside/schema/errors'
import { offersChanged } from '@kerbside/schema/events/event.jobs'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { parsePhone, phoneMessage } from '@kerbside/schema/quotes/phone'
import { isEmail } from '@kerbside/schema/quotes/quote'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import mongoose, { isValidObjectId, type ClientSession } from 'mongoose'
import { z } from 'zod'
import { changedFields, recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { withdrawOpenOffers } from '../leads/write-lead.ts'

const capMessage = `Enter a whole number from 0 to ${maximumCap.toLocaleString('en-GB')}`
const Cap = z.number(capMessage).int(capMessage).min(0, capMessage).max(maximumCap, capMessage)

const fields = {
  name: z.string('Enter a name').trim().min(1, 'Enter a name').max(200, 'Write 200 characters at most'),
  email: z
    .string('Enter an email address')
    .trim()
    .toLowerCase()
    .refine(isEmail, 'Enter an email address in the correct format, like name@example.com'),
  phone: z
    .string('This must be text')
    .transform((text, issues) => {
      if (text.trim() === '') return null
      const phone = parsePhone(text)
      if (phone === null) issues.addIssue({ code: 'custom', message: phoneMessage(null) })
      return phone
    })
    .nullable(),
  trades: z
    .array(z.string(), 'Choose at least one trade')
    .min(1, 'Choose at least one trade')
    .transform((names, issues) => {
      const known = trades.filter((trade) => names.includes(trade))
      for (const name of names) {
        if (known.some((trade) => trade === name)) continue
        issues.addIssue({
          code: 'custom',
          message: `“${name.slice(0, 40)}” is no trade. Choose from ${trades.join(', ')}.`,
        })
      }
      return known
    }),
  areas: z
    .array(z.string(), 'Enter at least one area')
    .min(1, 'Enter at least one area')
    .max(maximumAreas, `Enter ${maximumAreas} areas at most`)
    .transform((texts, issues) => {
      const areas = new Map<string, Area>()
      for (const result of texts.map(parseArea)) {
        if (result.ok) areas.set(areaText(result.area), result.area)
        else issues.addIssue({ code: 'custom', message: result.message })
      }
      return [...areas.values()]
    }),
  dailyCap: Cap,
  weeklyCap: Cap.nullable(),
  active: z.boolean('Choose whether the firm is active'),
  pausedUntil: z.date('Give a date or null').nullable(),
  verifiedUntil: z.date('Give a date or null').nullable(),
}
const nullable = ['phone', 'weeklyCap', 'pausedUntil', 'verifiedUntil']

const NewContractor = z.strictObject({
  ...fields,
  phone: fields.phone.default(null),
  weeklyCap: fields.weeklyCap.default(null),
  active: fields.active.nullish().transform((active) => active ?? true),
  pausedUntil: fields.pausedUntil.default(null),
  verifiedUntil: fields.verifiedUntil.default(null),
})

const ContractorChange = z.strictObject({
  name: fields.name.nullish(),
  email: fields.email.nullish(),
  phone: fields.phone.optional(),
  trades: fields.trades.nullish(),
  areas: fields.areas.nullish(),
  dailyCap: fields.dailyCap.nullish(),
  weeklyCap: fields.weeklyCap.optional(),
  active: fields.active.nullish(),
  pausedUntil: fields.pausedUntil.optional(),
  verifiedUntil: fields.verifiedUntil.optional(),
  /** Of the firm that the change is based on; with another one it is rejected as stale. */
  version: z.number('Give the number of the version').int().nullish(),
})

export async function createContractor(ctx: Context, input: unknown): Promise<Contractor> {
  requireCan(ctx.viewer, 'contractor:edit')
  const created = await ContractorModel.create(parse(NewContractor, input))
  ctx.log.info({ userId: ctx.viewer.id, contractorId: String(created._id) }, 'contractor created')
  await recordAudit(ctx, { action: 'contractor.created', subject: contractorSubject(created) })
  return toContractor(created.toObject())
}

/** What is not given stays as it is; without a version the last change wins. */
export async function updateContractor(ctx: Context, id: string, input: unknown): Promise<Contractor> {
  requireCan(ctx.viewer, 'contractor:edit')
  const { version, ...given } = parse(ContractorChange, input)
  const change = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && (value !== null || nullable.includes(name))),
  )
  const before = await existing(id)
  const current = before.version ?? 1
  if (version && version !== current) throw stale()
  if (Object.keys(change).length === 0) return toContractor(before)
  const updated = await ContractorModel.findOneAndUpdate(
    { _id: before._id, version: before.version ?? null },
    { $set: { ...change, version: current + 1 } },
    { returnDocument: 'after' },
  ).lean()
  // Somebody else has changed or deleted it in between.
  if (!updated) throw (await ContractorModel.exists({ _id: before._id })) ? stale() : notFound()
  ctx.log.info({ userId: ctx.viewer.id, contractorId: id, fields: Object.keys(change) }, 'contractor changed')
  const details = changedFields(before, change)
  await recordAudit(ctx, { action: 'contractor.changed', subject: contractorSubject(updated), details })
  return toContractor(updated)
}

/**
 * Deletes a firm and withdraws what it is offered. Leads keep its name in their offers. The transaction writes the firm,
 * so that an acceptance at the same moment comes before, or not at all.
 */
export async function deleteContractor(ctx: Context, id: string): Promise<void> {
  requireCan(ctx.viewer, 'contractor:edit')
  const { _id } = await existing(id)
  const contractorId = String(_id)
  const at = ctx.now()
  const withdrawn = await mongoose.connection.transaction(
    async (session) => {
      const firm = await ContractorModel.findOneAndDelete({ _id }, { session }).orFail(notFound)
      await requireDetailsSent(contractorId, session)
      const leadIds = await withdrawOffersOf(contractorId, at, session)
      await recordErasures('contractor', [contractorId], at, session)
      const details = leadIds.length > 0 ? `Open offers withdrawn: ${leadIds.length}` : null
      await recordAudit(ctx, { action: 'contractor.deleted', subject: contractorSubject(firm), details }, session)
      return leadIds
    },
    { writeConcern: { w: 'majority' } },
  )
  for (const leadId of withdrawn) ctx.publishEvent(leadId, offersChanged('offer.withdrawn', leadId, at))
  ctx.log.info({ userId: ctx.viewer.id, contractorId, withdrawn: withdrawn.length }, 'contractor deleted')
}

const contractorSubject = ({ _id, name }: Pick<ContractorRecord, '_id' | 'name'>): AuditSubject => ({
  kind: 'contractor',
  id: String(_id),
  label: name,
})

const notFound = () => new AppError('NOT_FOUND', 'That firm could not be found.')
const stale = () =>
  new AppError(
    'CONFLICT',
    'A colleague has just changed this firm. Close this and open the firm again to see how it is now.',
  )

async function existing(id: string): Promise<ContractorRecord> {
  const record = isValidObjectId(id) ? await ContractorModel.findById(id).lean() : null
  if (!record) throw notFound()
  return record
}

/** A firm that has accepted is owed the homeowner's details, and the homeowner its name: both emails need its record. */
async function requireDetailsSent(contractorId: string, session: ClientSession): Promise<void> {
  const accepted = { contractorId, 'pendingEvent.type': 'offer.accepted' }
  const isPending = await LeadModel.exists({
    'offers.pendingEvent.at': { $exists: true }, // for the index
    offers: { $elemMatch: accepted },
  }).session(session)
  const isUnsent = await DeliveryModel.exists({
    state: { $in: ['queued', 'sending'] },
    contractorId,
    kind: { $in: ['contact-details', 'accepted-notice'] },
  }).session(session)
  if (isPending || isUnsent) {
    throw new AppError(
      'CONFLICT',
      'The firm has accepted a job, and the emails about it are not out yet. Try again once they are, or make the firm inactive until then.',
    )
  }
}

/** As when staff withdraw them one by one: nobody is offered the jobs in the firm's place. Returns the leads. */
async function withdrawOffersOf(contractorId: string, at: Date, session: ClientSession): Promise<number[]> {
  const open = { contractorId, state: 'offered' as const }
  const leads = await LeadModel.find(
    // The first two conditions are for the index.
    { 'offers.state': 'offered', 'offers.expiresAt': { $gt: new Date(0) }, offers: { $elemMatch: open } },
    '_id',
    { session },
  ).lean()
  const { offers, arrayFilters } = withdrawOpenOffers('by-staff', at, contractorId)
  for (const { _id } of leads) {
    await LeadModel.updateOne(
      { _id },
      { $set: { ...offers, updatedAt: at }, $push: { outbox: offersChanged('offer.withdrawn', _id, at) } },
      { arrayFilters, session },
    )
  }
  return leads.map(({ _id }) => _id)
}
