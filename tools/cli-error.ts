/** An error whose message is written for the person at the terminal: it is printed as it is, without a stack. */
export class ExplainedError extends Error {}

const diskFull = /ENOSPC|no space left on device|not enough space on the disk|OutOfDiskSpace/i

/** What to print for an error that ends a command. */
export function explain(error: unknown): string {
  const text = error instanceof Error ? `${error.message} ${'code' in error ? String(error.code) : ''}` : String(error)
  if (diskFull.test(text)) return 'The disk is full. Free about 1 GB and try again.'
  if (error instanceof ExplainedError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : text
}
