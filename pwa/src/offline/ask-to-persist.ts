/** Asks that the browser keep our storage when space runs short. Once something of value is in it. */
export async function askToPersist(): Promise<void> {
  try {
    if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.()
  } catch {
    // Rejected or unknown here: the queue still works, the browser may only clear it sooner.
  }
}
