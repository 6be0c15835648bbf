import { AppError, invalid } from '@kerbside/schema/errors'
import { uploadLimits } from '@kerbside/schema/images/image'
import { readBytes } from '../http/read-body.ts'
import { boundaryOf, parseMultipart } from './multipart.ts'

/** A file as it was sent; nothing about it is believed. */
export type Upload = { fileName: string; bytes: Buffer }

const megabytes = uploadLimits.bytes / 1024 / 1024
// What a form needs around its file.
const bodyBytes = uploadLimits.bytes + 16 * 1024
const howToSend = 'Send the picture as multipart/form-data, in a field named file.'

const tooLarge = () =>
  new AppError(
    'TOO_LARGE',
    `The file is too large: a picture may have ${megabytes} MB at most. Make it smaller and try again.`,
  )

/** The file in the field `file` of a form. The size is counted while it arrives, whatever length was announced. */
export async function readUpload(request: Request): Promise<Upload> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(type)) throw new AppError('UNSUPPORTED', howToSend)
  const boundary = boundaryOf(type)
  if (boundary === null) throw new AppError('MALFORMED', `The form has no boundary. ${howToSend}`)
  const parts = parseMultipart(await readBytes(request, bodyBytes, tooLarge), boundary)
  if (parts === null) throw new AppError('MALFORMED', `The form is cut off or is no form. ${howToSend}`)

  const [file, ...others] = parts.filter(({ name, fileName }) => name === 'file' && fileName !== null)
  if (file === undefined)
    throw invalid('file', 'Choose a picture to upload: the form has no file in its field named file.')
  if (others.length > 0) throw invalid('file', 'Upload one picture at a time.')
  if (file.bytes.length === 0) throw invalid('file', 'The file is empty. Choose another picture.')
  if (file.bytes.length > uploadLimits.bytes) throw tooLarge()
  return { fileName: file.fileName ?? '', bytes: file.bytes }
}
