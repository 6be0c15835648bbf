import { uploadLimits } from '@kerbside/schema/images/image'
import { createLane } from './one-at-a-time.ts'

type SharpModule = typeof import('sharp')

// By content libvips would also open SVG, TIFF, PDF and more. It may not: these are all that we take.
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)

let loaded: Promise<SharpModule['default']> | undefined

/** Loaded with the first picture, since an api that handles none needs none of its memory. */
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

/** The first frame of an animation; a cut-off file is refused, a merely odd one is not. */
export const decoding = { limitInputPixels: uploadLimits.pixels, failOn: 'error', animated: false } as const
/** One picture may take this many seconds. */
export const secondsAtMost = 20

/**
 * The process decodes two pictures at a time at most, so that its other work always has processors and memory left: one
 * that comes in, and one variant that goes out, so that neither holds up the other.
 */
export const incoming = createLane(10)
export const outgoing = createLane(300)
