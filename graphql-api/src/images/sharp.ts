import { AppError } from '@kerbside/schema/errors'
import { uploadLimits } from '@kerbside/schema/images/image'
import pLimit from 'p-limit'

type SharpModule = typeof import('sharp')

// Left alone, libvips would also open SVG, TIFF, PDF and more by their content. Only these loaders are allowed.
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)

let loaded: Promise<SharpModule['default']> | undefined

/** Loaded with the first picture, because a process that handles none should not pay for its memory. */
export function loadSharp(): Promise<SharpModule['default']> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: loaders })
    return sharp
  })
  return loaded
}

/** Reads the first frame of an animation. A truncated file is an error, a file with oddities is not. */
export const decoding = { limitInputPixels: uploadLimits.pixels, failOn: 'error', animated: false } as const
/** Seconds that one picture may take. */
export const decodingSeconds = 20

const limit = pLimit(2)
const maximumWaiting = 100

/** Two pictures at a time, so that the other work of the process has processors and memory left. Too many are turned away. */
export async function decodeInTurn<T>(task: () => Promise<T>): Promise<T> {
  if (limit.pendingCount < maximumWaiting) return limit(task)
  const message = 'Too many pictures are being worked on at the moment. Please try again shortly.'
  throw new AppError('UNAVAILABLE', message, { retryAfter: 5 })
}
