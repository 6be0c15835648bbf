import { leadSubject } from '@kerbside/schema/audit/audit'
import { AppError, invalid } from '@kerbside/schema/errors'
import { openFile, storeFileWith } from '@kerbside/schema/file-store.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { quoteFileError, type QuoteFile } from '@kerbside/schema/quote-files/quote-file'
import { findQuoteFile, QuoteFileModel, quoteFileEnd, toPriceFile } from '@kerbside/schema/quote-files/quote-file.model'
import { requireCan } from '@kerbside/schema/users/user'
import { Types } from 'mongoose'
import { hash } from 'node:crypto'
import { recordAudit } from '../audit/record-audit.ts'
import { signedDownload } from '../audit/signed-download.ts'
import type { Context } from '../deps.ts'
import { baseNameOf, type Upload } from '../http/read-upload.ts'
import { getLead } from '../leads/leads.service.ts'

/** Unsent files of a lead that are stored at once. */
const maximumUnsent = 20

/** Stores a PDF for the next quote of a lead. `read` is called only after the permission is checked. */
export async function uploadQuoteFile(ctx: Context, leadId: string, read: () => Promise<Upload>): Promise<QuoteFile> {
  requireCan(ctx.viewer, 'lead:edit')
  const lead = await getLead(ctx, leadId)
  const { fileName, bytes } = await read()
  const wrong = quoteFileError(bytes.length, bytes)
  if (wrong !== null) throw invalid('file', wrong)
  if (
    (await QuoteFileModel.countDocuments({ leadId: lead.id, contractorId: null, expiresAt: { $ne: null } })) >=
    maximumUnsent
  ) {
    const text = `${maximumUnsent} files for this lead were never sent. Wait until the first of them are deleted.`
    throw new AppError('RATE_LIMITED', text, { retryAfter: 3_600 })
  }
  const at = ctx.now()
  const file = {
    name: baseNameOf(fileName, 'quote.pdf'),
    size: bytes.length,
    fileId: new Types.ObjectId(),
    ...ofPdf(bytes),
  }
  const record = await storeFileWith('quoteFiles', file.fileId, { name: file.name, bytes }, () =>
    QuoteFileModel.create({ ...file, leadId: lead.id, createdAt: at, expiresAt: quoteFileEnd(at) }),
  )
  return { id: record.id, name: file.name, size: file.size }
}

export const ofPdf = (bytes: Uint8Array) => ({ type: 'application/pdf' as const, sha256: hash('sha256', bytes) })

const download = signedDownload({
  purpose: 'quote-file',
  path: 'quote-files',
  action: 'lead:read',
  notFound: 'There is no such file.',
  gone: 'This address has run out. Open the file again.',
})

/** The signed address of a file that was sent with a price of this lead. */
export async function quoteFileUrl(ctx: Context, { leadId, id }: { leadId: string; id: string }): Promise<string> {
  const lead = await getLead(ctx, leadId)
  if (!(await findQuoteFile(lead.id, id))) throw download.notFound()
  return download.address(ctx, { leadId: lead.id, fileId: id })
}

/** The file behind a signed address. The audit trail has who opened it. */
export async function openQuoteFile(ctx: Context, token: string) {
  const { link, by } = await download.open(ctx, token)
  const { leadId, fileId } = link
  const file = await findQuoteFile(leadId, fileId)
  const lead = await LeadModel.findById(leadId, 'reference').lean()
  if (!file || !lead) throw download.notFound()
  await recordAudit(ctx, { action: 'quote-file.opened', subject: leadSubject(leadId, lead.reference), by })
  const { name: fileName, size, type } = toPriceFile(file)
  return { type, fileName, size, body: openFile('quoteFiles', file.fileId, 0, size) }
}
