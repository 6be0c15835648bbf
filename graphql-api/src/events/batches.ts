export type BatchOptions<T> = {
  /** Milliseconds that the first of a batch waits for others. */
  every: number
  /** Size of one batch. */
  most: number
  handle: (batch: readonly T[]) => Promise<void>
  /** Told of a batch that could not be handled. It is not tried again. */
  failed: (error: unknown) => void
}

/** Things kept in memory at most; what does not fit is dropped, for whoever owns it has it stored. */
const mostWaiting = 10_000

/** Collects things and handles them many at a time, one batch after the other. */
export function createBatches<T>({ every, most, handle, failed }: BatchOptions<T>) {
  const waiting: T[] = []
  let running: Promise<void> | null = null
  let hurry = () => {}

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, every)
      hurry = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const run = async () => {
    while (waiting.length > 0) {
      if (waiting.length < most) await pause()
      await handle(waiting.splice(0, most)).catch(failed)
    }
    running = null
  }

  return {
    add(thing: T) {
      if (waiting.length < mostWaiting) waiting.push(thing)
      running ??= run()
    },
    /** Handles what is waiting without waiting for more. */
    async flush() {
      while (running !== null) {
        hurry()
        await running
      }
    },
  }
}
