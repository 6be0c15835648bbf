import { AppError, invalid } from '@kerbside/schema/errors'
import { openFile, storeFileWith } from '@kerbside/schema/file-store.model'
import { photoLimits } from '@kerbside/schema/photos/photo'
import { isFileId, isPdf, quoteFileError, type PriceFile } from '@kerbside/schema/quote-files/quote-file'
import {
  findPriceFiles,
  quoteFileEnd,
  QuoteFileModel,
  toPriceFile,
  type FileOwner,
  type QuoteFileRecord,
} from '@kerbside/schema/quote-files/quote-file.model'
import { Types } from 'mongoose'
import { hash } from 'node:crypto'
import type { Context } from '../deps.ts'
import { fileDownload } from '../http/route.ts'
import { baseNameOf, type Upload } from '../http/read-upload.ts'
import { prepareImage } from '../images/prepare-image.ts'
import { decodeInTurn } from '../images/sharp.ts'
import { ofPdf } from './quote-files.service.ts'

/** Files that a firm added to its prices of one job and sent with none yet. */
const maximumUnsent = 10

export type ReceivedFile = Pick<PriceFile, 'id' | 'name' | 'size' | 'type'> & { isNew: boolean }

/**
 * Stores a photo or PDF for a firm's price of a job, for a day unless a price is sent with it. The same id again changes
 * nothing. `read` is called for the bytes once it is known that they are wanted.
 */
export async function storePriceFile(
  ctx: Context,
  { owner, id, read }: { owner: FileOwner; id: string; read: () => Promise<Upload> },
): Promise<ReceivedFile> {
  if (!isFileId(id)) throw new AppError('NOT_FOUND', 'There is no such file.')
  const known = await knownFile(owner, id)
  if (known) return known
  if ((await QuoteFileModel.countDocuments({ ...owner, expiresAt: { $ne: null } })) >= maximumUnsent) {
    const text = `${maximumUnsent} files were added and not sent. Send your price with those, or wait a day.`
    throw new AppError('RATE_LIMITED', text, { retryAfter: 3_600 })
  }
  const { fileName, bytes } = await read()
  const { bytes: content, ...made } = await prepared(fileName, bytes)
  const at = ctx.now()
  const fileId = new Types.ObjectId()
  const record = {
    _id: id,
    ...owner,
    ...made,
    size: content.length,
    fileId,
    createdAt: at,
    expiresAt: quoteFileEnd(at),
  }
  try {
    await storeFileWith('quoteFiles', fileId, { name: made.name, bytes: content }, () => QuoteFileModel.create(record))
  } catch (error) {
    // The same file at the same moment: one of the two is stored.
    const first = await knownFile(owner, id)
    if (first) return first
    throw error
  }
  const { name, type } = made
  return { id, name, type, size: content.length, isNew: true }
}

async function knownFile(owner: FileOwner, id: string): Promise<ReceivedFile | null> {
  const [known] = await findPriceFiles(owner, [id])
  if (!known) return null
  const { name, size, type } = toPriceFile(known)
  return { id, name, size, type, isNew: false }
}

type Prepared = Pick<PriceFile, 'name' | 'type' | 'sha256' | 'width' | 'height'> & { bytes: Buffer }

/** A PDF as it is; anything else must be a photo, of which the pixels alone are stored. */
async function prepared(fileName: string, bytes: Buffer): Promise<Prepared> {
  if (isPdf(bytes)) {
    const wrong = quoteFileError(bytes.length, bytes)
    if (wrong !== null) throw invalid('file', wrong)
    return { name: baseNameOf(fileName, 'price.pdf'), ...ofPdf(bytes), width: null, height: null, bytes }
  }
  const limits = { pixels: maximumPixels, edge: photoLimits.edge, isOpaque: true }
  const { width, height, bytes: pixels } = await decodeInTurn(() => prepareImage(bytes, limits))
  const name = `${baseNameOf(fileName, 'photo').replace(/\.[a-z]{1,5}$/i, '')}.jpg`
  return { name, type: 'image/jpeg', sha256: hash('sha256', pixels), width, height, bytes: pixels }
}

/** Phones take photos of that many; without a script they arrive as they were taken. */
const maximumPixels = 50_000_000

/** What a firm chose for its price, to be shown in its form. */
export const priceFilesOf = async (owner: FileOwner, ids: readonly string[]): Promise<PriceFile[]> =>
  (await findPriceFiles(owner, ids)).map(toPriceFile)

/** A file of a price, for whoever may see that price: the caller has found out. */
export function priceFileAnswer(file: QuoteFileRecord | null | undefined): Response {
  if (!file) throw new AppError('NOT_FOUND', 'There is no such file.')
  const { name: fileName, size, type } = toPriceFile(file)
  const answer = fileDownload({ type, fileName, size, body: openFile('quoteFiles', file.fileId, 0, size) })
  if (type === 'image/jpeg') answer.headers.set('content-disposition', 'inline')
  answer.headers.set('cache-control', 'no-store')
  answer.headers.set('x-robots-tag', 'noindex')
  return answer
}
