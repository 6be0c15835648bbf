export type StopRequest = {
  /** Settles when somebody wants us to finish: Ctrl-C, SIGTERM, a closed terminal, or our parent gone. */
  asked: Promise<void>
  isAsked(): boolean
}

const alsoTheSame = 1000

/**
 * Listens for the wish to stop. A second Ctrl-C ends the process at once; signals within a second of the first are
 * taken for the same one, because both the terminal and npm pass on a single Ctrl-C.
 */
export function stopRequested(onForce: () => void = () => {}): StopRequest {
  let first = 0
  let settle = () => {}
  const asked = new Promise<void>((resolve) => (settle = resolve))
  const ask = () => {
    if (first > 0) return
    first = Date.now()
    settle()
  }
  const force = () => {
    if (first === 0 || Date.now() - first < alsoTheSame) return
    onForce()
    process.exit(130) // the watchdogs stop what we leave behind
  }
  process.on('SIGINT', force)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  const parent = process.ppid
  setInterval(() => {
    if (first === 0 && process.ppid !== parent) ask() // started through npm, and that was killed
  }, 1000).unref()
  return { asked, isAsked: () => first !== 0 }
}
