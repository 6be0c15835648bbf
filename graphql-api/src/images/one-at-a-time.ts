import { AppError } from '@kerbside/schema/errors'

export type Lane = <T>(task: () => Promise<T>) => Promise<T>

/** Does one piece of work after the other. With `most` of them waiting it turns the next away, to be tried later. */
export function createLane(most: number): Lane {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (task) => {
    if (waiting >= most) {
      const message = 'Too many pictures are being worked on at the moment. Please try again shortly.'
      throw new AppError('UNAVAILABLE', message, { retryAfter: 5 })
    }
    waiting += 1
    const result = last.then(task)
    // Whoever asked is told of a failure; the next in the lane does not mind.
    last = result.catch(() => {})
    try {
      return await result
    } finally {
      waiting -= 1
    }
  }
}
