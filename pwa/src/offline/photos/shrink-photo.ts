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
