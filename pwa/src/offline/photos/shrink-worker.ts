import { shrink } from './shrink.ts'

/** Null for a file that cannot be read. */
export type Shrunk = ArrayBuffer | null

const scope = globalThis as unknown as DedicatedWorkerGlobalScope

scope.onmessage = ({ data }: MessageEvent<Blob>) => {
  shrink(data, (width, height) => new OffscreenCanvas(width, height)).then(
    (bytes) => scope.postMessage(bytes satisfies Shrunk, [bytes]),
    () => scope.postMessage(null satisfies Shrunk),
  )
}
