import type { AuditAction } from '@kerbside/schema/audit/audit'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import {
  evidenceKinds,
  evidenceLabels,
  evidenceLimits,
  evidenceTypes,
  reminderBefore,
  type Evidence,
  type EvidenceType,
} from '@kerbside/schema/contractors/evidence'
import { EvidenceModel, toEvidence, type EvidenceRecord } from '@kerbside/schema/contractors/evidence.model'
import { recordErasures } from '@kerbside/schema/erasures/erasure.model'
import { AppError, invalid } from '@kerbside/schema/errors'
import { openFile, removeFilesOrLeave, storeFileWith } from '@kerbside/schema/file-store.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { requireCan } from '@kerbside/schema/users/user'
import { isValidObjectId, Types } from 'mongoose'
import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import { signedDownload } from '../audit/signed-download.ts'
import type { Context } from '../deps.ts'
import { baseNameOf, type Upload } from '../http/read-upload.ts'
import { contractorSubject, findContractor, noSuchFirm } from './contractors.service.ts'

/** The files by which a firm was verified: what expires first comes first, what never expires last. */
export async function listEvidence(ctx: Context, contractorId: string): Promise<Evidence[]> {
  requireCan(ctx.viewer, 'contractor:edit')
  const records = await EvidenceModel.find({ contractorId }).sort({ expiresAt: 1, _id: 1 }).lean()
  const isLasting = ({ expiresAt }: EvidenceRecord) => expiresAt === null
  return [...records.filter((record) => !isLasting(record)), ...records.filter(isLasting)].map(toEvidence)
}

export const EvidenceQuery = z.object({
  kind: z.enum(evidenceKinds, `Choose one of ${evidenceKinds.join(', ')}`),
  expires_at: z.iso
    .datetime({ offset: true, error: 'Enter a day' })
    .transform((text) => new Date(text))
    .optional()
    .describe('Without it the file never expires'),
})

/** Stores a file that proves something of a firm. `read` is called only after permission and fields are checked. */
export async function addEvidence(
  ctx: Context,
  firmId: string,
  query: z.output<typeof EvidenceQuery>,
  read: () => Promise<Upload>,
): Promise<Evidence> {
  requireCan(ctx.viewer, 'contractor:edit')
  const { kind, expires_at: expiresAt = null } = query
  const now = ctx.now()
  if (expiresAt && expiresAt <= now) throw invalid('expires_at', 'This day is over. Choose evidence that still holds.')
  const { _id: contractor, name } = await findContractor(firmId)
  const contractorId = String(contractor)
  if ((await EvidenceModel.countDocuments({ contractorId })) >= evidenceLimits.filesOfFirm) {
    throw new AppError('CONFLICT', `A firm has ${evidenceLimits.filesOfFirm} files at most. Delete one that is old.`)
  }
  const { fileName, bytes } = await read()
  const mimeType = typeOf(bytes)
  const record: EvidenceRecord = {
    _id: new Types.ObjectId(),
    contractorId,
    kind,
    fileName: `${baseNameOf(fileName, 'evidence').replace(/\.[^.]{1,5}$/, '')}.${evidenceTypes[mimeType]}`,
    mimeType,
    size: bytes.length,
    expiresAt,
    uploadedBy: { id: ctx.viewer.id, name: ctx.viewer.name },
    createdAt: now,
    remindedAt: null,
  }
  const storeRecord = () =>
    inTransaction(async (session) => {
      // Writes the firm, so that it is not deleted at the same moment and leaves its file behind.
      const firm = await ContractorModel.updateOne({ _id: contractorId }, { updatedAt: now }, { session })
      if (firm.matchedCount === 0) throw noSuchFirm()
      await EvidenceModel.create([record], { session })
      await recordAudit(ctx, auditOf('evidence.added', record, name), session)
    })
  await storeFileWith('evidence', record._id, { name: record.fileName, bytes }, storeRecord)
  return toEvidence(record)
}

/** How each kind of file begins, and what a whole one has after that. */
const signatures: Record<EvidenceType, [start: string, end: string]> = {
  'application/pdf': ['%PDF-', '%%EOF'],
  'image/jpeg': ['\xFF\xD8\xFF', '\xFF\xD9'],
  'image/png': ['\x89PNG\r\n\x1A\n', 'IEND\xAE\x42\x60\x82'],
}

/** What a file is by its content, whatever it calls itself. */
function typeOf(bytes: Buffer): EvidenceType {
  for (const [type, [start, end]] of Object.entries(signatures) as [EvidenceType, [string, string]][]) {
    if (bytes.toString('latin1', 0, start.length) !== start) continue
    if (bytes.includes(end, start.length, 'latin1')) return type
    throw invalid('file', 'The file is cut off. Send it again, or save it anew first.')
  }
  throw invalid('file', 'Choose a PDF, JPEG or PNG file: this is none of them, whatever its name is.')
}

const download = signedDownload({
  purpose: 'evidence',
  path: 'evidence',
  action: 'contractor:edit',
  notFound: 'This file is not there any more.',
  gone: 'This address has run out. Download the file again.',
})

async function findEvidence(id: string): Promise<EvidenceRecord> {
  const record = isValidObjectId(id) ? await EvidenceModel.findById(id).lean() : null
  if (!record) throw download.notFound()
  return record
}

/** Deletes a file for good: a restored backup does not bring it back. */
export async function removeEvidence(ctx: Context, id: string): Promise<void> {
  requireCan(ctx.viewer, 'contractor:edit')
  const { _id, contractorId } = await findEvidence(id)
  const firm = await findContractor(contractorId)
  await inTransaction(async (session) => {
    const removed = await EvidenceModel.findOneAndDelete({ _id }, { session }).orFail(download.notFound)
    await recordErasures('evidence', [_id], ctx.now(), session)
    await recordAudit(ctx, auditOf('evidence.removed', removed, firm.name), session)
  })
  await removeFilesOrLeave({ evidence: [_id] }, ctx.log)
}

/** A signed address of the file, for the viewer alone. */
export async function evidenceUrl(ctx: Context, id: string): Promise<string> {
  requireCan(ctx.viewer, 'contractor:edit')
  const { _id } = await findEvidence(id)
  return download.address(ctx, { evidenceId: String(_id) })
}

/** The file behind a signed address. Each download is in the audit trail. */
export async function openEvidence(ctx: Context, token: string) {
  const { link, by } = await download.open(ctx, token)
  const record = await findEvidence(link.evidenceId)
  const { name } = await findContractor(record.contractorId)
  await recordAudit(ctx, { ...auditOf('evidence.downloaded', record, name), by })
  const { fileName, mimeType: type, size } = record
  return { type, fileName, size, body: openFile('evidence', record._id, 0, size) }
}

const auditOf = (action: AuditAction, { contractorId, kind }: EvidenceRecord, name: string) => ({
  action,
  subject: contractorSubject({ _id: contractorId, name }),
  details: evidenceLabels[kind],
})

/** How many of a firm's files have expired, and how many will within the time of the reminder. */
export type EvidenceState = { expired: number; expiring: number }

/** The state of each firm's files, in the order of the firms. */
export async function evidenceStates(ctx: Context, ids: readonly string[]): Promise<EvidenceState[]> {
  requireCan(ctx.viewer, 'contractor:read')
  const now = ctx.now()
  const due = { contractorId: { $in: [...ids] }, expiresAt: { $ne: null, $lte: reminderBefore(now) } }
  const found = await EvidenceModel.find(due, 'contractorId expiresAt').lean()
  return ids.map((id) => {
    const own = found.filter(({ contractorId }) => contractorId === id)
    const expired = own.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now).length
    return { expired, expiring: own.length - expired }
  })
}
