import { parseImageResponse, uploadLimits, type UploadedImage } from '@kerbside/schema/images/image'
import { ApiError } from '../../api/api-error.ts'
import { withSession } from '../../api/renewal.ts'
import { sendFile, type SendOptions, type UploadOptions } from '../../api/send-file.ts'

/** Stores an image and returns its address. Throws an `ApiError` whose message may be shown; after `signal` its reason. */
export async function uploadImage(file: File, options: UploadOptions = {}): Promise<UploadedImage> {
  const problem = checkFile(file)
  if (problem !== null) throw new ApiError('INVALID', problem)
  return parseImageResponse(await withSession((token) => sendImage(file, { ...options, token })))
}

/** Why the server would reject the file by its type or size, known before it is sent. Only the server checks its content. */
export function checkFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  // Some systems do not know the newer formats and leave the type empty.
  const image = type === '' ? /\.(heic|heif|avif|webp)$/i.test(name) : type.startsWith('image/')
  if (!image) return 'This file is not an image.'
  const megabytes = uploadLimits.bytes / 1024 / 1024
  return size > uploadLimits.bytes ? `This image is larger than ${megabytes} MB.` : null
}

export const sendImage = (file: File, options: Omit<SendOptions, 'tooLarge'>): Promise<unknown> =>
  sendFile('/images', file, { ...options, tooLarge: 'This image is too large.' })
