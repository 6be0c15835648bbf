import { shrink } from './shrink.ts'
import type { Shrunk } from './shrink-worker.ts'

/** Null for a file that this browser cannot read. One worker for each photo, so that its memory is given back. */
export async function shrinkPhoto(file: File): Promise<ArrayBuffer | null> {
  if (typeof OffscreenCanvas !== 'undefined') {
    const bytes = await inWorker(file)
    if (bytes) return bytes
  }
  // Here, where workers cannot, at the cost of a page that stands still for a moment.
  return shrink(file, (width, height) => Object.assign(document.createElement('canvas'), { width, height })).catch(
    () => null,
  )
}

function inWorker(file: File): Promise<Shrunk> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' })
    const end = (bytes: Shrunk) => {
      worker.terminate()
      resolve(bytes)
    }
    worker.onmessage = ({ data }: MessageEvent<Shrunk>) => end(data)
    worker.onerror = () => end(null)
    worker.postMessage(file)
  })
}

/** Why there is none, and what to do. */
export const unreadablePhoto = ({ name, type }: File): string =>
  /hei[cf]/i.test(name + type)
    ? 'This browser cannot read HEIC photos. Choose a JPEG, or take the photo anew (on an iPhone: Settings, Camera, Formats, Most Compatible).'
    : `“${name}” cannot be read as a photo. Choose another one.`
