/** A function that runs what it is given one after the other. Whoever asked gets the result or the error. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let latest: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = latest.then(work, work)
    latest = result.catch(() => {})
    return result
  }
}
